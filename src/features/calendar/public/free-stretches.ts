import { instantOf, wallClock } from "#platform/time/wall-clock.ts";
import type { CalendarSettings } from "../model.ts";

export type WorkingHours = Pick<CalendarSettings, "workingDays" | "workFrom" | "workTo">;
type Stretch = { start: Date; end: Date };

/** Whether the person works on the day that begins at `from` in the time zone. */
export function isWorkingDay(from: Date, { workingDays }: WorkingHours, timeZone: string): boolean {
  const { year, month, day } = wallClock(from, timeZone);
  return workingDays.includes(new Date(Date.UTC(year, month - 1, day)).getUTCDay());
}

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
  if (!isWorkingDay(from, hours, timeZone)) return [];
  const { year, month, day } = wallClock(from, timeZone);
  const at = (minute: number) => instantOf({ year, month, day, hour: 0, minute }, timeZone);
  const end = at(hours.workTo);
  const stretches: Stretch[] = [];
  let free = at(hours.workFrom);
  for (const taken of [...busy, { start: end, end }]) {
    if (taken.end <= free || taken.start > end) continue;
    if (taken.start.getTime() - free.getTime() >= minutes * MINUTE)
      stretches.push({ start: free, end: taken.start });
    free = taken.end;
  }
  return stretches;
}

const MINUTE = 60_000;
