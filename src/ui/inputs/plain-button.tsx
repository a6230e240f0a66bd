import type { ButtonHTMLAttributes, Ref } from "react";
import styles from "./plain-button.module.css";

type PlainButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** A 'quiet' one stands in a toolbar, an 'icon' is a square with a picture only. Left out: as the words around it. */
  shape?: "quiet" | "icon";
  /** Its ring of focus stands inside of it: it fills the width of its card. */
  focusInside?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** A button that looks like nothing until a page says how: a title, a row, a word. */
export function PlainButton({ shape, focusInside, className, type = "button", ...button }: PlainButtonProps) {
  return (
    <button
      {...button}
      type={type}
      className={`${styles.button} ${className ?? ""}`}
      data-shape={shape ?? "plain"}
      data-focus-inside={focusInside || undefined}
    />
  );
}
