import { dayInZone, instantOf, wallClock } from "#platform/time/wall-clock.ts";
import { calendarDayAt } from "../dates/name-days.ts";
import type { Moment } from "../dates/read-due.ts";
import { readTokens } from "../extraction/read-tokens.ts";

/** Minutes are seldom stored later, and an older date is what they are about. */
const MAX_DAYS = 366;
const LINES = 6;
const MAX_LINE = 400;
/** A date in these lines is that of another meeting. */
const OTHER_MEETING = /\b(?:next|previous|last|follow(?:ing|s)?|due)\b/i;

/** When a meeting took place: at noon of the day that the title or the first lines name, else when its text was stored. */
export function meetingMoment(title: string, text: string, stored: Date, timeZone: string): Moment {
  const lines = [
    title.replaceAll("_", " "),
    ...text
      .slice(0, LINES * MAX_LINE)
      .split("\n")
      .slice(0, LINES),
  ];
  for (const line of lines) {
    const at = OTHER_MEETING.test(line) ? null : dayIn(line.slice(0, MAX_LINE), stored, timeZone);
    if (at) return { at, timeZone, clock: wallClock(at, timeZone) };
  }
  return { at: stored, timeZone, clock: wallClock(stored, timeZone) };
}

/** The latest day before the text was stored that the line names; null if that is the same day, or it names none. */
function dayIn(line: string, stored: Date, timeZone: string): Date | null {
  const words = readTokens(line, 0, line.length).map(({ word }) => word);
  // A day without a year is the first one after this: the last one before the text was stored.
  const clock = wallClock(new Date(stored.getTime() - (MAX_DAYS - 2) * 86_400_000), timeZone);
  const isMonthFirst = /^(?:America|US)\/|^Pacific\/Honolulu/.test(timeZone);
  for (let at = 0; at < words.length; at += 1) {
    const day = calendarDayAt(words, at, { clock, isMonthFirst });
    if (!day) continue;
    const { year, month, day: ofMonth } = day;
    const noon = instantOf({ year, month, day: ofMonth, hour: 12, minute: 0 }, timeZone);
    const age = stored.getTime() - noon.getTime();
    if (age > 0 && age < MAX_DAYS * 86_400_000 && dayInZone(noon, timeZone) !== dayInZone(stored, timeZone))
      return noon;
  }
  return null;
}
