import { NUMBER_WORDS } from "#platform/time/number-words.ts";
import { parseDateWords } from "#platform/time/parse-date-words.ts";
import { parseMoment } from "#platform/time/parse-moment.ts";
import { instantOf, startOfDay } from "#platform/time/wall-clock.ts";
import type { Turn } from "../../intent.ts";
import { parsePeriod } from "../../phrases/parse-period.ts";
import { inUsualTimes } from "./usual-times.ts";

export type ReadTime = {
  at: Date;
  hasTime: boolean;
  /** Not every word was read. */
  isGuess: boolean;
};

const HOUR = 3_600_000;
const UNITS: Record<string, number> = {
  minute: HOUR / 60,
  min: HOUR / 60,
  hour: HOUR,
  hr: HOUR,
  day: 24 * HOUR,
  week: 168 * HOUR,
};
/**
 * The moment that the words name. 'An hour later', 'by a day' and 'to the day after' count from `from`, what is moved; a
 * day without a time has the time of `from`, and a time without a day its day.
 */
export function readTime(
  { context, timeZone }: Pick<Turn, "context" | "timeZone">,
  words: string,
  from?: Date,
): ReadTime | null {
  const situation = { now: context.now, timeZone };
  const bare = words.trim().replace(/^(?:to|at|on|by|until|till|til|for|from|before)\s+/i, "");
  const text = inUsualTimes(bare, situation);
  const shift = from ? readShift(text) : null;
  if (from && shift !== null) return { at: new Date(from.getTime() + shift), hasTime: true, isGuess: false };
  const found = parseDateWords(text, { ...situation, firstWeekday: 1 });
  // It may be the one of this week or of the next.
  const isGuess = /\bnext (?:mon|tue|wed|thu|fri|sat|sun)/i.test(text);
  if (found) {
    const day = instantAt(found.day, "", timeZone);
    if (found.time === "") return { at: from ? atTimeOf(from, day, timeZone) : day, hasTime: false, isGuess };
    const ofDay = from && !found.hasDay ? startOfDay(from, timeZone) : day;
    const later = from && isInEvening(from, found.time, text, timeZone) ? HALF_DAY : 0;
    return {
      at: new Date(
        ofDay.getTime() + (instantAt(found.day, found.time, timeZone).getTime() - day.getTime()) + later,
      ),
      hasTime: true,
      isGuess,
    };
  }
  const moment = parseMoment(text, situation) ?? parseMoment(`on ${text}`, situation);
  if (moment)
    return {
      at: moment.hasTime || !from ? moment.at : atTimeOf(from, moment.at, timeZone),
      hasTime: moment.hasTime,
      isGuess: true,
    };
  const period = parsePeriod(text, situation);
  if (!period) return null;
  // Of several days the last.
  const day = startOfDay(period.to, timeZone, -1);
  const isLong = day.getTime() > period.from.getTime();
  return { at: from ? atTimeOf(from, day, timeZone) : day, hasTime: false, isGuess: isLong };
}

const HALF_DAY = 12 * HOUR;

/** 'Half past seven' is in the evening for a dinner at seven: of both the one that is nearer to what is moved. */
function isInEvening(from: Date, time: string, words: string, timeZone: string): boolean {
  const hour = Number(time.slice(0, 2));
  if (hour < 7 || hour > 11 || /\b\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b|morning|\b0\d:/i.test(words)) return false;
  const ofDay = (from.getTime() - startOfDay(from, timeZone).getTime()) / HOUR;
  return Math.abs(hour + 12 - ofDay) < Math.abs(hour - ofDay);
}

function instantAt(day: string, time: string, timeZone: string): Date {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const [hour = 0, minute = 0] = time === "" ? [] : time.split(":").map(Number);
  return instantOf({ year, month, day: date, hour, minute }, timeZone);
}

/** Milliseconds of 'an hour later', 'half an hour earlier', 'the day after', 'back by two days'; null for other words. */
function readShift(words: string): number | null {
  const text = words.toLowerCase();
  if (/^(the )?(next day|day after|following day)$/.test(text)) return UNITS.day ?? 0;
  if (/^(the )?(next week|week after|following week)$/.test(text)) return UNITS.week ?? 0;
  if (/^(the )?day before$/.test(text)) return -(UNITS.day ?? 0);
  const [, half, amount = "", unit = ""] =
    /^(?:back |forward |up |out |another |by )*(half )?(an?|one|two|three|four|five|six|ten|couple|\d+)(?: of)? ?(minute|min|hour|hr|day|week)s?(?: (?:later|earlier|sooner|back|forward|before|after|more))*$/.exec(
      text,
    ) ?? [];
  if (unit === "") return null;
  if (!/\b(later|earlier|sooner|back|forward|by|before|after|up|out|another|more)\b/.test(text)) return null;
  const size = (NUMBER_WORDS[amount] ?? Number(amount)) * (half ? 0.5 : 1) * (UNITS[unit] ?? 0);
  return /\b(earlier|sooner|forward|before|up)\b/.test(text) ? -size : size;
}

const atTimeOf = (time: Date, day: Date, timeZone: string) =>
  new Date(startOfDay(day, timeZone).getTime() + (time.getTime() - startOfDay(time, timeZone).getTime()));
