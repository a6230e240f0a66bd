import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Figure } from "./figure.tsx";
import styles from "./stat-card.module.css";

type StatCardProps = {
  label: string;
  value: string | number | null | undefined;
  icon?: LucideIcon;
  /** How the figure is calculated; shown when the figure is clicked. */
  definition?: ReactNode;
  /** A secondary text below the figure. */
  note?: string | undefined;
};

/** One number and its label. An undefined value keeps its space until it is known. */
export function StatCard({ label, value, icon: Icon, definition, note }: StatCardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.label}>
        {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden />}
        <span>{label}</span>
      </div>
      <div className={styles.value}>
        <Figure value={value} name={label} definition={definition} />
      </div>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
