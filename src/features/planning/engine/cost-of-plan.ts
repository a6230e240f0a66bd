import { neighbourTerms } from "./cost-of-neighbours.ts";
import { WEIGHTS } from "./cost-weights.ts";
import { isFixedInPlace } from "./item-order.ts";
import type { Block, CostTerm, Item, Problem, Quiet, Span } from "./plan-problem.ts";
import { joined } from "./span-sets.ts";

const MINUTE = 60_000;

/** The rates of one item in points per minute, and the instants (milliseconds) that they count from. */
export type ItemRates = {
  readonly item: Item;
  readonly late: number;
  /** In points, once it is late at all; 0 if its due time is over. */
  readonly missed: number;
  readonly close: number;
  /** 0 where no reserve is asked for. */
  readonly reserve: number;
  readonly energy: number;
  /** It costs nothing without a place. */
  readonly isOnlyAwaited: boolean;
  readonly moved: number;
  readonly waiting: number;
  /** Where lateness begins: the due time, or now if that is over; infinite without a due time. */
  readonly lateFrom: number;
  readonly earliestEnd: number;
  readonly previousMinutes: number;
};

/** One term of an item's cost; `amount` in minutes, for `divided` in pieces. */
type Receive = (kind: CostTerm["kind"], amount: number, cost: number) => void;

/** What the rates of an item depend on besides the item. */
export type RateFrame = {
  readonly now: number;
  readonly hasDeepWork: boolean;
  /** Ids of items that others wait for. */
  readonly awaited: ReadonlySet<string>;
};

export const rateFrameOf = ({ items, now }: Problem): RateFrame => ({
  now,
  hasDeepWork: items.some(({ energy, isFixed }) => energy === "deep" && !isFixed),
  awaited: new Set(items.flatMap((item) => waitsForIds(item))),
});

const waitsForIds = (item: Item) => (isFixedInPlace(item) ? [] : item.after.filter((id) => id !== item.id));

/** From here on an item asks for a place by itself, also if others wait for it. */
const OWN_IMPORTANCE = 0.5;

/** It is only there for what waits for it: no date, no promise, no weight of its own. */
const isOnlyAwaited = ({ id, kind, due, isPromised, importance }: Item, { awaited }: RateFrame) =>
  kind === "task" && due === null && !isPromised && importance <= OWN_IMPORTANCE && awaited.has(id);

export function ratesOf(item: Item, frame: RateFrame): ItemRates {
  const { now, hasDeepWork } = frame;
  const { late, missed, close, reserve, energy, moved, waiting } = WEIGHTS;
  const isMissed = item.due !== null && item.due > now;
  const once =
    (missed.points + missed.importance * item.importance) * (item.isPromised ? missed.promised : 1);
  const promised = item.isPromised ? late.promised : 1;
  return {
    item,
    late: ((late.perHour + late.importance * item.importance) * promised) / 60,
    missed: isMissed ? once : 0,
    close: close.perHour / 60,
    reserve: isMissed && wantsReserve(item) ? reserve.perMinute : 0,
    energy: item.energy !== "any" || hasDeepWork ? energy[item.energy] : 0,
    isOnlyAwaited: isOnlyAwaited(item, frame),
    moved: moved.perMinute,
    waiting: ((waiting.perHour + waiting.importance * item.importance) * urgencyOf(item)) / 60,
    lateFrom: item.due === null ? Number.POSITIVE_INFINITY : Math.max(item.due, now),
    earliestEnd: Math.max(now, item.earliest) + item.minutes * MINUTE,
    previousMinutes: lengthOf(item.kept),
  };
}

const wantsReserve = ({ isPromised, importance }: Item) =>
  isPromised || importance >= WEIGHTS.reserve.importance;

/** What has a date comes before what has none, and what was promised before both. */
const urgencyOf = ({ due, isPromised }: Item): number => {
  const { dated, promised, undated } = WEIGHTS.waiting;
  if (isPromised) return promised;
  return due === null ? undated : dated;
};

