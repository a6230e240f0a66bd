import { formatFullDate } from "#platform/time/format-in-zone.ts";

/** Formats a calendar date, independent of the browser's time zone. */
export const formatDay = (date: string) => formatFullDate(new Date(`${date}T12:00:00Z`), "UTC");
