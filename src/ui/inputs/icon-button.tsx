import { ActionIcon } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";
import styles from "./icon-button.module.css";

type IconButtonProps = Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "children" | "style" | "color" | "disabled"
> & {
  disabled?: boolean;
  /** Its name: read aloud, and shown when the pointer rests on it. */
  label: string;
  icon: LucideIcon;
  ref?: Ref<HTMLButtonElement>;
};

/** A quiet button with an icon only. */
export function IconButton({ label, icon: Icon, className, ...button }: IconButtonProps) {
  return (
    <ActionIcon
      {...button}
      className={`${styles.button} ${className ?? ""}`}
      aria-label={label}
      title={label}
      type={button.type ?? "button"}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </ActionIcon>
  );
}
