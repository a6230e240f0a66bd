import type { Busy, Item, PlanDay, Problem, Span, Stay } from "../engine/plan-problem.ts";
import { joined, without } from "../engine/span-sets.ts";
import { busyOf } from "./busy-of.ts";
import { awayStays, isDoneInTown, NOT_AWAY, townStays } from "./find-away.ts";
import { daysWithRides, offRides, type Rides, type RideTime, rideTimes } from "./find-rides.ts";
import { approachesOf, beyondHours } from "./quiet-times.ts";
import { MINUTE, type PlanEvent, type PresentBlock, placeOf, type WantedItem } from "./wanted-item.ts";

export type Facts = {
  /** In milliseconds, as all of it. */
  now: number;
  from: number;
  until: number;
  days: readonly PlanDay[];
  wanted: readonly WantedItem[];
  events: readonly PlanEvent[];
  blocks: readonly PresentBlock[];
  pauseMinutes: number;
  /** Only what is wanted is planned; all other blocks stay. */
  isPartial: boolean;
  /** Items whose blocks stay as they are. */
  staying: ReadonlySet<string>;
  /** What takes time and is no event. */
  taken: readonly Busy[];
  /** Where the person is besides what events say. */
  stays: readonly Stay[];
  rides: Rides;
  timeZone: string;
};

/** `present`: the blocks that the plan may move or take away, and the fixed ones of its items. */
export type Built = {
  problem: Problem;
  present: PresentBlock[];
  /** Minutes of an item that passed or lie outside of the days. */
  worked: ReadonlyMap<string, number>;
  /** When the person is on a ride and can work there. */
  rides: readonly RideTime[];
};

/** Of what took longer than planned, at least so much is planned anew. */
const LEAST_REST = 15;
const QUARTER = 0.25;

/** What the engine gets: what is wanted, less what is done or stays, into what is free. */
export function buildProblem(facts: Facts): Built {
  const { now, from, until, wanted, blocks, isPartial, staying } = facts;
  const known = new Set(wanted.map(({ id }) => id));
  const isHere = ({ start, end }: Span) => start < until && end > from;
  const ahead = blocks.filter((block) => isHere(block) && block.end > now);
  const isFixed = (block: PresentBlock) => block.start <= now || block.isMovedByHand;
  const worked = new Map<string, number>();
  const built = wanted.flatMap((item) => {
    const own = blocks.filter(({ itemId }) => itemId === item.id);
    const past = own.filter(({ end }) => end <= now);
    const elsewhere = own.filter((block) => block.end > now && !isHere(block));
    const rest = restOf(item.minutes, minutesOf(past)) - minutesOf(elsewhere);
    if (past.length + elsewhere.length > 0) worked.set(item.id, minutesOf(past));
    if (rest <= 0) return [];
    const mine = ahead.filter(({ itemId }) => itemId === item.id);
    const built = withBlocks(
      { ...item, minutes: rest },
      mine.filter(isFixed),
      mine.filter((block) => !isFixed(block)),
    );
    return [built];
  });
  const all = built.map(({ item }) => item);
  const fixedOfItems = new Set(built.flatMap(({ fixed }) => fixed.map(({ eventId }) => eventId)));
  const isGone = ({ itemId }: PresentBlock) => !isPartial && !known.has(itemId) && !staying.has(itemId);
  const present = ahead.filter(
    (block) =>
      fixedOfItems.has(block.eventId) || (!isFixed(block) && (known.has(block.itemId) || isGone(block))),
  );
  const movable = new Set(present.map(({ eventId }) => eventId));
  const { items, stays } = withPlaces(all, facts);
  const rides = rideTimes(facts.events, facts.rides);
  return {
    present,
    worked,
    rides,
    problem: {
      now,
      days: daysWithRides(facts.days, rides, facts.rides, facts.timeZone).map((day) =>
        withoutPlanned(
          day,
          blocks.filter(({ eventId }) => !movable.has(eventId)),
        ),
      ),
      busy: [
        ...busyOf(
          facts.events.filter(({ id }) => !movable.has(id)),
          facts.rides,
        ),
        ...facts.taken,
      ],
      ...offRides(items, stays, rides, facts),
      quiet: [...approachesOf(facts.events, facts), ...beyondHours(facts.days, rides)],
      pauseMinutes: facts.pauseMinutes,
    },
  };
}

