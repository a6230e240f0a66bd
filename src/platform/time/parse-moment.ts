import { casual, type ParsedResult } from "chrono-node/en";
import { instantOf, startOfDay, type WallClock, wallClock } from "./wall-clock.ts";

export type FoundMoment = {
  at: Date;
  /** False where only a day was given: `at` is then its first instant. */
  hasTime: boolean;
  /** Where it stands in the text, with a leading 'by', 'on' or 'due'. */
  span: { start: number; end: number };
};

/**
 * The first moment that the text names, computed with the zone's wall clock, so that days of 23 and 25 hours are right.
 */
export function parseMoment(
  text: string,
  { now, timeZone }: { now: Date; timeZone: string },
): FoundMoment | null {
  const clock = wallClock(now, timeZone);
  const reference = { instant: asUtc(clock), timezone: 0 };
  for (const result of casual.parse(text, reference, { forwardDate: true })) {
    const lead = /(?:^|\s)((?:due\s+)?(?:due|by|on|at|until|till|before|for))\s+$/i.exec(
      text.slice(Math.max(0, result.index - 40), result.index),
    );
    if (!isDate(result, lead !== null)) continue;
    const moment = momentOf(result, { now, timeZone, clock, reference: reference.instant });
    if (!moment) continue;
    const start = result.index - (lead ? lead[0].trimStart().length : 0);
    return { ...moment, span: { start, end: result.index + result.text.length } };
  }
  return null;
}

/** False for words that only look like dates: 'March review', 'sat down', '24/7', 'now or never'. */
function isDate(result: ParsedResult, hasLead: boolean): boolean {
  const { start, text } = result;
  const tags = [...result.tags()];
  if (tags.includes("casualReference/now") || /^(24\/7|1\/2)$/.test(text)) return false;
  if (!hasLead && /^(sat|sun|wed)$/.test(text)) return false;
  const isCertain = (["day", "weekday", "hour"] as const).some((part) => start.isCertain(part));
  return isCertain || tags.some((tag) => tag === "result/relativeDate" || tag.startsWith("casualReference/"));
}

type Clocks = { now: Date; timeZone: string; clock: WallClock; reference: Date };

function momentOf(result: ParsedResult, clocks: Clocks): Omit<FoundMoment, "span"> | null {
  const { start } = result;
  const { now, timeZone } = clocks;
  const found = start.date();
  if (!(found.getTime() >= EARLIEST && found.getTime() <= LATEST)) return null;
  if (result.tags().has("result/relativeDateAndTime")) {
    const later = now.getTime() + found.getTime() - clocks.reference.getTime();
    return { at: new Date(Math.floor(later / 60_000) * 60_000), hasTime: true };
  }
  const hasTime = start.isCertain("hour");
  if (hasTime && start.isCertain("timezoneOffset")) return { at: found, hasTime };
  const day = { year: found.getUTCFullYear(), month: found.getUTCMonth() + 1, day: found.getUTCDate() };
  if (!hasTime) return { at: instantOf({ ...day, hour: 0, minute: 0 }, timeZone), hasTime };
  const time = { hour: hourOf(result, found.getUTCHours()), minute: found.getUTCMinutes() };
  if (hasDay(result)) return { at: instantOf({ ...day, ...time }, timeZone), hasTime };
  const today = instantOf({ ...clocks.clock, ...time }, timeZone);
  const tomorrow = { ...wallClock(startOfDay(now, timeZone, 1), timeZone), ...time };
  return { at: today > now ? today : instantOf(tomorrow, timeZone), hasTime };
}

const hasDay = (result: ParsedResult) =>
  (["day", "weekday", "month"] as const).some((part) => result.start.isCertain(part)) ||
  result.tags().has("result/relativeDate");

/** 'at 5' means the afternoon. */
const hourOf = ({ text }: ParsedResult, hour: number) =>
  hour >= 1 && hour <= 6 && /(?:^|\s)\d$/.test(text) ? hour + 12 : hour;

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

const asUtc = ({ year, month, day, hour, minute }: WallClock) =>
  new Date(Date.UTC(year, month - 1, day, hour, minute));
