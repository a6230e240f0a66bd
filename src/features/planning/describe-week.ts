import { form, plural, t } from "#i18n/message.ts";
import { formatDuration } from "#platform/time/durations.ts";
import { formatShortWeekdayAndDay, formatWeekday } from "#platform/time/format-in-zone.ts";
import { costWithoutPlace, horizonOf, rateFrameOf, ratesOf } from "./engine/cost-of-plan.ts";
import type { Block, Item, Plan, PlanDay, Problem, Span } from "./engine/plan-problem.ts";
import { joined, shared, without } from "./engine/span-sets.ts";
import { minutesOf } from "./reading/build-problem.ts";
import type { Reading } from "./reading/read-problem.ts";

/** A shorter plan needs no words on the whole of it. */
const LEAST_BLOCKS = 5;
/** So much of a day's free time is a reserve; less is none. */
const RESERVE = 0.1;
/** So many items that hang on one are worth saying. */
const LEAST_CHAIN = 2;

/**
 * The days as a whole, from facts: how full they are, which of them have no reserve, what most of the rest hangs on, and what
 * goes first if something must. Null for a single day or a short plan.
 */
export function describeWeek(reading: Reading, plan: Pick<Plan, "blocks">): string | null {
  const { problem, from, to } = reading;
  if (from === to || plan.blocks.length < LEAST_BLOCKS) return null;
  const busy = joined(problem.busy);
  const ahead = problem.days.map((day) => ({
    day,
    free: without(joined(day.work), joined([...busy, { start: 0, end: problem.now }])),
  }));
  const planned = joined(plan.blocks);
  const [free, taken] = [ahead.flatMap((day) => day.free), planned];
  const sentences = [
    fullness(minutesOf(shared(free, taken)), minutesOf(free)),
    noReserve(
      ahead.filter((each) => isFull(each, planned)).map(({ day }) => day),
      reading,
    ),
    hinge(reading, plan.blocks),
    firstToGo(reading, plan.blocks),
  ];
  return sentences.filter((words) => words !== null).join(" ");
}

function fullness(planned: number, free: number): string | null {
  if (free === 0) return null;
  const share = Math.round((planned / free) * 100);
  return t`Planned: ${formatDuration(planned)} of the ${formatDuration(free)} that your meetings leave (${share} %).`;
}

type Ahead = { day: PlanDay; free: readonly Span[] };

/** Nearly all of its free time is planned, or nearly all that the person allows. */
function isFull({ day, free }: Ahead, planned: readonly Span[]): boolean {
  const minutes = minutesOf(free);
  const used = minutesOf(shared(free, planned));
  const most = Math.min(minutes, day.mostMinutes);
  return used > 0 && most - used < most * RESERVE;
}

function noReserve(days: readonly PlanDay[], { clock, problem }: Reading): string | null {
  if (days.length === 0) return null;
  const open = problem.days.filter(({ work }) => (work.at(-1)?.end ?? 0) > problem.now);
  if (days.length === open.length) return t`No day has a reserve.`;
  const names = days
    .flatMap(({ work }) => work[0]?.start ?? [])
    .map((start) => formatWeekday(new Date(start), clock.timeZone));
  return t`No reserve: ${names.join(", ")}.`;
}

/** The item on which most others hang that have a place, directly or not. */
function hinge({ problem, wanted, clock }: Reading, blocks: readonly Block[]): string | null {
  const placed = new Set(blocks.map(({ itemId }) => itemId));
  const counted = problem.items
    .filter(({ id }) => placed.has(id))
    .map(({ id }) => ({ id, count: behind(id, problem, placed).size }))
    .toSorted((one, other) => other.count - one.count);
  const [most] = counted;
  const title = most && wanted.get(most.id)?.title;
  if (!most || !title || most.count < LEAST_CHAIN) return null;
  const end = blocks.findLast(({ itemId }) => itemId === most.id)?.end ?? 0;
  const day = formatShortWeekdayAndDay(new Date(end), clock.timeZone);
  const { count } = most;
  return plural(count, {
    one: form`${count} other item hangs on “${title}” (${day}).`,
    other: form`${count} other items hang on “${title}” (${day}).`,
  });
}

function behind(
  id: string,
  problem: Problem,
  placed: ReadonlySet<string>,
  known = new Set<string>(),
): Set<string> {
  for (const item of problem.items) {
    if (!item.after.includes(id) || known.has(item.id) || !placed.has(item.id)) continue;
    known.add(item.id);
    behind(item.id, problem, placed, known);
  }
  return known;
}

/** What has no date, matters least, and is worth least by the minute; it is not promised, and nothing waits for it. */
function firstToGo({ problem, wanted, clock }: Reading, blocks: readonly Block[]): string | null {
  const placed = new Set(blocks.flatMap(({ itemId, start }) => (start > problem.now ? [itemId] : [])));
  const frame = rateFrameOf(problem);
  const horizon = horizonOf(problem);
  const worth = (item: Item) => costWithoutPlace(ratesOf(item, frame), horizon) / item.minutes;
  const [least] = problem.items
    .filter(
      ({ id, isPromised, isFixed }) => placed.has(id) && !isPromised && !isFixed && !frame.awaited.has(id),
    )
    .toSorted(
      (one, other) =>
        Number(one.due !== null) - Number(other.due !== null) ||
        one.importance - other.importance ||
        worth(one) - worth(other),
    );
  const title = least && wanted.get(least.id)?.title;
  if (!least || !title) return null;
  const start = blocks.find(({ itemId }) => itemId === least.id)?.start ?? 0;
  const day = formatShortWeekdayAndDay(new Date(start), clock.timeZone);
  return t`If something must go, “${title}” (${day}) goes first.`;
}
