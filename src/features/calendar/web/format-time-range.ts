import { formatClockRange, formatLongDate } from "#ui/dates.ts";

type Times = { startTime: string; endTime: string };

/** `Thursday, January 14, 2027, 9:00 – 9:30 AM, Europe/Berlin` as the reader's language has it. */
export function formatTimeRange({ startTime, endTime }: Times, timeZone: string): string {
  const [start, end] = [new Date(startTime), new Date(endTime)];
  return `${formatLongDate(start, undefined, timeZone)}, ${formatClockRange(start, end, timeZone)}, ${timeZone.replaceAll("_", " ")}`;
}
