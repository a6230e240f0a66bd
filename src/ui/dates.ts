import { LOCALE, STRICT_LOCALE } from "#i18n/locale.ts";
import { t } from "#i18n/message.ts";

/** How times are written where no other zone is given. */
export type DisplayClock = { timeZone: string | undefined; hourCycle: "h12" | "h23" | undefined };

/** The browser's own, until the application says whose clock it is. */
let clock: DisplayClock = { timeZone: undefined, hourCycle: undefined };

export function setDisplayClock(next: DisplayClock): void {
  clock = next;
}

type Instant = string | Date;

const paddedDate = inLocale({ month: "short", day: "2-digit", year: "numeric" });
const shortDay = inLocale({ month: "short", day: "numeric" });
const secondsOfDay = inLocale({
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
});

/** 'MMM dd, yyyy' of the specification: `Mar 05, 2026`, on the reader's clock. */
export const formatDate = (instant: Instant): string => paddedDate(new Date(instant), STRICT_LOCALE);

const paddedDay = inLocale({ month: "short", day: "2-digit" });

/** The same without its year: `Mar 05` */
export const formatPaddedDay = (instant: Instant): string => paddedDay(new Date(instant), STRICT_LOCALE);

/** Whether both are on one day of the reader's calendar. */
export const isSameDay = (one: Instant, other: Instant): boolean => formatDate(one) === formatDate(other);

/** The date, and the time where it is not midnight, which stands for the whole day. */
export function formatMoment(instant: Instant): string {
  const hasTime = secondsOfDay(new Date(instant), "en-US") !== "00:00:00";
  return `${formatDate(instant)}${hasTime ? ` ${formatTime(new Date(instant))}` : ""}`;
}

/** A day of this year for lists, in English everywhere alike: 'Mar 5', on the reader's clock. */
export const formatShortDay = (instant: Instant): string => shortDay(new Date(instant), STRICT_LOCALE);

/*
 * By the locale of the page (src/i18n/locale.ts), and on the reader's clock where no other zone is given.
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

const hourAlone = inLocale({ hour: "numeric" });

/** An hour of a scale, 0 to 23: '9 AM', '09:00' on a clock of 24 hours. */
export function formatHour(hour: number): string {
  const at = new Date(Date.UTC(2000, 0, 1, hour));
  if (clock.hourCycle === "h23") return formatTime(at, undefined, "UTC");
  // German writes '9 Uhr AM', which no scale has room for.
  return hourAlone(at, undefined, "UTC").replace(/\sUhr/, "");
}

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;

/** '9:05 AM' */
export const formatTime = inLocale(CLOCK);

/** 'Mar 2 – 8, 2026': the days from one to the other. */
export const formatDateRange = (from: Date, to: Date, locale?: string): string =>
  format({ month: "short", day: "numeric", year: "numeric" }, locale).formatRange(from, to);

/** '9:05 – 10:05 AM' on the clocks of the zone. */
export const formatClockRange = (from: Date, to: Date, timeZone: string, locale?: string): string =>
  format(CLOCK, locale, timeZone).formatRange(from, to);

/** 'EST', 'GMT+5:30': the short name of the zone at the instant, of the reader's where none is given. */
export const formatZoneName = (at: Date, locale?: string, timeZone?: string): string =>
  format({ timeZoneName: "short" }, locale, timeZone)
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** 'New York' of 'America/New_York' */
export const cityOf = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** The local time in the zone: '2:05 PM, GMT+2'. */
export function formatTimeAndOffset(at: Date, timeZone: string, locale?: string): string {
  const parts = format({ ...CLOCK, timeZoneName: "shortOffset" }, locale, timeZone).formatToParts(at);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const clock = parts.filter(({ type }) => type !== "timeZoneName").map(({ value }) => value);
  return `${clock.join("").trim()}, ${offset}`;
}

const longDate = inLocale({ dateStyle: "long" });
const shortTime = inLocale({ timeStyle: "short" });

/** How the reader's browser writes a long date and a time: 'March 5, 2026, 9:05 AM'. */
export const formatStyles = (at: Date, locale?: string): string =>
  `${longDate(at, locale)}, ${shortTime(at, locale)}`;

/** On the reader's clock where no other zone is given. */
function format(options: Intl.DateTimeFormatOptions, locale?: string, timeZone = clock.timeZone) {
  const hasHours = options.hour ?? options.timeStyle;
  return new Intl.DateTimeFormat(locale ?? LOCALE, {
    timeZone,
    ...(hasHours && { hourCycle: clock.hourCycle }),
    ...options,
  });
}

/**
 * Formatters are slow to create, and a month needs hundreds of results: one is cached per locale and clock. An invalid
 * date yields 'Invalid Date', as in JavaScript.
 */
function inLocale(options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (at: Date, locale?: string, timeZone = clock.timeZone): string => {
    if (Number.isNaN(at.getTime())) return t`Invalid Date`;
    const key = `${locale} ${timeZone} ${clock.hourCycle}`;
    const cached = made.get(key) ?? format(options, locale, timeZone);
    made.set(key, cached);
    return cached.format(at);
  };
}

/** To the next minute or hour: 'in 5 minutes', 'in 3 hours'; at least 'in 1 minute'. */
export function formatTimeUntil(instant: Instant, now = new Date()): string {
  const minutes = Math.max(1, Math.round((new Date(instant).getTime() - now.getTime()) / 60_000));
  const relative = new Intl.RelativeTimeFormat(STRICT_LOCALE, { numeric: "always" });
  return minutes < 60
    ? relative.format(minutes, "minute")
    : relative.format(Math.round(minutes / 60), "hour");
}

/** 'just now', '5 min ago', '3 h ago', then the date. A future instant is shown as date and time. */
export function formatAgo(instant: Instant, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000);
  if (minutes < -1) return `${formatDate(instant)} ${formatTime(new Date(instant))}`;
  if (minutes < 1) return t`just now`;
  if (minutes < 60) return t`${minutes} min ago`;
  return minutes < 24 * 60 ? t`${Math.floor(minutes / 60)} h ago` : formatDate(instant);
}
