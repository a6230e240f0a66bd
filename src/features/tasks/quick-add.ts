import { parseMoment } from "#platform/time/parse-moment.ts";
import { MAX_TAG_LENGTH, MAX_TAGS } from "./fields.ts";
import type { TaskPriority } from "./model.ts";

/** A parsed line. Spans are the recognized parts, as positions in the line; the rest is the title. */
export type QuickAdd = {
  title: string;
  dueDate: Date | null;
  /** False if only a day was given: dueDate is then its first instant. */
  hasTime: boolean;
  priority: TaskPriority | null;
  tags: string[];
  project: KnownProject | null;
  spans: Span[];
};
export type Span = { kind: "date" | "priority" | "tag" | "project"; start: number; end: number };
export type KnownProject = { id: string; name: string };

type Situation = { now: Date; timeZone: string; projects?: readonly KnownProject[] };

/** Longer lines are parsed only up to here. */
export const MAX_QUICK_ADD = 1000;

/**
 * Parses 'Call Anna tomorrow 15:00 !high #board +Launch'. Priorities are also !1 (urgent) to !4 (low); a project is
 * given by its name or a unique prefix. Everything else, and text in "quotes", is the title.
 */
export function parseQuickAdd(line: string, { now, timeZone, projects = [] }: Situation): QuickAdd {
  const text = line.slice(0, MAX_QUICK_ADD);
  const quoted = [...text.matchAll(/"[^"]*"/g)].map(({ 0: match, index }) => range(index, match));
  const marks = readMarks(text, quoted, projects);
  const date = parseMoment(blank(blank(text, quoted, "_"), marks.spans, " "), { now, timeZone });
  const dateSpans = date ? without({ kind: "date", ...date.span }, marks.spans, text) : [];
  const spans = [...marks.spans, ...dateSpans].sort((a, b) => a.start - b.start);
  const rest = spans.length > 0 ? cut(text, spans).replaceAll(STRAY_PUNCTUATION, " ") : text;
  const title = tidy(rest + line.slice(MAX_QUICK_ADD));
  return {
    title: title === "" ? tidy(line) : title,
    dueDate: date?.at ?? null,
    hasTime: date?.hasTime ?? false,
    priority: marks.priority,
    tags: marks.tags,
    project: marks.project,
    spans,
  };
}

type Range = { start: number; end: number };
type Marks = Pick<QuickAdd, "priority" | "tags" | "project" | "spans">;

const PRIORITIES: Record<string, TaskPriority> = {
  "!urgent": "urgent",
  "!high": "high",
  "!medium": "medium",
  "!low": "low",
  "!1": "urgent",
  "!2": "high",
  "!3": "medium",
  "!4": "low",
};

/** Words that begin with !, # or +. The first priority and the first project count. */
function readMarks(text: string, quoted: readonly Range[], projects: readonly KnownProject[]): Marks {
  const marks: Marks = { priority: null, tags: [], project: null, spans: [] };
  for (const { 0: word, index: start } of text.matchAll(/\S+/g)) {
    if (quoted.some((quote) => start >= quote.start && start < quote.end)) continue;
    const mark = readMark(word, text.slice(start), marks, projects);
    if (mark) marks.spans.push({ kind: mark.kind, start, end: start + mark.length });
  }
  return marks;
}

function readMark(word: string, rest: string, marks: Marks, projects: readonly KnownProject[]) {
  const priority = marks.priority === null ? PRIORITIES[word.toLowerCase()] : undefined;
  if (priority) {
    marks.priority = priority;
    return { kind: "priority", length: word.length } as const;
  }
  const tag = /^#(\p{L}[\p{L}\p{M}\p{N}_-]*)[.,;:!?]*$/u.exec(word)?.[1];
  if (tag && tag.length <= MAX_TAG_LENGTH && marks.tags.length < MAX_TAGS) {
    if (!marks.tags.includes(tag)) marks.tags.push(tag);
    return { kind: "tag", length: tag.length + 1 } as const;
  }
  const named = word.startsWith("+") && !marks.project ? findProject(rest.slice(1), projects) : undefined;
  if (!named) return null;
  marks.project = named.project;
  return { kind: "project", length: named.length + 1 } as const;
}

/** The longest full name that the text begins with, otherwise the only project that its first word is a prefix of. */
function findProject(text: string, projects: readonly KnownProject[]) {
  const lower = text.toLowerCase();
  const exact = projects
    .filter(({ name }) => lower.startsWith(name.toLowerCase()) && /^(\W|$)/.test(text.slice(name.length)))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (exact) return { project: exact, length: exact.name.length };
  const word = /^[^\s.,;:!?]+/.exec(lower)?.[0] ?? "";
  const [only, second] =
    word === "" ? [] : projects.filter(({ name }) => compact(name).startsWith(compact(word)));
  return only && !second ? { project: only, length: word.length } : undefined;
}

/** '+q3-launch' and '+q3launch' name 'Q3 Launch'. */
const compact = (name: string) => name.toLowerCase().replaceAll(/[\s_-]+/g, "");

const range = (start: number, text: string): Range => ({ start, end: start + text.length });

const blank = (text: string, ranges: readonly Range[], filler: string) =>
  ranges.reduce(
    (result, { start, end }) => result.slice(0, start) + filler.repeat(end - start) + result.slice(end),
    text,
  );

/** The parts of the span outside the ranges, trimmed. */
function without(span: Span, ranges: readonly Range[], text: string): Span[] {
  const inside = ranges.filter(({ start, end }) => start < span.end && end > span.start);
  const cuts = [span.start, ...inside.flatMap(({ start, end }) => [start, end]), span.end];
  const parts: Span[] = [];
  for (let index = 0; index + 1 < cuts.length; index += 2) {
    const [start = 0, end = 0] = cuts.slice(index);
    const part = text.slice(start, end);
    const words = part.trim();
    const from = start + part.indexOf(words);
    if (words !== "") parts.push({ ...span, start: from, end: from + words.length });
  }
  return parts;
}

function cut(text: string, spans: readonly Range[]): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of spans) {
    rest += `${text.slice(from, start)} `;
    from = end;
  }
  return rest + text.slice(from);
}

/** Punctuation left over from removed parts. */
const STRAY_PUNCTUATION = /(?<=^|\s)[.,;:]+(?=\s|$)|[,;:](?=[\s.,;:]*$)/g;

const tidy = (text: string) => text.replaceAll(/\s+/g, " ").trim();
