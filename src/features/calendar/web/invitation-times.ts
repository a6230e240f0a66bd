import { t } from "#i18n/message.ts";
import { formatShortDate, formatTime } from "#ui/dates.ts";

type Times = { startTime: string; endTime: string; isAllDay: boolean; rrule: string | null };

/** 'Mon, Mar 1, 2027, 9:00 AM to 10:00 AM' on the reader's clock; days of an all-day event as they are. */
export function timesOf({ startTime, endTime, isAllDay, rrule }: Times): string {
  const timeZone = isAllDay ? "UTC" : undefined;
  const day = (at: Date) => formatShortDate(at, undefined, timeZone);
  const [start, end] = [new Date(startTime), new Date(endTime)];
  const last = isAllDay ? new Date(end.getTime() - 1) : end;
  const isOneDay = day(start) === day(last);
  const until = isOneDay ? formatTime(end) : `${day(end)}, ${formatTime(end)}`;
  const days = isOneDay ? day(start) : t`${day(start)} to ${day(last)}`;
  const times = isAllDay ? days : t`${day(start)}, ${formatTime(start)} to ${until}`;
  return rrule === null ? times : t`${times}, and again after that`;
}
