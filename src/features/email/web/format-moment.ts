import { localDay } from "#platform/time/local-day.ts";
import { formatDate, formatShortDay, formatTime } from "#ui/dates.ts";

/** 'Mar 05, 2026, 9:30 AM' in the reader's own time zone. */
export const formatMoment = (instant: string): string =>
  `${formatDate(instant)}, ${formatTime(new Date(instant))}`;

/** As short as it can be understood: the time of today, a day of this year, else the date. */
export function formatRecent(instant: string, now = new Date()): string {
  const [day, today] = [localDay(instant), localDay(now)];
  if (day === today) return formatTime(new Date(instant));
  return day.slice(0, 4) === today.slice(0, 4) ? formatShortDay(instant) : formatDate(instant);
}
