import { spokenLocale } from "#i18n/locale.ts";
import type { HourCycle } from "./hour-cycle.ts";

/*
 * Times in a given zone, in the language of their reader: for mails, reminders, briefings and the assistant. The examples are
 * 2026-03-05T13:05Z in Europe/Berlin. Browser text in the reader's locale is in ui/dates.ts.
 */

type InZone = (at: Date, timeZone: string) => string;

/** A person's clock: the zone, and how hours are written. */
export type ZoneClock = { timeZone: string; hourCycle: HourCycle };

/** en-US: '14:05', '2:05 PM' with 12 hours */
export const formatClock = onClock({
  h12: inZone({ hour: "numeric", minute: "2-digit", hourCycle: "h12" }),
  h23: inZone({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
});

/** en-US: 'Thursday' */
export const formatWeekday = inZone({ weekday: "long" });

/** en-US: 'Mar 5' */
export const formatShortDay = inZone({ month: "short", day: "numeric" });

/** en-US: 'March 5' */
export const formatLongDay = inZone({ month: "long", day: "numeric" });

/** en-US: 'Mar 5, 2026' */
export const formatShortDate = inZone({ month: "short", day: "numeric", year: "numeric" });

/** en-US, as the specification writes dates: 'Mar 05, 2026' */
export const formatPaddedDate = inZone({ month: "short", day: "2-digit", year: "numeric" });

/** en-US: 'Thu, Mar 5' */
export const formatShortWeekdayAndDay = inZone({
  weekday: "short",
  month: "short",
  day: "numeric",
});

/** en-US: 'Thursday, March 5' */
export const formatWeekdayAndDay = inZone({ weekday: "long", month: "long", day: "numeric" });

/** en-GB: 'Thursday 5 March' */
export const formatBritishDay = inZone({ weekday: "long", day: "numeric", month: "long" }, "en-GB");

/** en-US: 'Thursday, March 5, 2026' */
export const formatFullDate = inZone({
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
});

/** en-US: 'Thursday, March 5, 2026 at 14:05', 'at 2:05 PM' with 12 hours */
export const formatFullMoment = onClock({
  h12: inZone({ dateStyle: "full", timeStyle: "short", hourCycle: "h12" }),
  h23: inZone({ dateStyle: "full", timeStyle: "short", hourCycle: "h23" }),
});

/** en-GB: 'Thursday, 5 March 2026 at 14:05' */
export const formatBritishFullMoment = inZone({ dateStyle: "full", timeStyle: "short" }, "en-GB");

/** en-US: 'Mar 05, 2026, 14:05', '2:05 PM' with 12 hours */
export const formatPaddedMoment = (at: Date, clock: ZoneClock): string =>
  `${formatPaddedDate(at, clock.timeZone)}, ${formatClock(at, clock)}`;

const clock24: InZone = (at, timeZone) => formatClock(at, { timeZone, hourCycle: "h23" });
const mediumMoment = inZone({ dateStyle: "medium", timeStyle: "short" });
const britishMoment = inZone({ dateStyle: "medium", timeStyle: "short" }, "en-GB");

/** en-US: 'Mar 5, 2026, 2:05 PM (Europe/Berlin)' */
export const formatMomentAndZone: InZone = (at, timeZone) => `${mediumMoment(at, timeZone)} (${timeZone})`;

/** en-GB: '5 Mar 2026, 14:05 (Europe/Berlin)' */
export const formatBritishMomentAndZone: InZone = (at, timeZone) =>
  `${britishMoment(at, timeZone)} (${timeZone})`;

/** en-US: 'Thursday, March 5, 2026, 14:05 to 15:05 (Europe/Berlin)' */
export const formatTimesAndZone = (start: Date, end: Date, timeZone: string): string =>
  `${formatFullDate(start, timeZone)}, ${clock24(start, timeZone)} to ${clock24(end, timeZone)} (${timeZone})`;

/** In the language of a mail, whoever writes it; en: 'Thursday 5 March, 14:05–15:05', fr: 'jeudi 5 mars, 14:05–15:05' */
export const formatOfferedTimes = (
  { startTime, endTime }: { startTime: Date; endTime: Date },
  timeZone: string,
  language: keyof typeof OFFERED,
): string => {
  const { day, clock } = OFFERED[language];
  return `${day(startTime, timeZone)}, ${clock(startTime, timeZone)}–${clock(endTime, timeZone)}`;
};

function onClock(formats: Record<HourCycle, InZone>) {
  return (at: Date, { timeZone, hourCycle }: ZoneClock): string => formats[hourCycle](at, timeZone);
}

/** Formatters are expensive to create, so one is cached per zone. Invalid dates are formatted as JavaScript does. */
/** Where no locale is given, in that of the reader. */
function inZone(options: Intl.DateTimeFormatOptions, fixed?: string): InZone {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (at, timeZone) => {
    if (Number.isNaN(at.getTime())) return "Invalid Date";
    const locale = fixed ?? spokenLocale();
    const key = `${locale} ${timeZone}`;
    const format = made.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    if (made.size < MAX_FORMATS) made.set(key, format);
    return format.format(at);
  };
}

const offered = (locale: string) => ({
  day: inZone({ weekday: "long", day: "numeric", month: "long" }, locale),
  clock: inZone({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }, locale),
});
const OFFERED = { en: offered("en-GB"), de: offered("de"), fr: offered("fr"), es: offered("es") } as const;

/** There are fewer zones; names differ in letter case, so callers could invent millions. */
const MAX_FORMATS = 1000;
