import { withoutDue } from "../dates/drop-due.ts";
import { type Due, type Moment, readDue } from "../dates/read-due.ts";
import { quoteOf, summaryOf } from "../extraction/read-messages.ts";
import { readTokens } from "../extraction/read-tokens.ts";
import { isAction, isPast } from "../grammar/verb-forms.ts";
import type { Party } from "../model.ts";

/** One line of minutes: who does what. `names`: everybody else whom it names. */
type MinutesItem = {
  owner: Party;
  names: readonly Party[];
  what: string;
  due: Due | null;
  quote: string;
  offset: number;
};
/** The person of this name; null where nobody or more than one is known by it. */
export type FindPerson = (name: string) => Party | null;

const MAX_LINES = 2000;
/** Longer lines are paragraphs. */
const MAX_LINE = 400;
const MAX_ITEMS = 50;
const TITLE_LINES = 6;

const TITLE =
  /(?<!\d\s?)\bminutes\b|\b(?:meeting|call|board|team|workshop|project|kick-?off)\s+notes\b|\bnotes\s+(?:of|from|on)\b|\bnotes$|^notes\b|\baction\s+(?:items?|points?|list)\b/i;

/** Whether the title or the first lines say that it is what was agreed at a meeting. */
export function isMinutes(title: string, text: string): boolean {
  const first = text
    .slice(0, TITLE_LINES * MAX_LINE)
    .split("\n")
    .slice(0, TITLE_LINES);
  return [title.replaceAll(/[_-]+/g, " "), ...first].some((line) =>
    TITLE.test(line.trim().slice(0, MAX_LINE)),
  );
}

const BULLET = /^(?:[-*•◦▪–—]|\d{1,2}[.)])?\s{0,4}(?:\[(?<box>[ xX✓]?)\]|(?<sign>[☐☑✓✔]))?\s{0,4}/u;
const SECTION =
  /^(?:action\s(?:items?|points?|list)|actions|next\ssteps|to-?\s?dos?|follow-?\s?ups?|tasks)\s?:?$/i;
