import { formatWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import type { Turn } from "../../intent.ts";
import { type Period, parsePeriod } from "../../phrases/parse-period.ts";
import { readDays } from "./read-days.ts";
import { readTime } from "./read-time.ts";
import { inUsualTimes } from "./usual-times.ts";

/** The days, or the part of a day, that the words name: 'next week', 'Tuesday the 24th', 'tomorrow morning'; null for none. */
export function readPeriod(turn: Turn, words: string): Period | null {
  const situation = { now: turn.context.now, timeZone: turn.timeZone };
  const period =
    readDays(words, situation) ??
    parsePeriod(words, situation) ??
    parsePeriod(inUsualTimes(words, situation), situation);
  if (period) return partOfDay(period, words);
  const moment = readTime(turn, words);
  if (!moment) return null;
  const from = startOfDay(moment.at, turn.timeZone);
  const name = `on ${formatWeekdayAndDay(from, turn.timeZone)}`;
  return partOfDay({ from, to: startOfDay(moment.at, turn.timeZone, 1), name }, words);
}

const PARTS: readonly (readonly [RegExp, number, number])[] = [
  [/\bmorning\b/i, 0, 12],
  [/\b(?:afternoon|after lunch)\b/i, 12, 18],
  [/\b(evening|tonight|night)\b/i, 17, 24],
];

function partOfDay(period: Period, words: string): Period {
  const part = PARTS.find(([pattern]) => pattern.test(words));
  if (!part || period.to.getTime() - period.from.getTime() > 1.1 * DAY) return period;
  const [, from, to] = part;
  const start = period.from.getTime();
  const name = `${period.name} between ${from} and ${to} o'clock`;
  return { from: new Date(start + from * 3_600_000), to: new Date(start + to * 3_600_000), name };
}

const DAY = 86_400_000;
