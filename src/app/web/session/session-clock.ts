import type { HourCycle } from "#platform/time/hour-cycle.ts";
import { ownTimeZone } from "#platform/time/own-time-zone.ts";
import { browserClock, type ReaderClock, setReaderClock } from "#platform/time/reader-clock.ts";
import { offsetAt } from "#platform/time/wall-clock.ts";
import { setDisplayClock } from "#ui/dates.ts";
import type { TravelChoice } from "./travel-choice.ts";

/** As a profile has it; null is what its browsers have not said, or leave to their locale. */
type UserClock = { timeZone: string; hourCycle: HourCycle | null; firstWeekday: number | null };

/** A new account has the zone that nobody chose, until its first page has said that of the browser. */
const hasNoZone = ({ timeZone, hourCycle }: UserClock) => hourCycle === null && timeZone === "UTC";

/** The clock of the pages: the profile's, or the browser's for visitors, new accounts and while a person travels. */
export function clockOf(user: UserClock | null, choice: TravelChoice | null): ReaderClock {
  const own = browserClock();
  if (!user) return own;
  const isOwnZone = hasNoZone(user) || choice === "switched";
  return {
    timeZone: isOwnZone ? own.timeZone : user.timeZone,
    hourCycle: user.hourCycle ?? own.hourCycle,
    firstWeekday: user.firstWeekday ?? own.firstWeekday,
  };
}

/** Sets the one clock of the pages: for what they compute, and for what they write. */
export function setClock(clock: ReaderClock): void {
  setReaderClock(clock);
  setDisplayClock(clock);
}

/** The browser's zone if its clock differs from the profile's, now or in half a year; null if it does not. */
export function foreignZone(user: UserClock, now = new Date()): string | null {
  const here = ownTimeZone();
  const timeZone = hasNoZone(user) ? here : user.timeZone;
  const later = new Date(now.getTime() + HALF_A_YEAR);
  const isSame = [now, later].every((at) => offsetAt(at, here) === offsetAt(at, timeZone));
  return isSame ? null : here;
}

const HALF_A_YEAR = 182 * 86_400_000;
