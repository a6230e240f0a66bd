import type { CalendarSettings } from "../model.ts";

export type WorkingHours = Pick<CalendarSettings, "workingDays" | "workFrom" | "workTo" | "otherHours">;
/** Minutes past midnight on the person's clock. */
export type HoursOfWork = { from: number; to: number };

/** The hours on a day of the week (0 is Sunday); null on a day off. */
export function workingHoursOn(hours: WorkingHours, weekday: number): HoursOfWork | null {
  const other = hours.otherHours.find((each) => each.weekday === weekday);
  if (other) return { from: other.from, to: other.to };
  return hours.workingDays.includes(weekday) ? usualHours(hours) : null;
}

/** On days without hours of their own. */
export const usualHours = ({ workFrom, workTo }: WorkingHours): HoursOfWork => ({
  from: workFrom,
  to: workTo,
});

/** Of a date on the calendar; 0 is Sunday. `month` begins with 1. */
export const weekdayOfDate = ({ year, month, day }: { year: number; month: number; day: number }): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();
