import { t } from "#i18n/message.ts";
import { formatShortDay } from "#platform/time/format-in-zone.ts";
import { parseMoment } from "#platform/time/parse-moment.ts";
import { instantOf, startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import type { SimpleRule } from "../series/simple-rule.ts";
import { GAP, scanDuration, scanRepeat, TextScanner } from "./scan-quick-text.ts";

/** What one line says about an event, parsed. */
export type QuickEvent = {
  title: string;
  location: string | null;
  /** Addresses, and names of people who may be contacts. */
  people: string[];
  isAllDay: boolean;
  /** An all-day event begins and ends at 00:00 UTC of its days. */
  startTime: Date;
  endTime: Date;
  repeat: SimpleRule | null;
  /** What is ambiguous in the line; no event is created while there is a question. */
  questions: Question[];
};
/** Parse again with `answers[id]` set to the value of the chosen option. */
export type Question = { id: string; words: string; options: { value: string; label: string }[] };

type Situation = { now: Date; timeZone: string; answers?: Readonly<Record<string, string>> };
type Day = { year: number; month: number; day: number };
type Clock = { hour: number; minute: number };

/** Longer lines are parsed only up to here. */
export const MAX_QUICK_ADD = 1000;
const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Parses 'Lunch with Bob tomorrow 13-14 at Luigi's', 'Standup every weekday 9:30 for 15 min', 'Offsite Mar 3 all day'.
 */
export function parseQuickEvent(line: string, situation: Situation): QuickEvent {
  const { answers = {} } = situation;
  const questions: Question[] = [];
  const ask = (question: Question): string | undefined => {
    const known = question.options.find(({ value }) => value === answers[question.id]);
    if (!known) questions.push(question);
    return known?.value;
  };
  const text = new TextScanner(line.slice(0, MAX_QUICK_ADD));
  const hasAllDayWords = text.take(/\ball[- ]day\b/i) !== null;
  const repeat = scanRepeat(text);
  const minutes = scanDuration(text);
  const hours = hasAllDayWords ? null : readHours(text, ask);
  const days = readDays(text, situation, ask);
  const location = readPlace(text);
  const people = readPeople(text.rest);
  const title = titleOf(text.rest) || t`New event`;

  const isOpen = !hours && !hasAllDayWords && minutes === null;
  const chosen = isOpen && days ? ask(hoursQuestion(days.first)) : undefined;
  const isAllDay = hasAllDayWords || (isOpen && (chosen === "all day" || !chosen));
  const clock = hours ?? { from: { hour: 9, minute: 0 }, to: null };
  const first =
    days?.first ?? firstDay({ situation, repeat, clock: isAllDay ? null : clock.from, isOpen, ask });
  const day = repeat && !days ? firstOf(repeat, first) : first;
  const times = isAllDay ? allDayTimes(day, days?.last) : hoursOf(day, clock, minutes, situation.timeZone);
  return { title, location, people, isAllDay, ...times, repeat, questions };
}

type AskQuestion = (question: Question) => string | undefined;
type Hours = { from: Clock; to: Clock | null };

const TIME = "(\\d{1,2})(?:[:.](\\d{2}))?\\s*([ap]\\.?m\\.?)?";
const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";
const RANGE = new RegExp(
  `(?<![\\d/.:-]|${MONTH}[a-z]*\\.?\\s)\\b(?:from\\s+|at\\s+)?${TIME}\\s*(?:-|–|to|until|till)\\s*${TIME}(?![\\d/:-]|\\s*(?:${MONTH}|st\\b|nd\\b|rd\\b|th\\b|%))`,
  "i",
);

function readHours(text: TextScanner, ask: AskQuestion): Hours | null {
  const range = RANGE.exec(text.rest);
  const [from, to] = range ? [clockOf(range, 1), clockOf(range, 4)] : [];
  if (range && from && to) {
    text.cut(range.index, range.index + range[0].length);
    const [start, end] = [from.clock, to.clock];
    // '1-2pm': am/pm of the end holds for the start too, unless the start would then be later than the end.
    const isAfternoon = to.half === "p" && !from.half && start.hour < 12 && start.hour + 12 <= end.hour;
    if (isAfternoon) start.hour += 12;
    const open = !from.half && !to.half;
    const resolvedStart = open ? resolveAmPm(start, range[0].trim(), ask, isShort(range[2])) : start;
    const isLater = resolvedStart.hour * 60 + resolvedStart.minute < end.hour * 60 + end.minute;
    const isExact = isLater || end.hour >= 12 || resolvedStart.hour > 12 || to.half !== undefined;
    return { from: resolvedStart, to: isExact ? end : { ...end, hour: end.hour + 12 } };
  }
  const word = text.take(/\b(?:at\s+)?(noon|midday|midnight)\b/i);
  if (word) return { from: { hour: /midnight/i.test(word[0]) ? 0 : 12, minute: 0 }, to: null };
  const single =
    /(?:\bat\s+|@\s*)(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?(?![\d/:])\b|\b(\d{1,2}):(\d{2})\s*([ap]\.?m\.?)?\b|\b(\d{1,2})()\s*([ap]\.?m\.?)(?!\w)/i.exec(
      text.rest,
    );
  const found = single && [1, 4, 7].map((at) => clockOf(single, at)).find(Boolean);
  if (!single || !found) return null;
  text.cut(single.index, single.index + single[0].length);
  const short = isShort(single[2] ?? single[5]);
  return {
    from: found.half ? found.clock : resolveAmPm(found.clock, single[0].trim(), ask, short),
    to: null,
  };
}

const isShort = (minutes: string | undefined) => minutes === undefined || minutes === "";

/** 'at 5' may be in the morning or in the afternoon. */
function resolveAmPm(clock: Clock, words: string, ask: AskQuestion, isOpen: boolean): Clock {
  if (!isOpen || clock.hour < 1 || clock.hour > 7) return clock;
  const half = ask({
    id: "half",
    words: t`Morning or afternoon: '${words}'?`,
    options: [
      { value: "pm", label: t`${clock.hour} PM` },
      { value: "am", label: t`${clock.hour} AM` },
    ],
  });
  return half === "am" ? clock : { ...clock, hour: clock.hour + 12 };
}

function clockOf(found: RegExpExecArray, at: number): { clock: Clock; half: string | undefined } | null {
  if (found[at] === undefined) return null;
  const half = found[at + 2]?.charAt(0).toLowerCase();
  const [hour, minute] = [Number(found[at]), Number(found[at + 1] || 0)];
  if (minute > 59 || hour > (half ? 12 : 24) || (half && hour === 0)) return null;
  return { clock: { hour: half ? (hour % 12) + (half === "p" ? 12 : 0) : hour, minute }, half };
}

type Days = { first: Day; last: Day | undefined };

function readDays(text: TextScanner, situation: Situation, ask: AskQuestion): Days | null {
  const slashed = slashedDay(text, situation, ask);
  if (slashed) return { first: slashed, last: undefined };
  const found = parseMoment(text.rest, situation);
  if (!found) return null;
  const end = lastDay(text, found, situation);
  text.cut(found.span.start, Math.max(found.span.end, end?.until ?? 0));
  return { first: dayOf(found.at, situation.timeZone), last: end?.day };
}

/** The last day, after 'to': inside the matched words of the first day, or right after them. */
function lastDay(
  text: TextScanner,
  { at, span }: NonNullable<ReturnType<typeof parseMoment>>,
  situation: Situation,
) {
  const words = text.rest.slice(span.start, span.end);
  const inside = /\s(?:-|–|to|until|till|through)\s+/i.exec(words);
  const after = /^\s*(?:-|–|to|until|till|through)\s+/i.exec(text.rest.slice(span.end));
  const joint = inside ? span.start + inside.index + inside[0].length : span.end + (after?.[0].length ?? 0);
  if (!inside && !after) return undefined;
  const end = parseMoment(text.rest.slice(joint), { ...situation, now: at });
  if (!end || end.span.start > 0 || end.at <= at) return undefined;
  return { day: dayOf(end.at, situation.timeZone), until: joint + end.span.end };
}

/** '3/4' is March 4 in some countries and April 3 in others. */
function slashedDay(text: TextScanner, { now, timeZone }: Situation, ask: AskQuestion): Day | null {
  const found = /(?:\bon\s+)?\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?\b/i.exec(text.rest);
  if (!found) return null;
  const [one, other] = [Number(found[1]), Number(found[2])];
  const year = found[3] ? Number(found[3].padStart(4, "20")) : null;
  const candidates = [
    { month: one, day: other },
    { month: other, day: one },
  ]
    .filter((date, index, all) => isDay(date) && (index === 0 || date.day !== all[0]?.day))
    .map((date) => inFuture(date, year, dayOf(now, timeZone)));
  const [first] = candidates;
  if (!first) return null;
  text.cut(found.index, found.index + found[0].length);
  if (candidates.length === 1) return first;
  const options = candidates.map((way) => ({ value: textOf(way), label: nameOf(way) }));
  const chosen = ask({ id: "day", words: t`Which day is ${one}/${other}?`, options });
  return candidates.find((way) => textOf(way) === chosen) ?? first;
}

const isDay = ({ month, day }: { month: number; day: number }) =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2024, month, 0)).getUTCDate();

