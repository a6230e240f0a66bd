import { wallClock } from "#platform/time/wall-clock.ts";
import { ZONE } from "./records.ts";

const two = (number: number) => String(number).padStart(2, "0");

/** An instant as the world's clocks show it: '2037-11-19T15:00'. */
export function formatInTimeZone(instant: unknown): string {
  const date = new Date(instant as string);
  if (Number.isNaN(date.getTime())) return "";
  const { year, month, day, hour, minute } = wallClock(date, ZONE);
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}
