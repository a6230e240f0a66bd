import { ChevronDown, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./fold-button.module.css";

type FoldButtonProps = {
  isOpen: boolean;
  /** The id of the element that it expands. */
  controls: string;
  icon?: LucideIcon;
  children: ReactNode;
  onToggle(): void;
};

/** A line that expands the content below it. */
export const FoldButton = ({ isOpen, controls, icon: Icon, children, onToggle }: FoldButtonProps) => (
  <button
    type="button"
    className={styles.fold}
    aria-expanded={isOpen}
    aria-controls={controls}
    onClick={onToggle}
  >
    {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}
    <span>{children}</span>
    <ChevronDown size={14} strokeWidth={1.75} aria-hidden className={styles.arrow} />
  </button>
);
