import { type ReactNode, useRef, useState } from "react";
import { Button, type ButtonProps } from "../inputs/button.tsx";
import styles from "./field.module.css";
import { Field, type FieldFrame } from "./field.tsx";

type FileInputProps = Pick<FieldFrame, "label" | "error"> & {
  placeholder: string;
  accept: string;
  leftSection?: ReactNode;
  onChange(file: File): void;
};

/** Chooses a file of this device and shows its name. */
export function FileInput({ placeholder, accept, leftSection, onChange, label, error }: FileInputProps) {
  const [name, setName] = useState("");
  const { input, open } = useFileChoice(accept, (file) => {
    setName(file.name);
    onChange(file);
  });
  return (
    <Field
      id={undefined}
      label={label}
      error={error}
      control={(attributes) => (
        <div className={styles.wrapper}>
          {leftSection && <span className={styles.left}>{leftSection}</span>}
          <button {...attributes} type="button" data-autofocus onClick={open}>
            {name || placeholder}
          </button>
          {input}
        </div>
      )}
    />
  );
}

type FileButtonProps = Omit<ButtonProps, "onClick" | "onChange"> & {
  accept: string;
  onChange(file: File): void;
};

/** A button that asks for a file. */
export function FileButton({ accept, onChange, ...button }: FileButtonProps) {
  const { input, open } = useFileChoice(accept, onChange);
  return (
    <>
      <Button {...button} onClick={open} />
      {input}
    </>
  );
}

function useFileChoice(accept: string, onFile: (file: File) => void) {
  const ref = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        // The same file can be chosen again.
        target.value = "";
        if (file) onFile(file);
      }}
    />
  );
  return { input, open: () => ref.current?.click() };
}
