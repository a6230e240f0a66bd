import { Text } from "../layout/text.tsx";
import styles from "./bar-list.module.css";

type Bar = { label: string; value: number; text?: string };

type BarListProps = {
  /** What is counted; the table's caption. */
  caption: string;
  bars: readonly Bar[];
  /** A sentence in place of bars, where there can be none: what is missing. */
  empty?: string;
  /** The full length; the largest value where it is not given. */
  maximum?: number;
};

/** Bars as a table: every length is also shown as a number. */
export function BarList({ caption, bars, empty, maximum }: BarListProps) {
  const full = Math.max(maximum ?? 0, ...bars.map((bar) => bar.value), 1);
  if (bars.length === 0) return <Text tone="soft">{empty}</Text>;
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {bars.map(({ label, value, text }) => (
          <tr key={label}>
            <th scope="row" title={label}>
              <span className={styles.label}>{label}</span>
            </th>
            <td className={styles.track} aria-hidden>
              <span
                className={styles.bar}
                style={{ width: `${(value / full) * 100}%` }}
                hidden={value === 0}
              />
            </td>
            <td className={styles.value}>{text ?? value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
