/** One line of RFC 4180, every cell quoted. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** Lets spreadsheets read the file as UTF-8. */
export const CSV_MARK = "\ufeff";

/** Spreadsheets run text that begins like a formula; an apostrophe before it prevents that (OWASP, CSV injection). */
function csvCell(text: string): string {
  const isFormula = /^[\s\u200b\ufeff]*[=+\-@\t\r|%]/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
