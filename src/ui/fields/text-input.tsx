import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./field.module.css";
import { Field, type FieldFrame, partProps } from "./field.tsx";

export type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "size" | "className"> &
  FieldFrame & {
    leftSection?: ReactNode;
    rightSection?: ReactNode;
    /** The right section holds text instead of an icon. */
    hasWideSection?: boolean;
    inputClassName?: string | undefined;
    ref?: Ref<HTMLInputElement> | undefined;
  };

/** One line of text, a date, a time, a number: whatever an input takes. */
export function TextInput({
  leftSection,
  rightSection,
  hasWideSection,
  inputClassName,
  ...props
}: TextInputProps) {
  const { frame, control } = partProps(props);
  return (
    <Field
      {...frame}
      control={(attributes) => (
        <div className={styles.wrapper}>
          {leftSection && <span className={styles.left}>{leftSection}</span>}
          <input {...attributes} {...control} className={`${attributes.className} ${inputClassName ?? ""}`} />
          {rightSection && (
            <span className={styles.right} data-wide={hasWideSection || undefined}>
              {rightSection}
            </span>
          )}
        </div>
      )}
    />
  );
}