function inFuture(way: { month: number; day: number }, year: number | null, today: Day): Day {
  if (year !== null) return { year, ...way };
  const isOver = way.month < today.month || (way.month === today.month && way.day < today.day);
  return { year: isOver ? today.year + 1 : today.year, ...way };
}

type FirstDay = {
  situation: Situation;
  repeat: SimpleRule | null;
  clock: Clock | null;
  isOpen: boolean;
  ask: AskQuestion;
};

/** If no day is given: today if the time is still to come, otherwise tomorrow. Without a time it asks. */
function firstDay({ situation: { now, timeZone }, repeat, clock, isOpen, ask }: FirstDay): Day {
  const today = dayOf(now, timeZone);
  const tomorrow = dayOf(startOfDay(now, timeZone, 1), timeZone);
  if (clock && !isOpen) return instantOf({ ...today, ...clock }, timeZone) > now ? today : tomorrow;
  if (repeat) return today;
  const options = [
    { value: "today", label: t`Today` },
    { value: "tomorrow", label: t`Tomorrow` },
  ];
  return ask({ id: "when", words: t`On which day?`, options }) === "tomorrow" ? tomorrow : today;
}

/** The first day from this one on that the rule includes. */
function firstOf({ unit, weekdays }: SimpleRule, from: Day): Day {
  if (unit !== "week" || weekdays.length === 0) return from;
  for (let offset = 0; offset < 7; offset += 1) {
    const date = new Date(utcOf(from) + offset * DAY);
    if (weekdays.includes(date.getUTCDay())) return dayOf(date, "UTC");
  }
  return from;
}

