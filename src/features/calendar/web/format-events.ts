import { plural, t, term } from "#i18n/message.ts";
import * as dates from "#ui/dates.ts";
import { formatDate, formatTime } from "#ui/dates.ts";
import { type Day, noonOf } from "./days.ts";
import { daysOf, type Times } from "./events/occurrence.ts";

export const minutesBefore = (count: number): string =>
  plural(count, { one: `${count} minutes before`, other: `${count} minutes before` });

export const REMINDERS = [
  { value: "", label: term("None", "no reminder") },
  { value: "0", label: t`At the start` },
  { value: "5", label: minutesBefore(5) },
  { value: "10", label: minutesBefore(10) },
  { value: "30", label: minutesBefore(30) },
  { value: "60", label: t`1 hour before` },
  { value: "1440", label: t`1 day before` },
];

export const titleOf = ({ title }: { title: string }): string => title || t`(No title)`;

/** '10:00 AM – 11:30 AM', 'All day', with the days where it touches more than one. */
export function describeTimes(event: Times): string {
  const { first, last } = daysOf(event);
  const days = `${formatDay(first)} – ${formatDay(last)}`;
  if (event.isAllDay) return first === last ? t`All day` : days;
  const [start, end] = [new Date(event.startTime), new Date(event.endTime)];
  if (first === last) return `${formatTime(start)} – ${formatTime(end)}`;
  return `${formatDay(first)}, ${formatTime(start)} – ${formatDay(last)}, ${formatTime(end)}`;
}

type Travel = { title: string; place: string; isBefore: boolean; minutes: number; minutesBetween: number };

/** 'About 45 min from Board (Office), which ends 30 min before.' */
export function describeTravel({ title, place, isBefore, minutes, minutesBetween }: Travel): string {
  const [duration, name, gap] = [formatDuration(minutes), titleOf({ title }), formatDuration(minutesBetween)];
  if (minutesBetween === 0)
    return isBefore
      ? t`About ${duration} from ${name} (${place}), which ends right before.`
      : t`About ${duration} to ${name} (${place}), which begins right after.`;
  return isBefore
    ? t`About ${duration} from ${name} (${place}), which ends ${gap} before.`
    : t`About ${duration} to ${name} (${place}), which begins ${gap} after.`;
}

const formatDuration = (minutes: number) =>
  minutes < 90 ? t`${minutes} min` : t`${Math.floor(minutes / 60)} h ${minutes % 60} min`;

/** The same for a screen reader or a list of many days: always with the date. */
export function describeDaysAndTimes(event: Times): string {
  const { first, last } = daysOf(event);
  if (first !== last) return describeTimes(event);
  return `${formatDay(first)}, ${describeTimes(event)}`;
}

/** As the specification writes dates. */
export const formatDay = (day: Day): string => formatDate(noonOf(day));

export const formatMonth = (day: Day): string => dates.formatMonth(noonOf(day));
export const formatFullDay = (day: Day): string => dates.formatLongDate(noonOf(day));
export const formatWeekday = (day: Day): string => dates.formatShortWeekday(noonOf(day));
export const formatLongWeekday = (day: Day): string => dates.formatWeekday(noonOf(day));

/** A cell of a grid for a screen reader: 'Monday, March 1, 2027, 2 events'. */
export function describeDay(date: Day, events: number): string {
  const day = formatFullDay(date);
  if (events === 0) return day;
  return plural(events, { one: `${day}, ${events} event`, other: `${day}, ${events} events` });
}

const TONES = ["accent", "info", "good", "warn", "neutral"] as const;
export type EventTone = (typeof TONES)[number];

/** The same category has the same tone everywhere; without a category the accent color. */
export function toneOf(category: string | null): EventTone {
  if (!category) return "accent";
  let hash = 0;
  for (const letter of category.toLowerCase()) hash = (hash * 31 + letter.charCodeAt(0)) % 9973;
  return TONES[hash % TONES.length] ?? "accent";
}

/** A meeting link that is safe to open; null for anything else, which stays text. */
export function linkOf(meetingLink: string | null): string | null {
  const url = meetingLink ? URL.parse(meetingLink) : null;
  return url && ["https:", "http:"].includes(url.protocol) ? url.href : null;
}

/** The local time in another zone: '6 PM', '6:30 PM'. */
export const formatHourIn = (timeZone: string, at: Date): string =>
  formatTime(at, undefined, timeZone).replace(/:00(?=\s)/, "");

/** The short name of a zone on a day: 'GMT+5:30', 'EST'; of the reader's own zone if none is given. */
export const zoneName = (timeZone: string | undefined, day: Day): string =>
  dates.formatZoneName(noonOf(day), undefined, timeZone);

/** Minutes past midnight as a clock shows them. */
export const formatMinutes = (minutes: number): string =>
  formatTime(new Date(Date.UTC(2000, 0, 1, 0, minutes)), undefined, "UTC");
