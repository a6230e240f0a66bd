import type { ButtonHTMLAttributes } from "react";
import styles from "./words-button.module.css";

/** Words that can be pressed, within a sentence or as the name of a thing. */
export const WordsButton = ({ className, ...button }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button {...button} type="button" className={className ? `${styles.words} ${className}` : styles.words} />
);
