import dayjs from "dayjs";

type Instant = string | Date;

/** 'MMM dd, yyyy' of the specification: `Mar 05, 2026`, in the reader's own time zone. */
export const formatDate = (instant: Instant) => dayjs(instant).format("MMM DD, YYYY");

/** 'yyyy-MM-dd' of the specification: the value of a date input. */
export const formatDateInput = (instant: Instant) => dayjs(instant).format("YYYY-MM-DD");

/** Local midnight of a date input's value; undefined where the field is empty or not a date. */
export function parseDateInput(value: string): Date | undefined {
  const date = dayjs(value, "YYYY-MM-DD");
  return value && date.isValid() ? date.toDate() : undefined;
}

/** By the reader's locale: the long date of a day. */
export const formatLongDate = (date: Date, locale?: string) =>
  date.toLocaleDateString(locale, { weekday: "long", year: "numeric", month: "long", day: "numeric" });

/** By the reader's locale: hours and minutes. */
export function formatTime(date: Date, locale?: string): string {
  const known = clocks.get(locale) ?? new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
  clocks.set(locale, known);
  return known.format(date);
}

/** A format is dear to make, and a month asks for hundreds of times. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

/** 'just now', '5 min ago', '3 h ago', then the date. What lies ahead has its date and time. */
export function formatAgo(instant: Instant, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000);
  if (minutes < -1) return dayjs(instant).format("MMM DD, YYYY h:mm A");
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : formatDate(instant);
}
