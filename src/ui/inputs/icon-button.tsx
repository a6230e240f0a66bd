import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";
import styles from "./icon-button.module.css";

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "style" | "color"> & {
  /** Its name: read aloud, and shown when the pointer rests on it. */
  label: string;
  icon: LucideIcon;
  /** The one act of its place. */
  isFilled?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A button with an icon only, quiet unless it is filled. */
export function IconButton({ label, icon: Icon, isFilled, className, ...button }: IconButtonProps) {
  return (
    <button
      {...button}
      className={`${styles.button} ${className ?? ""}`}
      data-filled={isFilled || undefined}
      aria-label={label}
      title={label}
      type={button.type ?? "button"}
    >
      <Icon size={isFilled ? 16 : 18} strokeWidth={isFilled ? 2 : 1.75} aria-hidden />
    </button>
  );
}
