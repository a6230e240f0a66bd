import { formatShortDate, formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { parseMoment } from "#platform/time/parse-moment.ts";

/** A day that a text names. */
export type Dated = { shown: string; start: number; end: number; at: Date | null };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?";
const DAY = "(\\d{1,2})(?:st|nd|rd|th|\\.)?";
const YEAR = "(?:,? (\\d{4})\\b)?";
const DAY_MONTH = new RegExp(`\\b(?:${DAY} ?(?:to|until|-|–|and) ?)?${DAY} (?:of )?${MONTH}${YEAR}`, "gi");
const MONTH_DAY = new RegExp(`\\b${MONTH} ${DAY}(?:(?: ?[-–] ?| to )${DAY})?(?!\\d)${YEAR}`, "gi");
const NUMERIC = /\b(\d{1,2})[./](\d{1,2})[./](\d{4}|\d\d\b)?|\b(\d{4})-(\d\d)-(\d\d)\b/g;
const WEEKDAY = "mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun";
const RELATIVE = new RegExp(
  `\\b(?:(?:next|this|last|coming) )?(?:${WEEKDAY})(?:day)?\\b(?: the)?(?: \\d{1,2}(?:st|nd|rd|th)?\\b)?|\\b(?:today|tomorrow|tonight|yesterday|next week|this week|end of (?:the )?(?:week|month|quarter|year))\\b|\\bthe \\d{1,2}(?:st|nd|rd|th)\\b`,
  "gi",
);
const VAGUE =
  /\b(?:(?:end|beginning|middle|start) of |mid[- ]|early |late )?(?:january|february|march|april|june|july|august|september|october|november|december)(?: \d{4})?\b|\b(?:q[1-4]|spring|summer|autumn|winter)(?: \d{4})?\b|\b20\d\d\b/gi;

/** The days that a text names, in its order; without a year those near the day it was written. */
export function datesIn(text: string, written: Date, timeZone: string): Dated[] {
  const found: Dated[] = [];
  const add = (one: Dated) => {
    if (!found.some(({ start, end }) => one.start < end && one.end > start)) found.push(one);
  };
  for (const match of text.matchAll(DAY_MONTH)) addNamed(match, [2, 1, 3, 4], written, found);
  for (const match of text.matchAll(MONTH_DAY)) {
    const [whole, month = "", first, second, year] = match;
    const at = { start: match.index, end: match.index + whole.length };
    if (overlaps(found, at)) continue;
    for (const day of [first, second]) if (day) found.push({ ...shownDay(day, month, year, written), ...at });
  }
  for (const match of text.matchAll(NUMERIC)) {
    const [whole, day, month, year, isoYear, isoMonth, isoDay] = match;
    const named = MONTHS[Number(month ?? isoMonth) - 1];
    if (!named) continue;
    const full = year ?? isoYear;
    add({
      ...shownDay(day ?? isoDay ?? "", named, full?.length === 2 ? `20${full}` : full, written),
      ...{ start: match.index, end: match.index + whole.length },
    });
  }
  for (const match of text.matchAll(RELATIVE)) add(relativeDay(match, written, timeZone));
  for (const { 0: piece, index } of text.matchAll(VAGUE))
    add({ shown: piece, start: index, end: index + piece.length, at: null });
  return found.sort((one, other) => one.start - other.start);
}

const overlaps = (found: readonly Dated[], at: { start: number; end: number }) =>
  found.some(({ start, end }) => at.start < end && at.end > start);

/** Of '18 to 29 January 2027' both days. */
function addNamed(
  match: RegExpExecArray,
  [day, from, month, year]: readonly [number, number, number, number],
  written: Date,
  found: Dated[],
): void {
  const at = { start: match.index, end: match.index + match[0].length };
  for (const one of [match[from], match[day]])
    if (one) found.push({ ...shownDay(one, match[month] ?? "", match[year], written), ...at });
}

/** A written year is shown; without one the day nearest to when it was written counts. */
function shownDay(day: string, month: string, year: string | undefined, written: Date) {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  const of = (full: number) => new Date(Date.UTC(full, number, Number(day), 12));
  if (year) {
    const at = of(Number(year));
    return { at, shown: formatShortDate(at, "UTC") };
  }
  const near = [-1, 0, 1].map((shift) => of(written.getUTCFullYear() + shift));
  const distance = (at: Date) => {
    const days = (at.getTime() - written.getTime()) / 86_400_000;
    // Days ahead are named more often.
    return days < 0 ? -1.4 * days : days;
  };
  const at = near.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  return { at, shown: formatShortWeekdayAndDay(at, "UTC") };
}

function relativeDay({ 0: piece, index }: RegExpExecArray, written: Date, timeZone: string): Dated {
  const place = { start: index, end: index + piece.length };
  const [, digits] = /(\d{1,2})/.exec(piece) ?? [];
  if (digits) {
    const at = nextWithDay(Number(digits), written);
    return { ...place, at, shown: `${piece} (${formatShortWeekdayAndDay(at, "UTC")})` };
  }
  const isPast = /^(?:last|yesterday)/i.test(piece);
  const plain = piece.replace(/^(?:this|coming) /i, "");
  const found = isPast ? null : parseMoment(`on ${plain}`, { now: written, timeZone });
  if (!found) return { ...place, at: null, shown: piece };
  return { ...place, at: found.at, shown: `${piece} (${formatShortWeekdayAndDay(found.at, timeZone)})` };
}

/** The next day of a month with this number. */
function nextWithDay(day: number, written: Date): Date {
  const year = written.getUTCFullYear();
  const month = written.getUTCMonth();
  const here = new Date(Date.UTC(year, month, day, 12));
  return here.getTime() >= written.getTime() - 86_400_000
    ? here
    : new Date(Date.UTC(year, month + 1, day, 12));
}
