import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";
import styles from "./field.module.css";
import { Field, type FieldFrame, partProps } from "./field.tsx";

type Choice = string | { value: string; label: string; disabled?: boolean };
type Group = { group: string; items: readonly Choice[] };

type NativeSelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, "size" | "className"> &
  FieldFrame & { data: readonly (Choice | Group)[]; size?: "xs" };

/** One of a few: the browser's own list. */
export function NativeSelect({ data, size, ...props }: NativeSelectProps) {
  const { frame, control } = partProps(props);
  return (
    <Field
      {...frame}
      control={(attributes) => (
        <div className={styles.wrapper}>
          <select {...attributes} {...control} data-size={size}>
            {data.map((entry) =>
              typeof entry === "object" && "group" in entry ? (
                <optgroup key={entry.group} label={entry.group}>
                  {entry.items.map(drawOption)}
                </optgroup>
              ) : (
                drawOption(entry)
              ),
            )}
          </select>
          <ChevronDown size={14} strokeWidth={2} className={styles.chevron} aria-hidden />
        </div>
      )}
    />
  );
}

function drawOption(choice: Choice) {
  const { value, label, disabled } =
    typeof choice === "string" ? { value: choice, label: choice, disabled: false } : choice;
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}
