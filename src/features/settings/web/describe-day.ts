import { formatDate, isSameDay } from "#ui/dates.ts";

/** 'today', 'yesterday' or the date, by the reader's calendar. */
export function describeDay(instant: string, now = new Date()): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (isSameDay(instant, now)) return "today";
  return isSameDay(instant, yesterday) ? "yesterday" : formatDate(instant);
}
