import type { EventOnWire } from "../../model.ts";
import { addDays, type Day, dayAt, daysThrough, instantAt, minutesAt } from "../days.ts";

export type Times = Pick<EventOnWire, "startTime" | "endTime" | "isAllDay">;

const DAY = 86_400_000;
const DAY_MINUTES = 24 * 60;

type Span = { first: Day; last: Day };
/** Cached: while one event is dragged, the days of thousands are requested repeatedly. */
const known = new WeakMap<Times, Span>();

/** The days that an event touches, the last one included: an all-day event by its dates, any other by the clock. */
export function daysOf(event: Times): Span {
  const span = known.get(event) ?? readDays(event);
  known.set(event, span);
  return span;
}

function readDays({ startTime, endTime, isAllDay }: Times): Span {
  if (isAllDay) {
    const first = startTime.slice(0, 10);
    const last = addDays(endTime.slice(0, 10), -1);
    return { first, last: last < first ? first : last };
  }
  const first = dayAt(new Date(startTime));
  const last = dayAt(new Date(Math.max(Date.parse(endTime) - 1, Date.parse(startTime))));
  return { first, last };
}

/** Shown as a bar over days and not as a block between hours. */
export const isBar = ({ startTime, endTime, isAllDay }: Times): boolean =>
  isAllDay || Date.parse(endTime) - Date.parse(startTime) >= DAY;

export function isOnDay(event: Times, day: Day): boolean {
  const { first, last } = daysOf(event);
  return first <= day && day <= last;
}

/** The events of each day from the first to the last, in their given order; days without events are missing. */
export function byDay<E extends Times>(events: readonly E[], first: Day, last: Day): ReadonlyMap<Day, E[]> {
  const days = new Map<Day, E[]>();
  for (const event of events) {
    const span = daysOf(event);
    const from = span.first > first ? span.first : first;
    for (const day of daysThrough(from, span.last < last ? span.last : last)) {
      const dayEvents = days.get(day);
      if (dayEvents) dayEvents.push(event);
      else days.set(day, [event]);
    }
  }
  return days;
}

/** The part of a block on the day, in minutes past local midnight. */
export function minutesOn(event: Times, day: Day): { from: number; to: number } {
  const { first, last } = daysOf(event);
  const from = first < day ? 0 : minutesAt(new Date(event.startTime));
  const endMinutes = minutesAt(new Date(event.endTime));
  const to =
    last > day || (endMinutes === 0 && dayAt(new Date(event.endTime)) > day) ? DAY_MINUTES : endMinutes;
  // Where clocks are put back an event may end, by the clock, before it began.
  return { from, to: Math.max(to, from + 1) };
}

/** The event some days and minutes later. The clock time stays the same over a change of clocks. */
export function shifted(event: Times, days: number, minutes = 0): Times {
  const { startTime, endTime, isAllDay } = event;
  if (isAllDay) {
    const move = (at: string) => new Date(Date.parse(at) + days * DAY).toISOString();
    return { isAllDay, startTime: move(startTime), endTime: move(endTime) };
  }
  const start = new Date(startTime);
  const atSecond = start.getTime() % 60_000;
  const moved = instantAt(addDays(dayAt(start), days), minutesAt(start) + minutes).getTime() + atSecond;
  const length = Date.parse(endTime) - start.getTime();
  return {
    isAllDay,
    startTime: new Date(moved).toISOString(),
    endTime: new Date(moved + length).toISOString(),
  };
}

/** The event with an end some minutes later, but a quarter of an hour after its start at least. */
export function lengthened({ startTime, endTime, isAllDay }: Times, minutes: number): Times {
  const end = Date.parse(endTime) + minutes * 60_000;
  const shortest = Date.parse(startTime) + 15 * 60_000;
  return { startTime, endTime: new Date(Math.max(end, shortest)).toISOString(), isAllDay };
}

export const daySpan = (first: Day, last: Day): Times => ({
  isAllDay: true,
  startTime: `${first}T00:00:00.000Z`,
  endTime: `${addDays(last, 1)}T00:00:00.000Z`,
});

export const clockSpan = (day: Day, from: number, to: number): Times => ({
  isAllDay: false,
  startTime: instantAt(day, from).toISOString(),
  endTime: instantAt(day, to).toISOString(),
});

/** Not over yet: an all-day event ends with its last day, wherever the reader is. */
export const isUpcoming = (event: Times, now: Date): boolean =>
  event.isAllDay ? daysOf(event).last >= dayAt(now) : Date.parse(event.endTime) > now.getTime();

/** For lists of a day: bars first, then by the clock. */
export const inOrderOfDay = (one: Times, other: Times): number =>
  Number(other.isAllDay) - Number(one.isAllDay) || Date.parse(one.startTime) - Date.parse(other.startTime);
