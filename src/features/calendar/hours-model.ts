import { z } from "zod";
import { t } from "#i18n/message.ts";

/** Minutes past midnight; 1440 is the end of the day. */
export const MinuteOfDay = z.int().min(0).max(1440);
/** 0 is Sunday. */
export const Weekday = z.int().min(0).max(6);

export const ENDS_TOO_EARLY = t`The working day must end after it begins`;

/** From one minute of the day to another, on one day of the week. */
const WeekdayHours = z
  .strictObject({ weekday: Weekday, from: MinuteOfDay, to: MinuteOfDay })
  .refine(({ from, to }) => from < to, { path: ["to"], message: ENDS_TOO_EARLY });
export type WeekdayHours = z.output<typeof WeekdayHours>;

/** Each day of the week once at most. */
export const OtherHours = z
  .array(WeekdayHours)
  .max(7)
  .refine(
    (all) => new Set(all.map(({ weekday }) => weekday)).size === all.length,
    t`Each day has its hours once`,
  )
  .overwrite((all) => all.toSorted((one, other) => one.weekday - other.weekday));

export type WorkingHours = {
  workingDays: readonly number[];
  workFrom: number;
  workTo: number;
  otherHours: readonly WeekdayHours[];
};
/** Minutes past midnight on the person's clock. */
export type HoursOfWork = { from: number; to: number };

/** The hours on a day of the week; null on a day off. */
export function workingHoursOn(hours: WorkingHours, weekday: number): HoursOfWork | null {
  const other = hours.otherHours.find((each) => each.weekday === weekday);
  if (other) return { from: other.from, to: other.to };
  return hours.workingDays.includes(weekday) ? usualHours(hours) : null;
}

/** On days without hours of their own. */
export const usualHours = ({ workFrom, workTo }: Pick<WorkingHours, "workFrom" | "workTo">): HoursOfWork => ({
  from: workFrom,
  to: workTo,
});

/** Of a date on the calendar, whose months begin with 1. */
export const weekdayOfDate = ({ year, month, day }: { year: number; month: number; day: number }): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();
