import type { ButtonHTMLAttributes, Ref } from "react";
import styles from "./plain-button.module.css";

type PlainButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** 'quiet' for toolbars, 'icon' for an icon-only square. Default: looks like the text around it. */
  shape?: "quiet" | "icon";
  /** The focus ring is inside: for a button that fills the width of its card. */
  focusInside?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** A button without a look of its own: a title, a row, a word. */
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
