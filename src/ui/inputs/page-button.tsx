import type { LucideIcon } from "lucide-react";
import { Button, type ButtonProps } from "./button.tsx";
import styles from "./page-button.module.css";

type PageButtonProps = Omit<ButtonProps, "leftSection" | "children"> & { label: string; icon: LucideIcon };

/** An action of a compact page: on a phone its icon, beside the title. */
export const PageButton = ({ label, icon: Icon, ...button }: PageButtonProps) => (
  <Button
    {...button}
    className={styles.button}
    title={label}
    leftSection={<Icon size={16} strokeWidth={1.75} aria-hidden />}
  >
    <span className={styles.label}>{label}</span>
  </Button>
);
