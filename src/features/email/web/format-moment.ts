import { formatDate, formatTime } from "#ui/dates.ts";

/** 'Mar 05, 2026, 9:30 AM' in the reader's own time zone. */
export const formatMoment = (instant: string): string =>
  `${formatDate(instant)}, ${formatTime(new Date(instant))}`;
