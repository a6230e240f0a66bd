import dayjs from "dayjs";

type Instant = string | Date;

/** 'MMM dd, yyyy' of the specification: `Mar 05, 2026`, in the reader's own time zone. */
export const formatDate = (instant: Instant) => dayjs(instant).format("MMM DD, YYYY");

/** Whether both are on one day of the reader's calendar. */
export const isSameDay = (one: Instant, other: Instant) => dayjs(one).isSame(other, "day");

/** 'yyyy-MM-dd' of the specification: the value of a date input. */
export const formatDateInput = (instant: Instant) => dayjs(instant).format("YYYY-MM-DD");

/** HH:mm: the value of a time input. */
export const formatTimeInput = (instant: Instant) => dayjs(instant).format("HH:mm");

/** The date, and the time where it is not midnight, which stands for the whole day. */
export function formatMoment(instant: Instant): string {
  const hasTime = formatTimeInput(instant) !== "00:00";
  return `${formatDate(instant)}${hasTime ? ` ${formatTime(new Date(instant))}` : ""}`;
}

/** A day of this year for lists, in English: 'Mar 5', in the reader's own time zone. */
export const formatShortDay = (instant: Instant) => dayjs(instant).format("MMM D");

/*
 * By the reader's locale, and in the reader's own time zone where no other is given.
 * The examples are 9:05 in the morning of March 5, 2026 as en-US writes it.
 */

/** 'Thursday, March 5, 2026' */
export const formatLongDate = inLocale({ weekday: "long", year: "numeric", month: "long", day: "numeric" });

/** 'Thu, Mar 5, 2026' */
export const formatShortDate = inLocale({
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
});

/** 'March 5, 2026' */
export const formatDateInWords = inLocale({ day: "numeric", month: "long", year: "numeric" });

/** 'Mar 5, 2026', or as short as the locale writes it: '05.03.2026' in German. */
export const formatMediumDate = inLocale({ dateStyle: "medium" });

/** 'Mar 5, 2026, 9:05 AM', or as short as the locale writes it. */
export const formatMediumMoment = inLocale({ dateStyle: "medium", timeStyle: "short" });

/** 'Thursday, March 5' */
export const formatWeekdayAndDay = inLocale({ weekday: "long", month: "long", day: "numeric" });

/** 'Mar 5' */
export const formatMonthAndDay = inLocale({ month: "short", day: "numeric" });

/** 'March 2026' */
export const formatMonth = inLocale({ month: "long", year: "numeric" });

/** 'Mar 2026' */
export const formatShortMonth = inLocale({ month: "short", year: "numeric" });

/** 'Thursday' */
export const formatWeekday = inLocale({ weekday: "long" });

/** 'Thu' */
export const formatShortWeekday = inLocale({ weekday: "short" });

/** '9 AM' */
export const formatHour = inLocale({ hour: "numeric" });

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;

/** '9:05 AM' */
export const formatTime = inLocale(CLOCK);

/** 'Mar 2 – 8, 2026': the days from one to the other. */
export const formatDateRange = (from: Date, to: Date, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", year: "numeric" }).formatRange(from, to);

/** '9:05 – 10:05 AM' on the clocks of the zone. */
export const formatClockRange = (from: Date, to: Date, timeZone: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { ...CLOCK, timeZone }).formatRange(from, to);

/** 'EST', 'GMT+5:30': the short name of the zone at the instant, of the reader's own where none is given. */
export const formatZoneName = (at: Date, locale?: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** The local time in the zone: '2:05 PM, GMT+2'. */
export function formatTimeAndOffset(at: Date, timeZone: string, locale?: string): string {
  const time = new Intl.DateTimeFormat(locale, { ...CLOCK, timeZone, timeZoneName: "shortOffset" });
  const parts = time.formatToParts(at);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const clock = parts.filter(({ type }) => type !== "timeZoneName").map(({ value }) => value);
  return `${clock.join("").trim()}, ${offset}`;
}

/** How the reader's browser writes a long date and a time: 'March 5, 2026, 9:05 AM'. */
export const formatStyles = (at: Date, locale?: string): string =>
  `${at.toLocaleDateString(locale, { dateStyle: "long" })}, ${at.toLocaleTimeString(locale, { timeStyle: "short" })}`;

/**
 * Formatters are slow to create, and a month needs hundreds of results: one is cached per locale and zone. An invalid
 * date yields 'Invalid Date', as in JavaScript.
 */
function inLocale(options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (at: Date, locale?: string, timeZone?: string): string => {
    if (Number.isNaN(at.getTime())) return "Invalid Date";
    const key = `${locale} ${timeZone}`;
    const format = made.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    made.set(key, format);
    return format.format(at);
  };
}

/** In English, to the next minute or hour: 'in 5 minutes', 'in 3 hours'; at least 'in 1 minute'. */
export function formatTimeUntil(instant: Instant, now = new Date()): string {
  const minutes = Math.max(1, Math.round((new Date(instant).getTime() - now.getTime()) / 60_000));
  const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "always" });
  return minutes < 60
    ? relative.format(minutes, "minute")
    : relative.format(Math.round(minutes / 60), "hour");
}

/** 'just now', '5 min ago', '3 h ago', then the date. A future instant is shown as date and time. */
export function formatAgo(instant: Instant, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000);
  if (minutes < -1) return dayjs(instant).format("MMM DD, YYYY h:mm A");
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : formatDate(instant);
}
