import { t } from "#i18n/message.ts";
import { formatDate } from "#ui/dates.ts";

const HOUR = 3_600_000;

/** COMM-17, COMM-18: 'Just now' under an hour, 'Nh ago' under 24 hours, otherwise the date. */
export function formatRelativeTime(instant: string, now: number): string {
  const hours = Math.floor((now - Date.parse(instant)) / HOUR);
  if (hours < 1) return t`Just now`;
  return hours < 24 ? t`${hours}h ago` : formatDate(instant);
}
