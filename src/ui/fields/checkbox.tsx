import { Check, Minus } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type RefCallback, useId } from "react";
import styles from "./field.module.css";

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "size"> & {
  label?: ReactNode;
  description?: ReactNode;
  /** Some, but not all, of its items are chosen. */
  indeterminate?: boolean;
};

/** A checkbox: alone, in a group, or as the sum of a group. */
export function Checkbox({
  label,
  description,
  indeterminate = false,
  className,
  ...control
}: CheckboxProps) {
  const id = useId();
  const showMixed: RefCallback<HTMLInputElement> = (input) => {
    if (input) input.indeterminate = indeterminate;
  };
  const Mark = indeterminate ? Minus : Check;
  return (
    <div className={`${styles.option} ${className ?? ""}`}>
      <span className={styles.box}>
        <input id={id} {...control} ref={showMixed} type="checkbox" className={styles.tick} />
        {(control.checked || indeterminate) && (
          <Mark size={14} strokeWidth={3} className={styles.mark} aria-hidden />
        )}
      </span>
      {label && (
        <label htmlFor={control.id ?? id}>
          {label}
          {description && <span className={styles.description}>{description}</span>}
        </label>
      )}
    </div>
  );
}
