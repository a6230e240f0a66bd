import { t } from "#i18n/message.ts";
import { readerDayAt } from "#platform/time/reader-clock.ts";
import { formatDate, isSameDay } from "#ui/dates.ts";

/** 'today', 'yesterday' or the date, by the reader's calendar. */
export function describeDay(instant: string, now = new Date()): string {
  const yesterday = readerDayAt(now, -1, 12);
  if (isSameDay(instant, now)) return t`today`;
  return isSameDay(instant, yesterday) ? t`yesterday` : formatDate(instant);
}
