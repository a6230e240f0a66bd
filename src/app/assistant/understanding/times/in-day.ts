import { instantOf, startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import type { ReadTime } from "./read-time.ts";

const MORNING_HOUR = 9;

/** The moment, or of a day without a time nine o'clock by its wall clock. */
export function orAtNine({ at, hasTime }: Pick<ReadTime, "at" | "hasTime">, timeZone: string): Date {
  if (hasTime) return at;
  return instantOf({ ...wallClock(at, timeZone), hour: MORNING_HOUR, minute: 0 }, timeZone);
}

/** The moment, or the midnight that ends a day without a time: days have 23 to 25 hours. */
export const orEndOfDay = ({ at, hasTime }: Pick<ReadTime, "at" | "hasTime">, timeZone: string): Date =>
  hasTime ? at : startOfDay(at, timeZone, 1);
