import { formatBritishDay } from "#platform/time/format-in-zone.ts";
import { instantOf, wallClock } from "#platform/time/wall-clock.ts";

/** Dates and times relative to today in a time zone. */
export function sampleCalendar(now: Date, timeZone: string) {
  const { year, month, day } = wallClock(now, timeZone);
  const dateOf = (days: number) => new Date(Date.UTC(year, month - 1, day + days));
  return {
    now,
    timeZone,
    /** `time` is the local time hh:mm, `days` is relative to today. */
    at(days: number, time: string): Date {
      const [hour = 0, minute = 0] = time.split(":").map(Number);
      return instantOf({ year, month, day: day + days, hour, minute }, timeZone);
    },
    minutesAgo: (minutes: number) => new Date(now.getTime() - minutes * 60_000),
    /** yyyy-mm-dd */
    date: (days: number) => dateOf(days).toISOString().slice(0, 10),
    /** 'Friday 20 November' */
    dayName: (days: number) => formatBritishDay(dateOf(days), "UTC"),
    isWeekend: (days: number) => [0, 6].includes(dateOf(days).getUTCDay()),
  };
}

export type SampleCalendar = ReturnType<typeof sampleCalendar>;
