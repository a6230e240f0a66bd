import { t } from "#i18n/message.ts";
import { ScrollBox } from "../layout/scroll-box.tsx";
import styles from "./column-chart.module.css";

type Column = { label: string; value: number };

type ColumnChartProps = {
  /** What is counted; also the caption of the table. */
  caption: string;
  columns: readonly Column[];
  /** The headers of the two columns of the table. */
  heads: readonly [label: string, value: string];
  /** How a value is written; as a plain number where not given. */
  format?(value: number): string;
};

/** Columns over time, and the same numbers as a table. */
export function ColumnChart({ caption, columns, heads, format = String }: ColumnChartProps) {
  const full = Math.max(...columns.map(({ value }) => value), 1);
  return (
    <figure className={styles.chart}>
      <div className={styles.columns} aria-hidden>
        {columns.map(({ label, value }) => (
          <span key={label} className={styles.slot} title={`${label}: ${format(value)}`}>
            <span className={styles.column} style={{ height: `${(value / full) * 100}%` }} />
          </span>
        ))}
      </div>
      <div className={styles.axis} aria-hidden>
        <span>{columns[0]?.label}</span>
        <span>{columns.at(-1)?.label}</span>
      </div>
      <details className={styles.details}>
        <summary>{t`Show as table`}</summary>
        <ScrollBox className={styles.scroll} aria-label={caption}>
          <table className={styles.table}>
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns.map(({ label, value }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{format(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </details>
    </figure>
  );
}
