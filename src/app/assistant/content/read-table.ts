const SEPARATOR = /\||\t|(?<=\S) {3,}/;

export const isTableRow = (line: string): boolean => cellsIn(line).length > 1;

const cellsIn = (line: string): string[] =>
  line
    .split(SEPARATOR)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");

/** The cells of a row, each with the name of its row and of its column: 'Egress, October: 6,480.05'. */
export function cellsOf(line: string, head: string): { head: string; cells: string[] } {
  const cells = cellsIn(line);
  const isHead =
    head === "" &&
    cells.filter((cell) => /^(?:[^\d]+|(?:Q[1-4]|20\d\d|\w{3,9}) ?(?:20)?\d{0,4})$/.test(cell)).length ===
      cells.length;
  if (isHead) return { head: line, cells: [line] };
  const names = head === "" ? [] : cellsIn(head);
  const [name = "", ...values] = cells;
  const columns = names.length === values.length ? names : names.slice(1);
  if (columns.length !== values.length) return { head, cells: [cells.join(", ")] };
  return { head, cells: values.map((value, index) => `${name}, ${columns[index]}: ${value}`) };
}
