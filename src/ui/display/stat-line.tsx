import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { PlainButton } from "../inputs/plain-button.tsx";
import { Figure } from "./figure.tsx";
import styles from "./stat-line.module.css";

export type Stat = {
  label: string;
  /** Undefined while loading, null if unavailable. */
  value: string | number | null | undefined;
  /** How it is calculated; only for a figure that leads nowhere. */
  definition?: string | undefined;
  /** Shows what is counted: as a button, or at an address. */
  onShow?: (() => void) | undefined;
  inLink?: ((content: ReactNode) => ReactNode) | undefined;
};

/** Figures in one quiet line, where the work below matters more than they do. */
export const StatLine = ({ stats }: { stats: readonly Stat[] }) => (
  <ul className={styles.line} aria-label={t`Figures`}>
    {stats.map((stat) => (
      <li key={stat.label}>
        <StatItem {...stat} />
      </li>
    ))}
  </ul>
);

function StatItem({ label, value, definition, onShow, inLink }: Stat) {
  const content = (
    <>
      {label}{" "}
      <span className={styles.value}>
        <Figure name={label} value={value} definition={definition} />
      </span>
    </>
  );
  if (inLink) return inLink(content);
  return onShow ? <PlainButton onClick={onShow}>{content}</PlainButton> : <span>{content}</span>;
}
