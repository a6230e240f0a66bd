import type { ButtonHTMLAttributes } from "react";
import styles from "./pill-button.module.css";

type PillButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The primary action of its place. */
  isFilled?: boolean;
};

/** A short text button among others of its kind: a suggestion, a reaction. */
export const PillButton = ({ isFilled, className, ...button }: PillButtonProps) => (
  <button
    {...button}
    type="button"
    className={className ? `${styles.pill} ${className}` : styles.pill}
    data-filled={isFilled || undefined}
  />
);