const hoursQuestion = (day: Day): Question => ({
  id: "hours",
  words: t`When on ${nameOf(day)}?`,
  options: [
    { value: "all day", label: t`All day` },
    { value: "morning", label: t`9 AM` },
  ],
});

function allDayTimes(first: Day, last = first) {
  return { startTime: new Date(utcOf(first)), endTime: new Date(utcOf(last) + DAY) };
}

function hoursOf(day: Day, { from, to }: Hours, minutes: number | null, timeZone: string) {
  const startTime = instantOf({ ...day, ...from }, timeZone);
  const end = to && instantOf({ ...day, ...to }, timeZone);
  const overnight = end && end <= startTime ? instantOf({ ...day, day: day.day + 1, ...to }, timeZone) : end;
  return { startTime, endTime: overnight ?? new Date(startTime.getTime() + (minutes ?? 60) * MINUTE) };
}

/** The text after 'at', '@' or, before a capital letter, 'in', up to the next text that was recognized. */
function readPlace(text: TextScanner): string | null {
  const found = new RegExp(
    `(?:^|\\s)(?:at|@|in(?=\\s+\\p{Lu}))\\s+([^${GAP},]+?)(?=\\s+with\\s|\\s*${GAP}|,|\\s*$)`,
    "u",
  ).exec(text.rest);
  const place = found?.[1]?.trim();
  if (!found || !place) return null;
  text.cut(found.index, found.index + found[0].length);
  return place;
}

/** The people in 'with Bob and Anna'. The words stay in the title. */
function readPeople(rest: string): string[] {
  const named = new RegExp(`\\bwith\\s+([^${GAP}]+)`, "i").exec(rest)?.[1] ?? "";
  const people = named
    .split(/(?<!\s)\s*,\s*|(?<!\s)\s+(?:and|&)\s+/)
    .map((name) => name.trim())
    .filter((name) => /^\p{Lu}/u.test(name) || name.includes("@"))
    .map((name) =>
      name.includes("@") ? (name.split(/\s/)[0] ?? "") : name.split(/\s+/).slice(0, 3).join(" "),
    );
  return [...new Set(people)].slice(0, 20);
}

const titleOf = (rest: string) =>
  rest
    .replaceAll(GAP, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\s+(?:on|at|for|from|by)?\s*[,;:.-]*\s*$/gi, "")
    .replaceAll(/(?<!\s)\s+([,;:])/g, "$1")
    .trim();

const utcOf = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day);
const textOf = (day: Day) => new Date(utcOf(day)).toISOString().slice(0, 10);
const nameOf = (day: Day) => formatShortDay(new Date(utcOf(day)), "UTC");
function dayOf(at: Date, timeZone: string): Day {
  const { year, month, day } = wallClock(at, timeZone);
  return { year, month, day };
}
