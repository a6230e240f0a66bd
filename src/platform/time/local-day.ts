import { readerInstant, readerWallClock } from "./reader-clock.ts";

const pad = (number: number, length = 2) => String(number).padStart(length, "0");

/** yyyy-MM-dd on the reader's clock: the value of a date input. */
export function localDay(instant: string | Date): string {
  const { year, month, day } = readerWallClock(new Date(instant));
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

/** HH:mm on the reader's clock: the value of a time input. */
export function localClock(instant: string | Date): string {
  const { hour, minute } = readerWallClock(new Date(instant));
  return `${pad(hour)}:${pad(minute)}`;
}

/** HH:mm on the reader's clock; empty at midnight, which stands for the whole day. */
export function localTime(instant: string): string {
  const time = localClock(instant);
  return time === "00:00" ? "" : time;
}

/** The day at this time of the reader's clock, midnight if there is none; null if it is not a valid day. */
export function localInstant(day: string, time: string): string | null {
  const parts = /^(\d{4,6})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(`${day}T${time || "00:00"}`);
  if (!parts) return null;
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  return readerInstant({ year, month, day: date, hour, minute }).toISOString();
}

/** The instant of the value of a datetime-local input, yyyy-MM-ddTHH:mm on the reader's clock; null if it is not valid. */
export const localMoment = (text: string): string | null =>
  localInstant(text.slice(0, 10), text.slice(11, 16));
