import type { ButtonHTMLAttributes } from "react";
import styles from "./text-button.module.css";

/** Text that can be pressed, within a sentence or as the name of an item. */
export const TextButton = ({ className, ...button }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button {...button} type="button" className={className ? `${styles.words} ${className}` : styles.words} />
);
