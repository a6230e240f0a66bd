import { EVERY_WEEK, type SimpleRule } from "../series/simple-rule.ts";

/** Recognized text is cut out of the line and replaced by a gap that later patterns do not cross. */
export class TextScanner {
  rest: string;
  constructor(line: string) {
    this.rest = line;
  }
  take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.rest);
    if (found) this.cut(found.index, found.index + found[0].length);
    return found;
  }
  cut(start: number, end: number): void {
    this.rest = `${this.rest.slice(0, start)} ${GAP} ${this.rest.slice(end)}`;
  }
}
export const GAP = "\u{1f}";

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WEEKDAY = "(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?s?";
const weekdaysIn = (text: string) =>
  [...text.toLowerCase().matchAll(new RegExp(`\\b${WEEKDAY}\\b`, "g"))].map(({ 0: name }) =>
    WEEKDAYS.indexOf(name.slice(0, 3)),
  );
const UNITS: Record<string, SimpleRule["unit"]> = { d: "day", w: "week", m: "month", y: "year", a: "year" };

export function scanRepeat(text: TextScanner): SimpleRule | null {
  const end = () => readEnd(text);
  if (text.take(/\b(?:every|each)\s+(?:week|work)day\b|\bon weekdays\b/i))
    return { ...EVERY_WEEK, weekdays: [1, 2, 3, 4, 5], end: end() };
  const onDays = text.take(
    new RegExp(
      `\\bevery\\s+(other\\s+|second\\s+)?(${WEEKDAY}(?:(?:\\s*,\\s*|\\s+and\\s+)${WEEKDAY})*)\\b`,
      "i",
    ),
  );
  if (onDays)
    return { ...EVERY_WEEK, every: onDays[1] ? 2 : 1, weekdays: weekdaysIn(onDays[2] ?? ""), end: end() };
  const often = text.take(/\bevery\s+(other\s+|second\s+|\d{1,2}\s+)?(day|week|month|year)s?\b/i);
  if (often) {
    const every = Number(often[1]) || (often[1] ? 2 : 1);
    return {
      ...EVERY_WEEK,
      every,
      unit: UNITS[(often[2] ?? "w").charAt(0).toLowerCase()] ?? "week",
      end: end(),
    };
  }
  const adverb = text.take(/\b(daily|weekly|monthly|yearly|annually)\b/i);
  if (!adverb) return null;
  return { ...EVERY_WEEK, unit: UNITS[adverb[0].charAt(0).toLowerCase()] ?? "week", end: end() };
}

function readEnd(text: TextScanner): SimpleRule["end"] {
  const times = text.take(/\b(?:for\s+)?(\d{1,3})\s+times\b/i);
  return times ? { kind: "after", count: Math.max(1, Number(times[1])) } : { kind: "never" };
}

const NUMBERS: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, half: 0.5, "half an": 0.5 };

/** In minutes; null where the line says none. */
export function scanDuration(text: TextScanner): number | null {
  const mixed = text.take(/\b(?:for\s+)?(\d{1,2})\s*h\s*(\d{1,2})(?:\s*m(?:in)?)?\b/i);
  if (mixed) return Number(mixed[1]) * 60 + Number(mixed[2]);
  const found = text.take(
    /\b(?:for\s+)?(\d{1,9}(?:[.,]\d{1,9})?|half an|half|an|a|one|two|three)\s*(hours?|hrs?|h|minutes?|mins?)\b/i,
  );
  if (!found) return null;
  const amount = NUMBERS[found[1]?.toLowerCase() ?? ""] ?? Number(found[1]?.replace(",", "."));
  const minutes = Math.round(amount * (/^h/i.test(found[2] ?? "") ? 60 : 1));
  return minutes > 0 && minutes <= 366 * 24 * 60 ? minutes : null;
}
