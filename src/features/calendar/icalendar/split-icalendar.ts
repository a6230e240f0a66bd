/** Of a file (security.md D19). */
const MAX_EVENTS = 5000;
const MAX_LINES = 500_000;
const MAX_DEPTH = 4;
/** Dates that one component lists (EXDATE, RDATE): 50 years of a daily series. */
const MAX_DATES = 20_000;

/** An error in a file, with its line. */
export class FileError extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

/** A component of the calendar with the number of its first line. */
export type ComponentBlock = { kind: string; line: number; lines: string[] };

/** Splits the file into its components by BEGIN and END only; each is then parsed separately. */
export function splitICalendar(text: string): { blocks: ComponentBlock[]; header: Map<string, string> } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  if (lines.length > MAX_LINES) throw new FileError(MAX_LINES, "The file has too many lines");
  const blocks: ComponentBlock[] = [];
  const header = new Map<string, string>();
  const open: string[] = [];
  let block: ComponentBlock | null = null;
  const countDates = dateCounter();
  lines.forEach((line, index) => {
    const number = index + 1;
    if (line.trim() === "") return;
    const isFolded = /^[ \t]/.test(line);
    const [, word = "", name = ""] = isFolded ? [] : (/^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []);
    if (open.length === 0 && word.toUpperCase() !== "BEGIN")
      throw new FileError(number, "This is not a calendar file: it does not begin with BEGIN:VCALENDAR");
    if (word.toUpperCase() === "BEGIN") {
      if (open.length === 0 && name.toUpperCase() !== "VCALENDAR")
        throw new FileError(number, "This is not a calendar file: it does not begin with BEGIN:VCALENDAR");
      open.push(name.toUpperCase());
      if (open.length > MAX_DEPTH) throw new FileError(number, "The file is nested too deeply");
      if (open.length === 2) {
        block = { kind: name.toUpperCase(), line: number, lines: [] };
        blocks.push(block);
        if (blocks.length > MAX_EVENTS + 500)
          throw new FileError(number, `A file has ${MAX_EVENTS} events at most`);
      }
    }
    if (!isFolded && !/^[\w-]+[;:]/.test(line))
      throw new FileError(number, `This line cannot be read: ${line.slice(0, 60)}`);
    if (open.length >= 2) {
      block?.lines.push(line);
      if (block && countDates(block, line, isFolded) > MAX_DATES)
        throw new FileError(number, `An event lists ${MAX_DATES} dates at most`);
    } else if (word === "") {
      const [, key = "", value = ""] = /^([\w-]+)(?:[^\w:-][^:]*)?:(.*)$/.exec(line) ?? [];
      header.set(key.toUpperCase(), value.trim().slice(0, 200));
    }
    if (word.toUpperCase() === "END" && open.pop() !== name.toUpperCase())
      throw new FileError(number, `END:${name} without its BEGIN`);
  });
  if (open.length > 0) throw new FileError(lines.length, `The file ends before END:${open.at(-1)}`);
  if (blocks.length === 0 && header.size === 0) throw new FileError(1, "The file is empty");
  return { blocks, header };
}

/** Counts the dates listed in a component so far; a list may continue over folded lines. */
function dateCounter(): (block: ComponentBlock, line: string, isFolded: boolean) => number {
  let counted: ComponentBlock | null = null;
  let count = 0;
  let isList = false;
  return (block, line, isFolded) => {
    if (block !== counted) [counted, count] = [block, 0];
    if (!isFolded) isList = /^(?:EXDATE|RDATE)[;:]/i.test(line);
    if (isList) count += line.split(",").length;
    return count;
  };
}
