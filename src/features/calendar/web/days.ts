import { localDay } from "#platform/time/local-day.ts";
import { readerInstant, readerWallClock } from "#platform/time/reader-clock.ts";

/** A date on the reader's calendar, yyyy-MM-dd: no zone, no clock, and it sorts as text. */
export type Day = string;

const DAY = 86_400_000;
const pad = (number: number, length = 2) => String(number).padStart(length, "0");

/** The day that the reader's clock shows at the instant. */
export const dayAt = (at: Date): Day => localDay(at);

/** Minutes past midnight that the reader's clock shows at the instant. */
export function minutesAt(at: Date): number {
  const { hour, minute } = readerWallClock(at);
  return hour * 60 + minute;
}

/** The instant at which the reader's clock shows this; minutes may reach into other days. */
export function instantAt(day: Day, minutes = 0): Date {
  const { year, month, date } = partsOf(day);
  return readerInstant({ year, month: month + 1, day: date, hour: 0, minute: minutes });
}

const utcOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const ofUtc = (time: number): Day => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => ofUtc(utcOf(day) + days * DAY);
export const daysBetween = (from: Day, to: Day): number => (utcOf(to) - utcOf(from)) / DAY;

/** The same date of another month, or its last one where that month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day);
  const last = new Date(Date.UTC(year, month + months + 1, 0));
  return `${ofUtc(last.getTime()).slice(0, 8)}${pad(Math.min(date, last.getUTCDate()))}`;
}

export const monthOf = (day: Day): string => day.slice(0, 7);
export const startOfMonth = (day: Day): Day => `${monthOf(day)}-01`;

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(utcOf(day)).getUTCDay();
export const isWeekend = (day: Day): boolean => [0, 6].includes(weekdayOf(day));

export const startOfWeek = (day: Day, firstWeekday: number): Day =>
  addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));

export const daysFrom = (first: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** All days from the first to the last; none if the last is earlier. Fast for one day, the usual case. */
export function daysThrough(first: Day, last: Day): Day[] {
  if (first >= last) return first === last ? [first] : [];
  return daysFrom(first, daysBetween(first, last) + 1);
}

export const weekOf = (day: Day, firstWeekday: number): Day[] => daysFrom(startOfWeek(day, firstWeekday), 7);

/** The weeks that the month touches. */
export function weeksOfMonth(day: Day, firstWeekday: number): Day[][] {
  const first = startOfWeek(startOfMonth(day), firstWeekday);
  const last = addDays(startOfMonth(addMonths(day, 1)), -1);
  const count = Math.floor(daysBetween(first, last) / 7) + 1;
  return Array.from({ length: count }, (_, week) => daysFrom(addDays(first, week * 7), 7));
}

/** Noon on the reader's clock: for formatting a day by the reader's locale. */
export const noonOf = (day: Day): Date => instantAt(day, 12 * 60);

function partsOf(day: Day) {
  const [year = 1970, month = 1, date = 1] = day.split("-").map(Number);
  return { year, month: month - 1, date };
}
