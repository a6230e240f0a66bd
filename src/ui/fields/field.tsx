import { type ReactNode, useId } from "react";
import styles from "./field.module.css";

/** The frame of every control: its label, a description below, and the error. */
export type FieldFrame = {
  label?: ReactNode;
  description?: ReactNode;
  /** A sentence, or true for the error mark only. */
  error?: ReactNode;
  required?: boolean | undefined;
  /** Whether the label has an asterisk; defaults to whether the control is required. */
  withAsterisk?: boolean;
  className?: string | undefined;
};

type FieldProps = FieldFrame & {
  id: string | undefined;
  /** Renders the control with these attributes. */
  control(attributes: ControlAttributes): ReactNode;
};

export type ControlAttributes = {
  id: string;
  className: string | undefined;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

/** A control with its label; the label names it, description and error describe it. */
export function Field(props: FieldProps) {
  const { label, description, error, required, withAsterisk = required, className, control } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const describedBy = [description && `${id}-description`, hasWords(error) && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={`${styles.field} ${className ?? ""}`}>
      {label && (
        <label htmlFor={id} className={styles.label}>
          {label}
          {withAsterisk && (
            <span className={styles.asterisk} aria-hidden>
              {" *"}
            </span>
          )}
        </label>
      )}
      {control({
        id,
        className: styles.control,
        ...(error && { "aria-invalid": true }),
        ...(describedBy && { "aria-describedby": describedBy }),
      })}
      {description && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      {hasWords(error) && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

const hasWords = (error: ReactNode) => Boolean(error) && error !== true;

/** Splits the props of the frame from those of the control. */
export function partProps<Props extends FieldFrame & { id?: string | undefined }>(props: Props) {
  const { label, description, error, withAsterisk, className, id, ...control } = props;
  const { required } = props;
  return {
    frame: { label, description, error, withAsterisk, className, id, required } as FieldFrame & {
      id: string | undefined;
    },
    control,
  };
}
