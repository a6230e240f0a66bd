import dayjs from "dayjs";
import { formatDate, formatTime } from "#ui/dates.ts";

/** 'Mar 05, 2026, 9:30 AM' in the reader's own time zone. */
export const formatMoment = (instant: string): string =>
  `${formatDate(instant)}, ${formatTime(new Date(instant))}`;

/** As short as it can be understood: the time of today, a day of this year, else the date. */
export function formatRecent(instant: string, now = new Date()): string {
  const at = dayjs(instant);
  if (at.isSame(now, "day")) return formatTime(at.toDate());
  return at.isSame(now, "year") ? at.format("MMM D") : formatDate(instant);
}
