import { type Choose, chooseSeeded, oneOf } from "./choose-seeded.ts";
import type { Busy, Item, PlanDay, Problem } from "./plan-problem.ts";
import { aDay, anItem, clockOf, quietBefore } from "./weeks.factory.ts";

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const DATES = ["2026-12-07", "2026-12-08", "2026-12-09", "2026-12-10", "2026-12-11"] as const;
const WEEK_MINUTES = 7200;
type Clock = (hour: number, minute?: number) => number;

/**
 * Five days with 12 to 18 events, and items for 110 to 150 % of the time that these leave: long ones that may be
 * divided, short ones, chains of up to three, promises, preparation of meetings. As weeks of busy people are.
 */
export function aFullWeek(seed: number): Problem {
  const choose = chooseSeeded(seed);
  const clocks = DATES.map((date) => clockOf(date, "Europe/Berlin"));
  const days = clocks.map((clock, day) => fullDay(clock, DATES[day] ?? "", choose));
  const busy = Array.from({ length: 12 + upTo(choose, 6) }, (_, at) => someEvent(at, clocks, choose));
  const room = days.reduce((sum, day) => sum + Math.min(day.mostMinutes, freeMinutes(day, busy)), 0);
  const wanted = room * (1.1 + 0.4 * choose());
  const items = busy.filter(() => choose() < 0.4).map((event) => preparationOf(event));
  let asked = items.reduce((sum, { minutes }) => sum + minutes, 0);
  while (asked < wanted) {
    const item = someTask(items, clocks, choose);
    items.push(item);
    asked += item.minutes;
  }
  const quiet = busy.slice(0, 3).map(quietBefore);
  const now = (clocks[0]?.(8) ?? 0) - 12 * 60 * MINUTE;
  return { now, days, busy, stays: [], quiet, items, pauseMinutes: 5 };
}

const upTo = (choose: Choose, most: number) => Math.floor(choose() * (most + 1));

function fullDay(clock: Clock, date: string, choose: Choose): PlanDay {
  const work = [
    { start: clock(8, 30), end: clock(12, 30) },
    { start: clock(13), end: clock(17 + upTo(choose, 1), 30) },
  ];
  const focus = [{ start: clock(8, 30), end: clock(10, 30) }];
  return { ...aDay(clock, date), work, focus, mostMinutes: 360 + upTo(choose, 2) * 30 };
}

function someEvent(at: number, clocks: readonly Clock[], choose: Choose): Busy {
  const start = (oneOf(clocks, choose)?.(9) ?? 0) + upTo(choose, 32) * QUARTER;
  return { id: `event-${at}`, start, end: start + (2 + upTo(choose, 5)) * QUARTER };
}

function freeMinutes({ work }: PlanDay, busy: readonly Busy[]): number {
  let free = 0;
  for (const { start, end } of work)
    for (let at = start; at < end; at += QUARTER)
      if (!busy.some((event) => event.start <= at && at < event.end)) free += QUARTER / MINUTE;
  return free;
}

const preparationOf = ({ id, start }: Busy): Item =>
  anItem(`prepare-${id}`, {
    title: `Prepare ${id}`,
    ...{ kind: "preparation", minutes: 15, leastMinutes: 15, importance: 0.6, latest: start },
    earliest: start - WEEK_MINUTES * MINUTE,
  });

function someTask(known: readonly Item[], clocks: readonly Clock[], choose: Choose): Item {
  const isLong = choose() < 0.3;
  const minutes = isLong
    ? 60 * (2 + upTo(choose, 4))
    : (oneOf([10, 15, 20, 30, 30, 45, 60, 60, 90], choose) ?? 30);
  const moment = () => (oneOf(clocks, choose)?.(9 + upTo(choose, 8)) ?? 0) + upTo(choose, 1) * 2 * QUARTER;
  const tasks = known.filter(({ kind, after }) => kind === "task" && after.length < 2);
  return anItem(`task-${known.length}`, {
    title: `Task ${known.length}`,
    ...{ minutes, leastMinutes: isLong ? (oneOf([30, 45, 60], choose) ?? 30) : minutes },
    ...{ due: choose() < 0.75 ? moment() : null, earliest: choose() < 0.2 ? moment() : 0 },
    importance: oneOf([0.25, 0.5, 0.5, 0.5, 0.75, 0.75, 1], choose) ?? 0.5,
    isPromised: choose() < 0.25,
    after: choose() < 0.2 ? tasks.slice(-3).flatMap(({ id }, at) => (at === 0 ? [id] : [])) : [],
    energy: isLong ? "deep" : (oneOf(["any", "any", "any", "light"] as const, choose) ?? "any"),
  });
}
