import { type WorkingHours, workingHoursOn } from "#features/calendar/hours-model.ts";
import { instantOf } from "#platform/time/wall-clock.ts";
import type { PlanDay, Span } from "../engine/plan-problem.ts";
import type { PlanSettings, Stretch } from "../model.ts";

type Limits = Pick<PlanSettings, "focus" | "breaks" | "mostPlannedMinutes">;

/**
 * A day (yyyy-MM-dd) in the time zone as it can be planned. Breaks give way to what is `busy` (in order, without
 * overlaps) and are taken beside it.
 */
export function daySpans(
  date: string,
  timeZone: string,
  hours: WorkingHours,
  limits: Limits,
  busy: readonly Span[] = [],
): PlanDay {
  const day = workingHoursOn(hours, weekdayOf(date));
  const span = ({ from, to }: Stretch): Span => ({
    start: minuteOf(date, from, timeZone),
    end: minuteOf(date, to, timeZone),
  });
  const breaks = limits.breaks.map(span).flatMap((each) => breakBeside(each, busy) ?? []);
  const work = day ? breaks.reduce(without, [span(day)]) : [];
  const focus = joined(limits.focus.map(span)).flatMap((each) =>
    work.map((part) => ({ start: Math.max(part.start, each.start), end: Math.min(part.end, each.end) })),
  );
  return {
    date,
    work: work.filter(isLong),
    focus: focus.filter(isLong),
    mostMinutes: limits.mostPlannedMinutes,
  };
}

/** So much earlier a break may begin, and so much later end, than is usual. */
const EARLIER_MINUTES = 60;
const LATER_MINUTES = 90;
/** A shorter one is none. */
const LEAST_BREAK_MINUTES = 20;
const MINUTE = 60_000;

/** The break where it is free, as near to its usual time as can be; null if no time is left for one. */
export function breakBeside(usual: Span, busy: readonly Span[]): Span | null {
  const length = usual.end - usual.start;
  const window = {
    start: usual.start - EARLIER_MINUTES * MINUTE,
    end: usual.end + LATER_MINUTES * MINUTE,
  };
  const free = busy.reduce(without, [window]);
  const places = free
    .filter(({ start, end }) => end - start >= Math.min(length, LEAST_BREAK_MINUTES * MINUTE))
    .map(({ start, end }) => {
      const most = Math.min(length, end - start);
      const at = Math.min(Math.max(usual.start, start), end - most);
      return { start: at, end: at + most };
    });
  const [best] = places.sort(
    (one, other) =>
      other.end - other.start - (one.end - one.start) ||
      Math.abs(one.start - usual.start) - Math.abs(other.start - usual.start),
  );
  return best ?? null;
}

/** Both included, on the calendar. */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let at = utcOf(from); at <= utcOf(to); at = new Date(at.getTime() + DAY))
    dates.push(at.toISOString().slice(0, 10));
  return dates;
}

/** The date so many days later. */
export const addDays = (date: string, days: number): string =>
  new Date(utcOf(date).getTime() + days * DAY).toISOString().slice(0, 10);

/** The instant of a minute past midnight on that date, in milliseconds. */
export function minuteOf(date: string, minute: number, timeZone: string): number {
  const at = utcOf(date);
  const day = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
  return instantOf({ ...day, hour: 0, minute }, timeZone).getTime();
}

/** 0 is Sunday. */
export const weekdayOf = (date: string): number => utcOf(date).getUTCDay();

const DAY = 86_400_000;
const utcOf = (date: string) => new Date(`${date}T00:00:00Z`);
const isLong = ({ start, end }: Span) => end > start;

/** What is left of the spans without `taken`. */
const without = (spans: readonly Span[], taken: Span): Span[] =>
  spans
    .flatMap(({ start, end }) => [
      { start, end: Math.min(end, Math.max(start, taken.start)) },
      { start: Math.max(start, Math.min(end, taken.end)), end },
    ])
    .filter(isLong);

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last && span.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}
