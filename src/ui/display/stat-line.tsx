import { PlainButton } from "../inputs/plain-button.tsx";
import styles from "./stat-line.module.css";

export type Stat = {
  label: string;
  /** Undefined while loading, null if unavailable. */
  value: string | number | null | undefined;
  /** Shows what is counted. */
  onShow?: (() => void) | undefined;
};

/** Figures in one quiet line, where the work below matters more than they do. */
export const StatLine = ({ stats }: { stats: readonly Stat[] }) => (
  <ul className={styles.line} aria-label="Figures">
    {stats.map((stat) => (
      <li key={stat.label}>
        {stat.onShow ? (
          <PlainButton className={styles.link} onClick={stat.onShow}>
            <Content stat={stat} />
          </PlainButton>
        ) : (
          <Content stat={stat} />
        )}
      </li>
    ))}
  </ul>
);

const Content = ({ stat: { label, value } }: { stat: Stat }) => (
  <>
    {label} <span className={styles.value}>{value === null ? "–" : value}</span>
  </>
);
