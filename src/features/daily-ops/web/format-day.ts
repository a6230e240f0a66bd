import { formatFullDate } from "#platform/time/format-in-zone.ts";

/** Of the calendar, not of this browser's zone. */
export const formatDay = (date: string) => formatFullDate(new Date(`${date}T12:00:00Z`), "UTC");
