import { instantOf, wallClock } from "#platform/time/wall-clock.ts";
import { type WorkingHours, weekdayOfDate, workingHoursOn } from "../hours-model.ts";

type Stretch = { start: Date; end: Date };

/** The hours of the day that begins at `from` in the time zone; null on a day off. */
export const hoursOfDay = (from: Date, hours: WorkingHours, timeZone: string) =>
  workingHoursOn(hours, weekdayOfDate(wallClock(from, timeZone)));

/**
 * The stretches of at least `minutes` within the working hours of the day that begins at `from`, in which nothing of
 * `busy` takes place; `busy` is ordered by start.
 */
export function freeStretches(
  from: Date,
  busy: readonly Stretch[],
  hours: WorkingHours,
  timeZone: string,
  minutes: number,
): Stretch[] {
  const work = hoursOfDay(from, hours, timeZone);
  if (!work) return [];
  const { year, month, day } = wallClock(from, timeZone);
  const at = (minute: number) => instantOf({ year, month, day, hour: 0, minute }, timeZone);
  const end = at(work.to);
  const stretches: Stretch[] = [];
  let free = at(work.from);
  for (const taken of [...busy, { start: end, end }]) {
    if (taken.end <= free || taken.start > end) continue;
    if (taken.start.getTime() - free.getTime() >= minutes * MINUTE)
      stretches.push({ start: free, end: taken.start });
    free = taken.end;
  }
  return stretches;
}

const MINUTE = 60_000;
