import { formatClock, formatWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import type { Turn } from "../../../intent.ts";
import { eventsIn } from "../../../intents/calendar.ts";
import type { Period } from "../../../phrases/parse-period.ts";
import { readPeriod } from "../../times/read-period.ts";
import { readTime } from "../../times/read-time.ts";
import { CLOCK, readRange } from "./read-range.ts";

/** A time of day is a moment; its end is an hour later. */
export type Window = Period & { isMoment: boolean };

const DAY = 86_400_000;
const HOUR = 3_600_000;
const SIDE = new RegExp(
  `\\b(after|from|since|before|until|till|by) (?:my |the )?(${CLOCK}|lunch(?:time)?|work)(?: on| onwards?)?\\b(?! (?:\\w+ )?(?:until|till|to) )`,
  "i",
);
const PART = /\b(?:morning|afternoon|evening|night|tonight)\b/i;
const HAS_CLOCK = new RegExp(
  `\\b(?:at ${CLOCK}|${CLOCK} ?(?:o'?clock|[ap]\\.?m\\b)|\\d{1,2}[:.]\\d\\d|half (?:past|\\w+)|noon|midday)`,
  "i",
);
const BARE_CLOCK = new RegExp(
  `(?:^|\\s)${CLOCK}(?= (?:on |this |tomorrow|today|tonight|in the |mon|tue|wed|thu|fri|sat|sun))`,
  "i",
);

/** The days, the part of a day, the hours or the moment that the words name; null for none. */
export async function readWindow(turn: Turn, words: string): Promise<Window | null> {
  const text = words.replace(/^(?:at|on|for) /i, "");
  const range = readRange(turn, text, turn.context.now);
  if (range) {
    const day = dayIn(turn, range.rest) ?? turn.context.now;
    const onDay = readRange(turn, text, day) ?? range;
    const name = `on ${dayName(turn, day)} from ${clockOf(turn, onDay.from)} to ${clockOf(turn, onDay.to)}`;
    return { from: onDay.from, to: onDay.to, name, isMoment: false };
  }
  const side = SIDE.exec(text);
  const cut = side ? await cutDay(turn, text, side) : null;
  if (cut) return cut;
  if (!PART.test(text) || HAS_CLOCK.test(text) || BARE_CLOCK.test(text)) {
    const moment = readTime(turn, text);
    if (moment?.hasTime) {
      const name = `on ${dayName(turn, moment.at)} at ${clockOf(turn, moment.at)}`;
      return { from: moment.at, to: new Date(moment.at.getTime() + HOUR), name, isMoment: true };
    }
  }
  const period = readPeriod(turn, text);
  return period && { ...period, isMoment: false };
}

const clockOf = (turn: Turn, at: Date) => formatClock(at, turn.clock);
const dayName = (turn: Turn, at: Date) => formatWeekdayAndDay(at, turn.timeZone);

/** A moment on the day that the words name, or null if they name none. */
export function dayIn(turn: Turn, words: string): Date | null {
  const bare = words.replace(/(?<![,.])[,.]+$/, "").trim();
  if (bare === "") return null;
  const period = readPeriod(turn, bare);
  return period && period.to.getTime() - period.from.getTime() <= 1.1 * DAY ? period.from : null;
}

/** The part of one day after or before a time of day. */
async function cutDay(turn: Turn, text: string, side: RegExpExecArray): Promise<Window | null> {
  const [whole, word = "", clock = ""] = side;
  const day = dayIn(turn, text.replace(whole, " ").trim()) ?? turn.context.now;
  const from = startOfDay(day, turn.timeZone);
  const to = startOfDay(day, turn.timeZone, 1);
  const isAfter = /after|from|since/i.test(word);
  const at = await edgeAt(turn, clock, { from, to, name: "" }, isAfter);
  if (!at) return null;
  const name = `on ${dayName(turn, from)} ${isAfter ? "after" : "before"} ${clockOf(turn, at)}`;
  return isAfter ? { from: at, to, name, isMoment: false } : { from, to: at, name, isMoment: false };
}

/** Lunch is when it is entered that day, or else from noon to one. */
async function edgeAt(turn: Turn, clock: string, day: Period, isAfter: boolean): Promise<Date | null> {
  const usual = /^work/i.test(clock) ? (isAfter ? "18:00" : "9:00") : isAfter ? "13:00" : "12:00";
  const isNamed = /^(?:lunch|work)/i.test(clock);
  const at = readTime(turn, `at ${isNamed ? usual : clock}`, day.from);
  if (!/^lunch/i.test(clock)) return at?.hasTime ? at.at : null;
  const lunch = (await eventsIn(turn, day)).find(
    ({ title, isAllDay }) => !isAllDay && /\blunch\b/i.test(title),
  );
  return lunch ? (isAfter ? lunch.endTime : lunch.startTime) : (at?.at ?? null);
}
