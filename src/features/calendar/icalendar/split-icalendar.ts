import { t } from "#i18n/message.ts";
import {
  type ContentLine,
  continueProperty,
  isPropertyStart,
  type RawProperty,
  startProperty,
  toContentLine,
} from "./content-lines.ts";

/** Of a file (security.md D19). */
const MAX_COMPONENTS = 5000;
const MAX_LINES = 500_000;
const MAX_DEPTH = 6;
/** Dates that one component lists (EXDATE, RDATE): 50 years of a daily series. */
const MAX_DATES = 20_000;

/** Something in a file that cannot be read, with its line. */
export class FileError extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

/** A component with its properties and inner components in the order of the file. */
export type Component = {
  kind: string;
  /** The METHOD of its calendar, in upper case. */
  method: string | null;
  /** The lines of the file from BEGIN to END, counted from 1. */
  line: number;
  lastLine: number;
  properties: ContentLine[];
  children: Component[];
};

export type SplitFile = {
  /** The components of the calendars of the file, and those that stand alone. */
  components: Component[];
  /** The properties of the first calendar. */
  header: ReadonlyMap<string, string>;
  /** Whether the file ends within a component. */
  isCutOff: boolean;
};

/**
 * Splits the file into its components by BEGIN and END only, as tolerant as mature clients: text around the calendar is
 * skipped, an END without its BEGIN too, and one that is missing is assumed. Throws for what is no calendar at all.
 */
export function splitICalendar(text: string): SplitFile {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  if (lines.length > MAX_LINES) throw new FileError(MAX_LINES, t`The file has too many lines`);
  const split = new Splitter();
  lines.forEach((line, index) => {
    const [next = "", second = ""] = lines.slice(index + 1, index + 3);
    // A folded name may have an empty line before its value.
    if (line.trim() !== "") split.add(line, next.trim() === "" ? second : next, index + 1);
  });
  return split.end(lines.length);
}

class Splitter {
  private readonly root = componentAt("", 1);
  private open: Component[] = [this.root];
  private property: RawProperty | null = null;
  private count = 0;

  add(line: string, next: string, number: number): void {
    const [, word = "", kind = ""] = /^\s?(BEGIN|END)\s*:\s*([\w-]+)\s*$/i.exec(line) ?? [];
    if (word === "" && !isPropertyStart(line, next)) {
      if (this.property) continueProperty(this.property, line, number);
      return;
    }
    this.finishProperty();
    if (word.toUpperCase() === "BEGIN") this.begin(kind.toUpperCase(), number);
    else if (word !== "") this.close(kind.toUpperCase(), number);
    else if (this.open.length > 1) this.property = startProperty(line, number);
  }

  end(lastLine: number): SplitFile {
    this.finishProperty();
    const isCutOff = this.open.length > 1;
    const [, outermost] = this.open;
    for (const component of this.open) component.lastLine = lastLine;
    const { children } = this.root;
    if (children.length === 0)
      throw new FileError(1, t`This is not a calendar file: it does not begin with BEGIN:VCALENDAR`);
    if (isCutOff && this.count === 0)
      throw new FileError(lastLine, t`The file ends before END:${outermost?.kind ?? "VCALENDAR"}`);
    const calendars = children.filter(({ kind }) => kind === "VCALENDAR");
    const header = (calendars[0]?.properties ?? []).map(
      ({ name, value }) => [name, value.trim().slice(0, 200)] as const,
    );
    const components = children.flatMap((one) => (one.kind === "VCALENDAR" ? withMethod(one) : [one]));
    return { components, header: new Map(header), isCutOff };
  }

  private begin(kind: string, number: number): void {
    const parent = this.open.at(-1) ?? this.root;
    // Without its END, a component would hide the next one.
    if (parent.kind === kind) this.close(kind, number - 1);
    const component = componentAt(kind, number);
    (this.open.at(-1) ?? this.root).children.push(component);
    this.open.push(component);
    if (this.open.length > MAX_DEPTH + 1) throw new FileError(number, t`The file is nested too deeply`);
    if (kind !== "VCALENDAR" && this.open.length <= 3) this.count += 1;
    if (this.count > MAX_COMPONENTS + 500)
      throw new FileError(number, t`A file has ${MAX_COMPONENTS} events at most`);
  }

  private close(kind: string, number: number): void {
    const at = this.open.findLastIndex((one) => one.kind === kind);
    if (at < 1) return;
    for (const component of this.open.splice(at)) component.lastLine = number;
  }

  private finishProperty(): void {
    if (this.property === null) return;
    this.open.at(-1)?.properties.push(toContentLine(this.property));
    this.property = null;
  }
}

function withMethod(calendar: Component): Component[] {
  const method = propertyOf(calendar, "METHOD")?.value.trim().toUpperCase() || null;
  for (const component of calendar.children) component.method = method;
  return calendar.children;
}

const componentAt = (kind: string, line: number): Component => ({
  kind,
  method: null,
  line,
  lastLine: line,
  properties: [],
  children: [],
});

export const propertyOf = ({ properties }: Component, name: string): ContentLine | undefined =>
  properties.find((one) => one.name === name);

export const propertiesOf = ({ properties }: Component, name: string): ContentLine[] =>
  properties.filter((one) => one.name === name);

/** Throws if the component lists more dates than a series may have. */
export function checkDateLists(component: Component): void {
  let count = 0;
  for (const { name, value, number } of component.properties) {
    if (name === "EXDATE" || name === "RDATE") count += value.split(",").length;
    if (count > MAX_DATES) throw new FileError(number, t`An event lists ${MAX_DATES} dates at most`);
  }
}