/** Where each item can be done, and where the person is. */
function withPlaces(all: readonly Item[], facts: Facts): { items: readonly Item[]; stays: Stay[] } {
  const away = awayStays(facts.events, facts.rides, all);
  const known = [...staysOf(facts.events), ...away, ...facts.stays];
  if (away.length === 0) return { items: all, stays: staysAt(all, known, facts) };
  const items = all.map((item) => (isDoneInTown(item) ? { ...item, place: NOT_AWAY } : item));
  const town = townStays(away, { start: facts.from, end: facts.until });
  return { items, stays: [...staysAt(items, known, facts), ...town] };
}

/** Never nothing: a task that is still open after all its blocks ran late. */
function restOf(minutes: number, past: number): number {
  if (past === 0) return minutes;
  const least = Math.max(LEAST_REST, Math.ceil((minutes * QUARTER) / 5) * 5);
  return Math.max(minutes - past, Math.min(minutes, least));
}

/** Fixed blocks that do not cover it stay as events, and the rest of the item is placed beside them. */
function withBlocks(
  { provenance: __, guess: ___, promisedTo: ____, ...item }: WantedItem,
  fixed: readonly PresentBlock[],
  movable: readonly PresentBlock[],
): { item: Item; fixed: readonly PresentBlock[] } {
  const fixedMinutes = minutesOf(fixed);
  const isDivided = item.leastMinutes < item.minutes;
  if (fixed.length > 0 && (!isDivided || fixedMinutes >= item.minutes)) {
    const minutes = fixedMinutes;
    return {
      item: { ...item, minutes, leastMinutes: minutes, kept: fixed.map(spanOf), isFixed: true },
      fixed,
    };
  }
  const minutes = item.minutes - fixedMinutes;
  const leastMinutes = Math.min(item.leastMinutes, minutes);
  return { item: { ...item, minutes, leastMinutes, kept: movable.map(spanOf), isFixed: false }, fixed: [] };
}

/** What stays of earlier plans counts as planned. */
function withoutPlanned(day: PlanDay, staying: readonly PresentBlock[]): PlanDay {
  const [first, last] = [day.work[0], day.work.at(-1)];
  if (!first || !last) return day;
  const today = staying.filter(({ start, end }) => start < last.end && end > first.start);
  return { ...day, mostMinutes: Math.max(0, day.mostMinutes - minutesOf(today)) };
}

/**
 * An all-day event with a place says where the person is, and so does one that takes none of their time, unless others
 * meet there without them.
 */
const staysOf = (events: readonly PlanEvent[]): Stay[] =>
  events.flatMap(({ isAllDay, isFree, hasGuests, location, start, end }) => {
    const place = placeOf(location);
    return (isAllDay || (isFree && !hasGuests)) && place !== null ? [{ start, end, place }] : [];
  });

/** With the time in which nothing says that the person is elsewhere, for places that nothing names. */
function staysAt(
  items: readonly Item[],
  stays: readonly Stay[],
  { from, until }: Pick<Facts, "from" | "until">,
): Stay[] {
  if (stays.length === 0) return [];
  const named = new Set(stays.map(({ place }) => place));
  const isUnnamed = (place: string | null) => place !== null && place !== NOT_AWAY && !named.has(place);
  const unnamed = new Set(items.flatMap(({ place }) => (place !== null && isUnnamed(place) ? [place] : [])));
  const unknown = without([{ start: from, end: until }], joined(stays));
  return [...stays, ...[...unnamed].flatMap((place) => unknown.map((span) => ({ ...span, place })))];
}

const spanOf = ({ start, end }: PresentBlock): Span => ({ start, end });
export const minutesOf = (spans: readonly Span[]): number =>
  Math.round(spans.reduce((sum, { start, end }) => sum + end - start, 0) / MINUTE);
