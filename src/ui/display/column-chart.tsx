import { t } from "#i18n/message.ts";
import { ScrollBox } from "../layout/scroll-box.tsx";
import { Text } from "../layout/text.tsx";
import styles from "./column-chart.module.css";

type Column = {
  label: string;
  value: number;
  /** Of the value; drawn inside its column. */
  part?: number;
  /** Below the column, where there are few. */
  mark?: string;
};

type ColumnChartProps = {
  /** What is counted; also the caption of the table. */
  caption: string;
  columns: readonly Column[];
  /** The headers of the columns of the table; the last two name the colours where columns have parts. */
  heads: readonly [label: string, value: string, part?: string];
  /** A sentence in place of columns without numbers: what is missing. */
  empty: string;
  /** How a value is written; as a plain number where not given. */
  format?(value: number): string;
};

/** Columns over time, and the same numbers as a table; without numbers, a sentence. */
export function ColumnChart({ caption, columns, heads, empty, format = String }: ColumnChartProps) {
  if (columns.every(({ value }) => value === 0)) return <Text tone="soft">{empty}</Text>;
  const full = Math.max(...columns.map(({ value }) => value), 1);
  const [, whole, part] = heads;
  const ends = columns.some(({ mark }) => mark) ? columns : [columns[0], columns.at(-1)];
  return (
    <figure className={styles.chart}>
      {part && (
        <div className={styles.key} aria-hidden>
          <span>{part}</span>
          <span>{whole}</span>
        </div>
      )}
      <div className={styles.columns} aria-hidden>
        {columns.map((column) => (
          <span key={column.label} className={styles.slot} title={describe(column, format)}>
            <span
              className={styles.column}
              data-parted={part && ""}
              style={{ height: `${(column.value / full) * 100}%` }}
            >
              {part && <span style={{ height: `${((column.part ?? 0) / (column.value || 1)) * 100}%` }} />}
            </span>
          </span>
        ))}
      </div>
      <div className={styles.axis} data-each={ends === columns || undefined} aria-hidden>
        {ends.map((column) => column && <span key={column.label}>{column.mark ?? column.label}</span>)}
      </div>
      <Figures {...{ caption, columns, heads, format }} />
    </figure>
  );
}

const describe = ({ label, value, part }: Column, format: (value: number) => string) =>
  `${label}: ${part === undefined ? "" : `${format(part)} / `}${format(value)}`;

function Figures({ caption, columns, heads, format }: Omit<Required<ColumnChartProps>, "empty">) {
  return (
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
            {columns.map(({ label, value, part }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format(value)}</td>
                {part !== undefined && <td>{format(part)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}
