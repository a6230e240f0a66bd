import { format, isDateFormat } from "numfmt";

export type Sheet = { name: string; rows: string[][] };

/** Rows and columns of one sheet, and sheets: more is for its own program. */
export const MAX_ROWS = 5000;
export const MAX_COLUMNS = 1000;
export const MAX_SHEETS = 256;
/**
 * Limits of a whole workbook: cells, and characters with separators, because one text may be repeated in a million
 * cells.
 */
const MAX_CELLS = 500_000;
const MAX_CHARACTERS = 1_500_000;
/** The longest text of a cell, and the longest code of a number format (ECMA-376, 18.8.30). */
export const MAX_TEXT_LENGTH = 32_767;
const MAX_CODE_LENGTH = 255;

export type Book = {
  sheets: Sheet[];
  /** True if a limit is reached: nothing more is added, so reading can stop. */
  isFull(): boolean;
  startSheet(name: string): void;
  /** Indexes start at 0. Cells outside the limits are ignored. */
  add(row: number, column: number, text: string): void;
};

/** Collects the cells of a workbook within limits, whatever the file contains. */
export function collectCells(): Book {
  const sheets: Sheet[] = [];
  let cells = 0;
  let characters = 0;
  const isFull = () => cells >= MAX_CELLS || characters >= MAX_CHARACTERS;
  return {
    sheets,
    isFull,
    startSheet: (name) => {
      characters += name.length;
      if (sheets.length < MAX_SHEETS) sheets.push({ name: name.slice(0, MAX_CODE_LENGTH), rows: [] });
    },
    add: (row, column, text) => {
      const rows = sheets.at(-1)?.rows;
      if (!rows || text === "" || isFull() || !(row < MAX_ROWS) || !(column < MAX_COLUMNS)) return;
      cells += 1;
      characters += text.length + padTo(rows, row, () => []);
      const line = rows[row] ?? [];
      characters += padTo(line, column, () => "");
      line[column] = text.slice(0, MAX_TEXT_LENGTH);
    },
  };
}

/** Pads the list to include this index; returns the number of added items. */
function padTo<T>(list: T[], place: number, empty: () => T): number {
  const before = list.length;
  while (list.length <= place) list.push(empty());
  return list.length - before;
}

/** Removes leading empty rows and columns. */
export function withoutMargins({ name, rows }: Sheet): Sheet {
  const used = rows.map((row) => row.findIndex((cell) => cell !== ""));
  const first = used.findIndex((column) => column >= 0);
  const firstColumn = used.reduce(
    (least, column) => (column >= 0 ? Math.min(least, column) : least),
    MAX_COLUMNS,
  );
  return { name, rows: first < 0 ? [] : rows.slice(first).map((row) => row.slice(firstColumn)) };
}

/** Offset in days of workbooks that count from 1904. */
const DAYS_UNTIL_1904 = 1462;

/** A number as the sheet displays it; unformatted if its format is invalid. */
export function formatNumber(value: number, code: string, is1904: boolean): string {
  if (code.length > MAX_CODE_LENGTH) return String(value);
  try {
    return format(code || "General", is1904 && isDateFormat(code) ? value + DAYS_UNTIL_1904 : value);
  } catch {
    return String(value);
  }
}

/** Formats that are known by number only (ECMA-376, 18.8.30); dates that follow the reader's language are written as ISO. */
export const BUILT_IN_FORMATS: Readonly<Record<number, string>> = {
  ...{ 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00" },
  ...{ 12: "# ?/?", 13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy" },
  ...{ 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm" },
  ...{ 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)" },
  ...{ 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0" },
};
