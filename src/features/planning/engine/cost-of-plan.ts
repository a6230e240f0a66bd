import type { Block, CostTerm, Item, Problem, Span } from "./plan-problem.ts";
import { joined } from "./span-sets.ts";

/**
 * What a plan costs, in points: the table of decision 0166. Each term is an amount in its own unit times a rate of the
 * item, and depends on the blocks of that item alone, so the cost of a plan is the sum over its items.
 */
export const WEIGHTS = {
  /** Per minute of an item without a place, and an hour on top so that short ones count. */
  unplaced: { perMinute: 1, extraMinutes: 60, importance: 3, promised: 1.5 },
  /** Per hour after the due time, or after now if that is over. */
  late: { perHour: 6, importance: 6, promised: 2 },
  /** Per hour that is missing of the margin before the due time. */
  close: { perHour: 4, marginMinutes: 240 },
  /** Per minute in hours for other work. */
  energy: { deep: 0.5, light: 0.25, any: 0 },
  /** Per piece after the first. */
  divided: { perPiece: 8 },
  /** Per minute of the last plan that is given up. */
  moved: { perMinute: 0.3 },
  /** Per hour between the earliest possible end and the real one. */
  waiting: { perHour: 0.05, importance: 0.25 },
} as const;

const MINUTE = 60_000;

/** The rates of one item in points per minute, and the instants (milliseconds) that they count from. */
export type ItemRates = {
  readonly item: Item;
  readonly late: number;
  readonly close: number;
  readonly energy: number;
  readonly moved: number;
  readonly waiting: number;
  /** Where lateness begins: the due time, or now if that is over; infinite without a due time. */
  readonly lateFrom: number;
  readonly earliestEnd: number;
  readonly previousMinutes: number;
};

/** One term of an item's cost; `amount` in minutes, for `divided` in pieces. */
type Receive = (kind: CostTerm["kind"], amount: number, cost: number) => void;

export function ratesOf(item: Item, now: number): ItemRates {
  const { late, close, energy, moved, waiting } = WEIGHTS;
  const promised = item.isPromised ? late.promised : 1;
  return {
    item,
    late: ((late.perHour + late.importance * item.importance) * promised) / 60,
    close: close.perHour / 60,
    energy: energy[item.energy],
    moved: moved.perMinute,
    waiting: (waiting.perHour + waiting.importance * item.importance) / 60,
    lateFrom: item.due === null ? Number.POSITIVE_INFINITY : Math.max(item.due, now),
    earliestEnd: Math.max(now, item.earliest) + item.minutes * MINUTE,
    previousMinutes: lengthOf(item.kept),
  };
}

/** Late, close and waiting, in points, of an item that ends then. Never falls as time goes on: searches rely on it. */
export function costOfEnd(rates: ItemRates, end: number): number {
  const past = end - rates.lateFrom;
  const late = past > 0 ? past * rates.late : 0;
  const near = past + MARGIN;
  const close = near > 0 ? Math.min(near, MARGIN) * rates.close : 0;
  const wait = end - rates.earliestEnd;
  return (late + close + (wait > 0 ? wait * rates.waiting : 0)) / MINUTE;
}

const MARGIN = WEIGHTS.close.marginMinutes * MINUTE;

/** Energy, divided and moved, in points; `focus` are the focus hours of all days, in the order of time. */
export function costOfShape(rates: ItemRates, pieces: readonly Span[], focus: readonly Span[]): number {
  let cost = (pieces.length - 1) * WEIGHTS.divided.perPiece;
  if (rates.energy > 0) cost += wrongMinutes(rates.item, pieces, focus) * rates.energy;
  if (rates.previousMinutes > 0) cost += movedMinutes(rates, pieces) * rates.moved;
  return cost;
}

/** What an item costs without a place: as if it ended at `horizon`, the end of the last day, and the price of that. */
export function costWithoutPlace(rates: ItemRates, horizon: number): number {
  const { perMinute, extraMinutes, importance, promised } = WEIGHTS.unplaced;
  const { item } = rates;
  const rate = perMinute * (1 + importance * item.importance) * (item.isPromised ? promised : 1);
  return (
    (item.minutes + extraMinutes) * rate +
    costOfEnd(rates, Math.max(horizon, rates.earliestEnd)) +
    rates.previousMinutes * rates.moved
  );
}

/** All terms of the plan that cost something, in the order of the items. Blocks of unknown items cost nothing. */
export function termsOf(problem: Problem, blocks: readonly Block[]): CostTerm[] {
  const focus = problem.days.flatMap((day) => joined(day.focus));
  const horizon = horizonOf(problem);
  const placed = piecesByItem(blocks);
  return problem.items.flatMap((item) => {
    const terms: CostTerm[] = [];
    const receive: Receive = (kind, amount, cost) => {
      if (cost > 0) terms.push({ kind, itemId: item.id, amount, cost });
    };
    addTerms(ratesOf(item, problem.now), placed.get(item.id) ?? [], { focus, horizon }, receive);
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

type Frame = { readonly focus: readonly Span[]; readonly horizon: number };

function addTerms(rates: ItemRates, pieces: readonly Span[], { focus, horizon }: Frame, receive: Receive) {
  const last = pieces.at(-1);
  const { item } = rates;
  const end = last ? last.end : Math.max(horizon, rates.earliestEnd);
  if (!last) {
    const whole = costWithoutPlace(rates, horizon);
    const rest = costOfEnd(rates, end) + rates.previousMinutes * rates.moved;
    receive("unplaced", item.minutes, whole - rest);
  }
  const late = Math.max(0, end - rates.lateFrom) / MINUTE;
  receive("late", late, late * rates.late);
  const close = Math.max(0, Math.min(MARGIN, end - rates.lateFrom + MARGIN)) / MINUTE;
  receive("close", close, close * rates.close);
  const wrong = wrongMinutes(item, pieces, focus);
  receive("energy", wrong, wrong * rates.energy);
  const divided = Math.max(0, pieces.length - 1);
  receive("divided", divided, divided * WEIGHTS.divided.perPiece);
  const moved = movedMinutes(rates, pieces);
  receive("moved", moved, moved * rates.moved);
  const waiting = Math.max(0, end - rates.earliestEnd) / MINUTE;
  receive("waiting", waiting, waiting * rates.waiting);
}

function wrongMinutes({ energy }: Item, pieces: readonly Span[], focus: readonly Span[]): number {
  if (energy === "any") return 0;
  const inFocus = sharedMinutes(pieces, focus);
  return energy === "light" ? inFocus : lengthOf(pieces) - inFocus;
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
