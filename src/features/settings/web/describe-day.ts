import { formatDate } from "#ui/dates.ts";

/** 'today', 'yesterday' or the date, by the reader's calendar. */
export function describeDay(instant: string, now = new Date()): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const day = new Date(instant).toDateString();
  if (day === now.toDateString()) return "today";
  return day === yesterday.toDateString() ? "yesterday" : formatDate(instant);
}
