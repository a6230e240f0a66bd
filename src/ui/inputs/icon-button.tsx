import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";
import styles from "./icon-button.module.css";

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "style" | "color"> & {
  /** The accessible name, shown on hover too. */
  label: string;
  icon: LucideIcon;
  /** The primary action of its place. */
  isFilled?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** An icon-only button, subtle unless filled. */
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