const HEADING = /^\p{Lu}[\p{L}\p{N} &/'’-]{1,40}:?$/u;
const MARK = /^(?:action(?:\s(?:item|point))?|ai|ap|to-?do|task|next\sstep)s?\s?\d{0,3}\s?[:–—-]\s?/i;
const NAME = String.raw`@?\p{Lu}[\p{L}'’.-]{0,30}(?:\s\p{Lu}[\p{L}'’.-]{0,30}){0,2}`;
const DOES = new RegExp(String.raw`^(?<name>${NAME})\s(?:to|will|shall|is\sto)\s(?=\p{L})`, "u");
const NAMED = new RegExp(
  String.raw`^(?<name>${NAME})\s?(?<sign>[:–—]|\s-\s)\s?(?:to\s|will\s)?(?=\p{L})`,
  "u",
);
const OWNED = new RegExp(
  String.raw`\s?(?:[([]|[–—]|\s-\s|,?\s(?:[Oo]wner|[Rr]esponsible|[Ww]ho)\s?:)\s?(?<name>${NAME})(?:[,;:–—\s-][^()[\]]{0,60})?[)\]]?\.?$`,
  "u",
);

/** Lines such as 'Anna: sends the figures by Friday', 'Action: Ben to sign the lease', 'Send the plan (Anna, Friday)'. */
export function parseMinutes(text: string, moment: Moment, findPerson: FindPerson): MinutesItem[] {
  const items: MinutesItem[] = [];
  let isSection = false;
  let isAfterBlank = true;
  let start = 0;
  for (const line of text.split("\n", MAX_LINES)) {
    const offset = start;
    start += line.length + 1;
    if (line.length > MAX_LINE || items.length >= MAX_ITEMS) continue;
    const trimmed = line.trim();
    const isHeading = isAfterBlank && HEADING.test(trimmed) && !DOES.test(trimmed);
    isAfterBlank = trimmed === "";
    if (SECTION.test(trimmed)) isSection = true;
    else if (isHeading) isSection = false;
    const item = itemIn({ text, offset, line }, isSection, moment, findPerson);
    if (item) items.push(item);
  }
  return items;
}

/** After a name: nothing that somebody is to do. */
const NO_WORK = /^(?:not|no|none|nothing|nil|tbd)$/;
const TICKED = /[xX✓☑✔]/u;
const DONE = /(?:^|[\s([:–—-])(?:done|completed?|finished|n\/a)\s?[)\]]?\s?[.!✓✔]?$/i;

/** A ticked box, or 'done' at its end. */
export function isDoneLine(line: string): boolean {
  const words = line.slice(0, MAX_LINE).trim();
  const bullet = BULLET.exec(words)?.groups;
  return TICKED.test(`${bullet?.box ?? ""}${bullet?.sign ?? ""}`) || DONE.test(words);
}

type Line = { text: string; offset: number; line: string };

function itemIn(
  { text, offset, line }: Line,
  isSection: boolean,
  moment: Moment,
  findPerson: FindPerson,
): MinutesItem | null {
  const from = line.length - line.trimStart().length;
  const words = line.trim();
  const bullet = BULLET.exec(words);
  if (isDoneLine(words)) return null;
  const begin = bullet?.[0].length ?? 0;
  const mark = MARK.exec(words.slice(begin));
  const at = begin + (mark?.[0].length ?? 0);
  const work = workIn(words.slice(at), { isSection, isMarked: mark !== null }, findPerson);
  if (!work) return null;
  const quoted = readTokens(text, offset + from + at, offset + from + words.length);
  const tokens = readTokens(text, offset + from + at + work.start, offset + from + at + work.end);
  const what = baseForm(summaryOf(text, withoutDue(tokens, moment)));
  if (what.length < 3) return null;
  const names = namesIn(words.slice(at), findPerson).filter(({ key }) => key !== work.owner.key);
  return { owner: work.owner, names, what, due: readDue(quoted, moment), ...quoteOf(text, quoted) };
}

type Work = { owner: Party; start: number; end: number };

type Marks = { isSection: boolean; isMarked: boolean };

/** Who does what in these words; the places are those of the work. */
function workIn(words: string, { isSection, isMarked }: Marks, findPerson: FindPerson): Work | null {
  const does = DOES.exec(words);
  const before = does ?? NAMED.exec(words);
  const owner = before?.groups?.name ? findPerson(before.groups.name) : null;
  if (before && owner) {
    const start = before[0].length;
    const verb = baseForm(/^\p{L}+/u.exec(words.slice(start))?.[0].toLowerCase() ?? "");
    const isKnown = isAction(verb);
    const isCertain = isKnown || isMarked || (isSection && does !== null);
    const isNone = NO_WORK.test(verb) || (isPast(verb) && !isKnown);
    return isCertain && !isNone ? { owner, start, end: words.length } : null;
  }
  if (!isMarked && !isSection) return null;
  return inTable(words, findPerson) ?? inBrackets(words, findPerson);
}

function inBrackets(words: string, findPerson: FindPerson): Work | null {
  const after = OWNED.exec(words);
  const owner = after?.groups?.name ? findPerson(after.groups.name) : null;
  return after && owner ? { owner, start: 0, end: after.index } : null;
}

/** A row of a table: one cell is a name, and the longest other one the work. */
function inTable(words: string, findPerson: FindPerson): Work | null {
  const cells = [...words.matchAll(/[^\t|]+/g)].map(({ 0: cell, index }) => ({
    start: index,
    end: index + cell.length,
    text: cell.trim(),
  }));
  if (cells.length < 2) return null;
  const owners = cells.map((cell) => (cell.text.length <= 60 ? findPerson(cell.text) : null));
  const owner = owners.find((each) => each !== null);
  const work = cells
    .filter((_, place) => owners[place] === null)
    .reduce<(typeof cells)[number] | null>(
      (longest, cell) => (longest && longest.text.length >= cell.text.length ? longest : cell),
      null,
    );
  return owner && work ? { owner, start: work.start, end: work.end } : null;
}

function namesIn(words: string, findPerson: FindPerson): Party[] {
  const found = new Map<string, Party>();
  for (const [name] of words.matchAll(new RegExp(NAME, "gu"))) {
    const person = findPerson(name) ?? findPerson(name.split(" ")[0] ?? "");
    if (person) found.set(person.key, person);
  }
  return [...found.values()];
}

/** 'send the figures' of 'sends the figures'. */
function baseForm(what: string): string {
  const [first = "", ...rest] = what.split(" ");
  const word = first.toLowerCase();
  const base = [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`].find(
    (form, place) => word.endsWith(["s", "es", "ies"][place] ?? "") && isAction(form),
  );
  return [isAction(word) ? word : (base ?? first), ...rest].join(" ");
}
