import type { ButtonHTMLAttributes } from "react";
import styles from "./pill-button.module.css";

type PillButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The one act of its place. */
  isFilled?: boolean;
};

/** A short word to press among others of its kind: a suggestion, a reaction. */
export const PillButton = ({ isFilled, className, ...button }: PillButtonProps) => (
  <button
    {...button}
    type="button"
    className={className ? `${styles.pill} ${className}` : styles.pill}
    data-filled={isFilled || undefined}
  />
);
