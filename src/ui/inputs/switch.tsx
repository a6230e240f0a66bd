import { type ReactNode, useId } from "react";
import styles from "./switch.module.css";

type SwitchProps = {
  label: string;
  /** A description below the label. */
  description?: ReactNode;
  isOn: boolean;
  isDisabled?: boolean;
  /** Shows only the switch; the label is for screen readers. */
  isBare?: boolean;
  onChange(isOn: boolean): void;
};

/** On or off, in effect when switched or saved. Space switches it. */
export function Switch({ label, description, isOn, isDisabled, isBare, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        aria-describedby={description ? `${id}-description` : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={isBare ? "visually-hidden" : styles.text}>
        <label htmlFor={id}>{label}</label>
        {description && (
          <span id={`${id}-description`} className={styles.description}>
            {description}
          </span>
        )}
      </span>
    </div>
  );
}