/** Late, close, reserve and waiting, in points, of an item that ends then. Never falls as time goes on: searches rely on it. */
export function costOfEnd(rates: ItemRates, end: number): number {
  const past = end - rates.lateFrom;
  const late = past > 0 ? past * rates.late + rates.missed * MINUTE : 0;
  const near = past + MARGIN;
  const close = near > 0 ? Math.min(near, MARGIN) * rates.close : 0;
  const wait = end - rates.earliestEnd;
  const scant = rates.reserve > 0 ? missingReserve(past) * rates.reserve : 0;
  return (late + close + scant + (wait > 0 ? wait * rates.waiting : 0)) / MINUTE;
}

const MARGIN = WEIGHTS.close.marginMinutes * MINUTE;
const RESERVE = WEIGHTS.reserve.minutes * MINUTE;

/** Of what ends `past` its due time, or before it if that is negative; all in milliseconds. */
const missingReserve = (past: number): number => Math.max(0, Math.min(RESERVE, past + RESERVE));

/** In points: the minutes of the pieces that lie where it is quiet in their stretch, unless that belongs to the item. */
export function costOfQuiet(
  { latest }: Item,
  pieces: readonly (Span & { readonly stretch: number })[],
  stretches: readonly { readonly quiet: readonly Quiet[] }[],
): number {
  let cost = 0;
  for (const { start, end, stretch } of pieces)
    for (const span of stretches[stretch]?.quiet ?? NONE) {
      const shared = Math.min(end, span.end) - Math.max(start, span.start);
      if (shared > 0 && !belongsTo(span, latest)) cost += (shared / MINUTE) * WEIGHTS[span.kind].perMinute;
    }
  return cost;
}

const NONE: readonly Quiet[] = [];

/** What must be done when the quiet time ends prepares what comes then. */
export const belongsTo = ({ kind, end }: Quiet, latest: number | null): boolean =>
  kind === "approach" && end === latest;

/** Energy, divided and moved, in points; `focus` are the focus hours of all days, in the order of time. */
export function costOfShape(rates: ItemRates, pieces: readonly Span[], focus: readonly Span[]): number {
  let cost = (pieces.length - 1) * WEIGHTS.divided.perPiece;
  if (rates.energy > 0) cost += wrongMinutes(rates.item, pieces, focus) * rates.energy;
  if (rates.previousMinutes > 0) cost += movedMinutes(rates, pieces) * rates.moved;
  return cost;
}

/**
 * What an item costs without a place: as if it ended an hour after `horizon`, the end of the last day, and the price of that. One
 * that is only there for others costs nothing: they do.
 */
export function costWithoutPlace(rates: ItemRates, horizon: number): number {
  const { perMinute, mostExtraMinutes, importance, promised } = WEIGHTS.unplaced;
  const { item } = rates;
  if (rates.isOnlyAwaited) return rates.previousMinutes * rates.moved;
  const rate = perMinute * (1 + importance * item.importance) * (item.isPromised ? promised : 1);
  return (
    (item.minutes + Math.min(item.minutes, mostExtraMinutes)) * rate +
    costOfEnd(rates, endWithoutPlace(rates, horizon)) +
    rates.previousMinutes * rates.moved
  );
}

const endWithoutPlace = ({ earliestEnd }: ItemRates, horizon: number): number =>
  Math.max(horizon + WEIGHTS.unplaced.afterMinutes * MINUTE, earliestEnd);

/** All terms of the plan that cost something, in the order of the items. Blocks of unknown items cost nothing. */
export function termsOf(problem: Problem, blocks: readonly Block[]): CostTerm[] {
  const focus = problem.days.flatMap((day) => joined(day.focus));
  const horizon = horizonOf(problem);
  const placed = piecesByItem(blocks);
  const beside = neighbourTerms(problem, blocks);
  const rates = rateFrameOf(problem);
  return problem.items.flatMap((item) => {
    const terms: CostTerm[] = [];
    const receive: Receive = (kind, amount, cost) => {
      if (cost > 0) terms.push({ kind, itemId: item.id, amount, cost });
    };
    const frame = { focus, horizon, quiet: problem.quiet };
    addTerms(ratesOf(item, rates), placed.get(item.id) ?? [], frame, receive);
    const { missing = 0, pause = 0, switches = 0 } = beside.get(item.id) ?? {};
    receive("pause", missing, pause);
    receive("switch", switches, switches * WEIGHTS.switch.each);
    return terms;
  });
}

