import { lengthOf, piecesByItem, sharedMinutes } from "./cost-of-plan.ts";
import { circularItems, isFixedInPlace, waitsFor } from "./item-order.ts";
import type { Block, Item, PlanDay, Problem, Span } from "./plan-problem.ts";
import { isInside, joined } from "./span-sets.ts";

/**
 * A hard rule that a plan breaks. `work`: outside the working hours; `busy`: during an event; `pause`: two blocks
 * overlap; `early`: before now or its earliest; `latest`: ends after it; `order`:
 * before what it waits for; `piece`: a piece is too short; `minutes`: more or less than the item takes; `limit`: more
 * than the day allows; `place`: the person is not there; `hours`: at another time of the day than it can be done; `fixed`: a fixed block was changed; `unknown`: no such item.
 */
export type Violation = {
  readonly rule:
    | "work"
    | "busy"
    | "pause"
    | "early"
    | "latest"
    | "order"
    | "piece"
    | "minutes"
    | "limit"
    | "place"
    | "hours"
    | "fixed"
    | "unknown";
  readonly itemId: string;
  /** Milliseconds: where the block that breaks it starts. */
  readonly at: number;
};

const MINUTE = 60_000;

/** The hard rules that these blocks break; none for a plan that may be shown. Shares no code with the search. */
export function violationsOf(problem: Problem, blocks: readonly Block[]): Violation[] {
  const items = new Map(problem.items.map((item) => [item.id, item]));
  const pieces = piecesByItem(blocks);
  const circular = circularItems(problem);
  const isBefore = (item: Item, { start }: Span) =>
    circular.has(item.id) ||
    waitsFor(item, items).some(({ id }) => (pieces.get(id)?.at(-1)?.end ?? Number.POSITIVE_INFINITY) > start);
  const isFree = (block: Block) => {
    const item = items.get(block.itemId);
    return item !== undefined && !isFixedInPlace(item);
  };
  return [
    ...blocks.filter(({ itemId }) => !items.has(itemId)).map((block) => violation("unknown", block)),
    ...fixedViolations(problem, pieces),
    ...problem.items
      .filter((item) => !isFixedInPlace(item))
      .flatMap((item) => {
        const own = pieces.get(item.id) ?? [];
        const [first] = own;
        if (!first) return [];
        const order = isBefore(item, first) ? [violation("order", first)] : [];
        return [...itemViolations(problem, item, own), ...order];
      }),
    ...neighbourViolations(problem, blocks, isFree),
    ...problem.days.flatMap((day) => limitViolations(day, blocks, isFree)),
  ];
}

const violation = (rule: Violation["rule"], { itemId, start }: Block): Violation => ({
  rule,
  itemId,
  at: start,
});

function fixedViolations({ items }: Problem, pieces: ReadonlyMap<string, readonly Block[]>): Violation[] {
  return items.filter(isFixedInPlace).flatMap((item) => {
    const own = pieces.get(item.id) ?? [];
    const previous = item.kept.toSorted((one, other) => one.start - other.start);
    const isSame =
      own.length === previous.length &&
      previous.every((span, index) => own[index]?.start === span.start && own[index]?.end === span.end);
    return isSame ? [] : [{ rule: "fixed" as const, itemId: item.id, at: previous[0]?.start ?? 0 }];
  });
}

function itemViolations(problem: Problem, item: Item, own: readonly Block[]): Violation[] {
  const earliest = Math.max(problem.now, item.earliest);
  const least = Math.min(item.leastMinutes, item.minutes) * MINUTE;
  const stays = joined(problem.stays.filter(({ place }) => place === item.place));
  const broken = own.flatMap((block) => [
    ...(problem.days.some(({ work }) => isInside(block, joined(work))) ? [] : [violation("work", block)]),
    ...(block.start < earliest ? [violation("early", block)] : []),
    ...(item.latest !== null && block.end > item.latest ? [violation("latest", block)] : []),
    ...(block.end - block.start < least ? [violation("piece", block)] : []),
    ...(item.place !== null && !isInside(block, stays) ? [violation("place", block)] : []),
    ...(item.hours !== null && !isInside(block, joined(item.hours)) ? [violation("hours", block)] : []),
  ]);
  const [first] = own;
  if (first && lengthOf(own) !== item.minutes) broken.push(violation("minutes", first));
  return broken;
}

/** Blocks that the person fixed may overlap each other and events as they do. */
function neighbourViolations(
  { busy }: Problem,
  blocks: readonly Block[],
  isFree: (block: Block) => boolean,
): Violation[] {
  const isOver = (one: Span, other: Span) => one.start < other.end && other.start < one.end;
  return blocks
    .filter(isFree)
    .flatMap((block) => [
      ...(busy.some((event) => event.end > event.start && isOver(block, event))
        ? [violation("busy", block)]
        : []),
      ...(blocks.some((other) => other !== block && isOver(block, other)) ? [violation("pause", block)] : []),
    ]);
}

/** What a fixed block takes from a day is what lies between the first and the last working hour. */
function limitViolations(
  day: PlanDay,
  blocks: readonly Block[],
  isFree: (block: Block) => boolean,
): Violation[] {
  const work = joined(day.work);
  const [first, last] = [work[0], work.at(-1)];
  if (!first || !last) return [];
  const hours = [{ start: first.start, end: last.end }];
  const today = blocks.filter((block) => isFree(block) && isInside(block, work));
  const fixed = blocks.filter((block) => !isFree(block));
  const [added] = today;
  const minutes = lengthOf(today) + sharedMinutes(fixed, hours);
  return added && minutes > day.mostMinutes ? [violation("limit", added)] : [];
}
