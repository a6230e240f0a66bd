import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { formatClockRange, formatLongDate } from "#ui/dates.ts";

type Times = { startTime: string; endTime: string };

/** `Thursday, January 14, 2027, 9:00 – 9:30 AM, Europe/Berlin` as the reader's language has it. */
export const formatTimeRange = (times: Times, timeZone: string): string =>
  `${formatDayAndTimes(times, timeZone)}, ${timeZone.replaceAll("_", " ")}`;

/** `Thursday, January 14, 2027, 9:00 – 9:30 AM`, on the reader's clock where no zone is given. */
export function formatDayAndTimes({ startTime, endTime }: Times, timeZone = readerTimeZone()): string {
  const [start, end] = [new Date(startTime), new Date(endTime)];
  return `${formatLongDate(start, undefined, timeZone)}, ${formatClockRange(start, end, timeZone)}`;
}
