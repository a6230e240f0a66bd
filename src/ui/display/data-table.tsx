import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { t } from "#i18n/message.ts";
import { useShortcut } from "../keyboard/shortcuts.ts";
import styles from "./data-table.module.css";

export type Column<R> = {
  label: string;
  cell(row: R): ReactNode;
  /** Numbers and buttons are at the right. */
  isEnd?: boolean;
  /** Dates and short values do not wrap. */
  isTight?: boolean;
  /** For `Clipped` text of any length: the column gets this share of the width, such as "24%", at most. */
  share?: string;
  /** The name of the row: its first line on a phone. */
  isName?: boolean;
};

type DataTableProps<R extends { id: string }> = {
  /** What is listed, for screen readers and the list of shortcuts. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
};

/**
 * A table; on a phone each row is a card. j and k, or the arrows, move from row to row; Enter presses the first button
 * of the last column, or else the first of the row.
 */
export function DataTable<R extends { id: string }>({ label, columns, rows }: DataTableProps<R>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (step: number) => moveFocus(body.current, step);
  useShortcut("j", t`Next row`, label, () => move(1));
  useShortcut("k", t`Previous row`, label, () => move(-1));
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.key !== "Enter" || event.target !== event.currentTarget) return;
    event.preventDefault();
    const row = event.currentTarget;
    (row.querySelector<HTMLElement>("td[data-end] button") ?? row.querySelector("button"))?.click();
  };
  return (
    <table className={styles.table} aria-label={label}>
      <thead className={styles.head}>
        <tr>
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              data-end={column.isEnd || undefined}
              style={column.share ? { width: column.share } : undefined}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <tr key={row.id} className={styles.row} tabIndex={-1} onKeyDown={onKeyDown}>
            {columns.map((column) => (
              <td
                key={column.label}
                data-label={column.label}
                data-end={column.isEnd || undefined}
                data-name={column.isName || undefined}
                data-tight={column.isTight || undefined}
                data-share={column.share ? true : undefined}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function moveFocus(body: HTMLElement | null, step: number): void {
  const rows = [...(body?.querySelectorAll<HTMLElement>("tr") ?? [])];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = current < 0 ? (step > 0 ? 0 : rows.length - 1) : current + step;
  const row = rows[Math.max(0, Math.min(next, rows.length - 1))];
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}
