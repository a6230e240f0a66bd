import { WEIGHTS } from "./cost-weights.ts";
import { isFixedInPlace } from "./item-order.ts";
import type { Block, Item, Problem, Span } from "./plan-problem.ts";

const MINUTE = 60_000;

/** What lies next to a block: a block of this item, or, without one, an event or a block that the person fixed. */
export type Neighbour = { readonly at: number; readonly item: Item | null };

/** Points for a missing minute, so that a whole missing pause costs no more than its most. */
export const pauseRate = (pauseMinutes: number): number =>
  Math.min(WEIGHTS.pause.perMinute, WEIGHTS.pause.most / Math.max(1, pauseMinutes));

const isShort = (item: Item | null, most: number) =>
  item !== null && item.energy !== "deep" && item.minutes <= most;

/** Minutes that are missing of the pause between two neighbours; `before` ends where `after` begins, or earlier. */
export function missingMinutes(before: Neighbour, after: Neighbour, pauseMinutes: number): number {
  if (before.item === after.item) return 0;
  const most = WEIGHTS.pause.shortMinutes;
  if (isShort(before.item, most) && isShort(after.item, most)) return 0;
  return Math.max(0, Math.min(pauseMinutes, pauseMinutes - (after.at - before.at) / MINUTE));
}

/** A short item begins a run of them: the mind turns to small things, and back. */
export function isSwitch(before: Neighbour, after: Neighbour): boolean {
  const most = WEIGHTS.switch.shortMinutes;
  if (!isShort(after.item, most)) return false;
  return !(isShort(before.item, most) && after.at - before.at < MINUTE);
}

type Beside = { missing: number; pause: number; switches: number };

/** By item: pauses missing before its blocks, and after them if an event or a fixed block is next; and its switches. */
export function neighbourTerms(problem: Problem, blocks: readonly Block[]): Map<string, Beside> {
  const { pauseMinutes } = problem;
  const items = new Map(problem.items.map((item) => [item.id, item]));
  const isFree = ({ itemId }: Block) => {
    const item = items.get(itemId);
    return item !== undefined && !isFixedInPlace(item);
  };
  const free = blocks.filter(isFree).toSorted((one, other) => one.start - other.start);
  const closed = closedSpans(problem);
  const terms = new Map<string, Beside>();
  for (const [at, block] of free.entries()) {
    const item = items.get(block.itemId) ?? null;
    const [previous, next] = [free[at - 1], free[at + 1]];
    const end = endBefore(closed, block.start);
    const before =
      previous && previous.end > end
        ? { at: previous.end, item: items.get(previous.itemId) ?? null }
        : { at: end, item: null };
    const start = startAfter(closed, block.end);
    let missing = missingMinutes(before, { at: block.start, item }, pauseMinutes);
    if (!next || next.start >= start)
      missing += missingMinutes({ at: block.end, item }, { at: start, item: null }, pauseMinutes);
    const known = terms.get(block.itemId) ?? { missing: 0, pause: 0, switches: 0 };
    terms.set(block.itemId, {
      missing: known.missing + missing,
      pause: known.pause + missing * pauseRate(pauseMinutes),
      switches: known.switches + (isSwitch(before, { at: block.start, item }) ? 1 : 0),
    });
  }
  return terms;
}

/** Events and what the person fixed. */
export const closedSpans = ({ busy, items }: Problem): Span[] => [
  ...busy.filter(({ start, end }) => end > start),
  ...items.filter(isFixedInPlace).flatMap(({ kept }) => kept),
];

/** Where the last of them ends until then; minus infinity if none does. */
export const endBefore = (closed: readonly Span[], time: number): number =>
  closed.reduce((last, { end }) => (end <= time && end > last ? end : last), Number.NEGATIVE_INFINITY);

export const startAfter = (closed: readonly Span[], time: number): number =>
  closed.reduce(
    (next, { start }) => (start >= time && start < next ? start : next),
    Number.POSITIVE_INFINITY,
  );
