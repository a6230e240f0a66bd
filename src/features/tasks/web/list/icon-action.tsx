import type { LucideIcon } from "lucide-react";
import styles from "./icon-action.module.css";

type IconActionProps = { label: string; icon: LucideIcon; onClick(): void };

/** A quiet act of a row or card, without the weight of the component library: there are hundreds of them. */
export function IconAction({ label, icon: Icon, onClick }: IconActionProps) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
