import { closedSpans, endBefore, startAfter } from "./cost-of-neighbours.ts";
import { costWithoutPlace, horizonOf, type ItemRates, rateFrameOf, ratesOf } from "./cost-of-plan.ts";
import { inFixedOrder } from "./fixed-order.ts";
import { circularItems, isFixedInPlace, waitsFor } from "./item-order.ts";
import type { Item, Problem, Quiet, Span } from "./plan-problem.ts";
import { joined, shared, without } from "./span-sets.ts";

const MINUTE = 60_000;
/** Pieces shorter than a quarter of an hour are not made, unless the whole item is. */
const SHORTEST_PIECE = 15;

/** An item with what a search needs of it at every step; instants and lengths in milliseconds. */
export type Task = {
  readonly index: number;
  readonly item: Item;
  readonly rates: ItemRates;
  readonly length: number;
  readonly least: number;
  readonly from: number;
  readonly until: number;
  readonly costUnplaced: number;
  readonly isFixed: boolean;
  /** It waits for itself, or for an item that does. */
  readonly isCircular: boolean;
  /** Indexes of the tasks that it waits for, and of those that wait for it. */
  readonly before: readonly number[];
  readonly followers: readonly number[];
  /** The parts of each stretch at its place and in its hours of the day; null: all of them. */
  readonly parts: Parts | null;
};

/** Of each stretch, in their order. */
export type Parts = readonly (readonly Span[])[];

/** Working time without events and fixed blocks. */
export type Stretch = Span & {
  readonly day: number;
  readonly focus: readonly Span[];
  /** What of it is better left free. */
  readonly quiet: readonly Quiet[];
  /** No event lies between it and the stretch before, which ends less than a pause earlier: as at midnight. */
  readonly isNearBefore: boolean;
  /** Where the last event or fixed block before it ends, and the next begins; infinite without one. */
  readonly closedBefore: number;
  readonly closedAfter: number;
};

export type Prepared = {
  readonly problem: Problem;
  readonly tasks: readonly Task[];
  /** In the order of time. */
  readonly stretches: readonly Stretch[];
  readonly pause: number;
  /** The index of the first stretch that ends after this instant. */
  readonly firstEndingAfter: (time: number) => number;
  /** What each day has left, in milliseconds. */
  readonly limits: readonly number[];
  /** The focus hours of all days. */
  readonly allFocus: readonly Span[];
};

/** Throws a RangeError if an item has no length or two have the same id: a search would have no answer. */
export function prepareProblem(given: Problem): Prepared {
  const problem = { ...given, items: inFixedOrder(given.items) };
  const stretches = stretchesOf(problem);
  const tasks = tasksOf(problem, stretches);
  return {
    problem,
    tasks,
    stretches,
    pause: problem.pauseMinutes * MINUTE,
    firstEndingAfter: (time) => firstAfter(stretches, time),
    limits: limitsOf(problem),
    allFocus: problem.days.flatMap(({ focus }) => joined(focus)),
  };
}

/** Where a block can lie that needs a place, hours of the day or both; null: anywhere. */
export function partsFor(
  { place, hours }: Pick<Item, "place" | "hours">,
  { stays }: Pick<Problem, "stays">,
  stretches: readonly Stretch[],
): Parts | null {
  if (place === null && hours === null) return null;
  const there = place === null ? null : joined(stays.filter((stay) => stay.place === place));
  const then = hours === null ? null : joined(hours);
  const allowed = there && then ? shared(there, then) : (there ?? then ?? []);
  return stretches.map((stretch) => shared([stretch], allowed));
}

/** Items that need the same share their parts. */
function partsByNeed(problem: Problem, stretches: readonly Stretch[]): (item: Item) => Parts | null {
  const known = new Map<string, Parts | null>();
  return (item) => {
    if (item.place === null && item.hours === null) return null;
    const need = JSON.stringify([item.place, item.hours]);
    const parts = known.get(need) ?? partsFor(item, problem, stretches);
    known.set(need, parts);
    return parts;
  };
}

/** By halves: the ends rise. */
function firstAfter(stretches: readonly Stretch[], time: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.end ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

function tasksOf(problem: Problem, stretches: readonly Stretch[]): Task[] {
  const known = new Map(problem.items.map((item) => [item.id, item]));
  if (known.size < problem.items.length) throw new RangeError("Two items of the problem have the same id");
  const indexes = new Map(problem.items.map((item, index) => [item.id, index]));
  const circular = circularItems(problem);
  const horizon = horizonOf(problem);
  const frame = rateFrameOf(problem);
  const partsOf = partsByNeed(problem, stretches);
  const before = problem.items.map((item) =>
    waitsFor(item, known).flatMap(({ id }) => indexes.get(id) ?? []),
  );
  const followers = problem.items.map((): number[] => []);
  for (const [index, list] of before.entries()) for (const first of list) followers[first]?.push(index);
  return problem.items.map((item, index) => {
    if (!(item.minutes > 0 && Number.isFinite(item.minutes)))
      throw new RangeError(`The item ${item.id} takes ${item.minutes} minutes`);
    const rates = ratesOf(item, frame);
    return {
      index,
      item,
      rates,
      length: item.minutes * MINUTE,
      least: Math.min(item.minutes, Math.max(item.leastMinutes, SHORTEST_PIECE)) * MINUTE,
      from: Math.max(problem.now, item.earliest),
      until: item.latest ?? Number.POSITIVE_INFINITY,
      costUnplaced: costWithoutPlace(rates, horizon),
      isFixed: isFixedInPlace(item),
      isCircular: circular.has(item.id),
      before: before[index] ?? [],
      followers: followers[index] ?? [],
      parts: partsOf(item),
    };
  });
}

const fixedSpans = ({ items }: Problem) => items.filter(isFixedInPlace).flatMap(({ kept }) => kept);

function stretchesOf(problem: Problem): Stretch[] {
  const near = Math.max(problem.pauseMinutes, 1) * MINUTE;
  const taken = closedSpans(problem);
  const closed = joined(taken);
  const stretches: Stretch[] = [];
  for (const [day, { work, focus }] of problem.days.entries())
    for (const span of without(joined(work), closed)) {
      if (span.end <= problem.now) continue;
      const before = stretches.at(-1);
      const closedBefore = endBefore(taken, span.start);
      const isNearBefore =
        before !== undefined && span.start < before.end + near && closedBefore <= before.start;
      stretches.push({
        ...{ ...span, day, focus: shared([span], joined(focus)), isNearBefore, closedBefore },
        quiet: problem.quiet.filter((quiet) => quiet.start < span.end && span.start < quiet.end),
        closedAfter: startAfter(taken, span.end),
      });
    }
  return stretches;
}

function limitsOf(problem: Problem): number[] {
  const fixed = fixedSpans(problem);
  return problem.days.map(({ work, mostMinutes }) => {
    const hours = joined(work);
    const [first, last] = [hours[0], hours.at(-1)];
    if (!first || !last) return 0;
    const inHours = fixed.map(({ start, end }) => Math.min(end, last.end) - Math.max(start, first.start));
    return mostMinutes * MINUTE - inHours.reduce((sum, length) => sum + Math.max(0, length), 0);
  });
}