/** In points: the sum of the terms. */
export const costOf = (terms: readonly CostTerm[]): number => terms.reduce((sum, { cost }) => sum + cost, 0);

/** The end of the last working hour; now if there is none. */
export const horizonOf = ({ days, now }: Problem): number =>
  days.reduce((last, day) => day.work.reduce((end, span) => Math.max(end, span.end), last), now);

/** The blocks of each item, in the order of time. */
export function piecesByItem(blocks: readonly Block[]): Map<string, Block[]> {
  const pieces = new Map<string, Block[]>();
  for (const block of blocks) {
    const known = pieces.get(block.itemId);
    if (known) known.push(block);
    else pieces.set(block.itemId, [block]);
  }
  for (const list of pieces.values()) list.sort((one, other) => one.start - other.start);
  return pieces;
}

type Frame = { readonly focus: readonly Span[]; readonly horizon: number; readonly quiet: readonly Quiet[] };

function addTerms(rates: ItemRates, pieces: readonly Span[], frame: Frame, receive: Receive) {
  const { focus, horizon } = frame;
  const last = pieces.at(-1);
  const { item } = rates;
  const end = last ? last.end : endWithoutPlace(rates, horizon);
  if (!last && rates.isOnlyAwaited) {
    receive("moved", rates.previousMinutes, rates.previousMinutes * rates.moved);
    return;
  }
  if (!last) {
    const whole = costWithoutPlace(rates, horizon);
    const rest = costOfEnd(rates, end) + rates.previousMinutes * rates.moved;
    receive("unplaced", item.minutes, whole - rest);
  }
  const late = Math.max(0, end - rates.lateFrom) / MINUTE;
  receive("late", late, late > 0 ? late * rates.late + rates.missed : 0);
  const close = Math.max(0, Math.min(MARGIN, end - rates.lateFrom + MARGIN)) / MINUTE;
  receive("close", close, close * rates.close);
  const scant = rates.reserve > 0 ? missingReserve(end - rates.lateFrom) / MINUTE : 0;
  receive("reserve", scant, scant * rates.reserve);
  const wrong = rates.energy > 0 ? wrongMinutes(item, pieces, focus) : 0;
  receive("energy", wrong, wrong * rates.energy);
  for (const kind of ["approach", "beyond"] as const) {
    const quiet = frame.quiet.filter((span) => span.kind === kind && !belongsTo(span, item.latest));
    const minutes = quiet.reduce((sum, span) => sum + sharedMinutes(pieces, [span]), 0);
    receive(kind, minutes, minutes * WEIGHTS[kind].perMinute);
  }
  const divided = Math.max(0, pieces.length - 1);
  receive("divided", divided, divided * WEIGHTS.divided.perPiece);
  const moved = movedMinutes(rates, pieces);
  receive("moved", moved, moved * rates.moved);
  const waiting = Math.max(0, end - rates.earliestEnd) / MINUTE;
  receive("waiting", waiting, waiting * rates.waiting);
}

function wrongMinutes({ energy }: Item, pieces: readonly Span[], focus: readonly Span[]): number {
  const inFocus = sharedMinutes(pieces, focus);
  return energy === "deep" ? lengthOf(pieces) - inFocus : inFocus;
}

const movedMinutes = ({ item, previousMinutes }: ItemRates, pieces: readonly Span[]) =>
  previousMinutes - sharedMinutes(pieces, item.kept);

/** The minutes of spans that do not overlap each other. */
export function lengthOf(spans: readonly Span[]): number {
  let length = 0;
  for (const span of spans) length += span.end - span.start;
  return length / MINUTE;
}

/** The minutes in which both lists have a span. */
export function sharedMinutes(spans: readonly Span[], others: readonly Span[]): number {
  let shared = 0;
  for (const span of spans)
    for (const other of others) {
      const overlap = Math.min(span.end, other.end) - Math.max(span.start, other.start);
      if (overlap > 0) shared += overlap;
    }
  return shared / MINUTE;
}
