import { type Day, dayAt, minutesAt } from "../days.ts";
import { clockSpan, type Times } from "./occurrence.ts";

/** One hour: from the next full hour today, from 9:00 on any other day. */
export function defaultTimes(day: Day, now = new Date()): Times {
  const isToday = day === dayAt(now);
  const from = isToday ? Math.min(Math.floor(minutesAt(now) / 60) + 1, 23) * 60 : 9 * 60;
  return clockSpan(day, from, from + 60);
}
