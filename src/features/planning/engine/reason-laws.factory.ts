import { expect } from "vitest";
import { violationsOf } from "./check-plan.ts";
import { costOf, sharedMinutes, termsOf } from "./cost-of-plan.ts";
import type { Block, CostKind, Item, Problem, Span } from "./plan-problem.ts";
import type { BlockReasons, Reason } from "./reasons-of.ts";

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

type Case = {
  readonly problem: Problem;
  readonly blocks: readonly Block[];
  readonly block: Block;
  readonly item: Item;
  /** All pieces of the item. */
  readonly own: readonly Block[];
  readonly end: number;
};

/** Each reason is a fact of the problem and the plan, and `elsewhere` is a place that costs so much more. */
export function expectTrueReasons(problem: Problem, blocks: readonly Block[], explained: BlockReasons): void {
  const { block, reasons, elsewhere } = explained;
  const item = problem.items.find(({ id }) => id === block.itemId);
  if (!item) throw new Error(`There is no item ${block.itemId}`);
  const own = blocks.filter(({ itemId }) => itemId === item.id);
  const one: Case = { problem, blocks, block, item, own, end: Math.max(...own.map(({ end }) => end)) };
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) expect([reason, isTrue(one, reason)]).toEqual([reason, true]);
  for (const reason of reasons)
    if (reason.kind === "cheapest") expect(reason.costsMore).toBe(elsewhere?.costsMore);
  if (!elsewhere) return;
  const moved = placedAt(one, elsewhere.pieces);
  expect(violationsOf(problem, moved)).toEqual([]);
  const costsMore = costOf(termsOf(problem, moved)) - costOf(termsOf(problem, blocks));
  expect(elsewhere.costsMore).toBeCloseTo(costsMore, 4);
  expect(elsewhere.costsMore).toBeGreaterThanOrEqual(-1e-4);
}

function isTrue(one: Case, reason: Reason): boolean {
  const { item, end, own, block } = one;
  switch (reason.kind) {
    case "due":
    case "promised":
      return (
        item.isPromised === (reason.kind === "promised") &&
        reason.due === item.due &&
        reason.slackMinutes === (reason.due - end) / MINUTE &&
        reason.slackMinutes >= 0 &&
        (hasOther(one, (span) => datesCost(one, [span]) > datesCost(one, own)) || isAlone(one))
      );
    case "reserve":
    case "approach":
    case "beyond":
    case "limit":
      return isTruePrice(one, reason);
    case "late":
      return reason.due === item.due && reason.minutes === (end - reason.due) / MINUTE && reason.minutes > 0;
    case "before-meeting":
      return reason.latest === item.latest && reason.slackMinutes === (reason.latest - end) / MINUTE;
    case "focus":
      return item.energy === "deep" && reason.minutes === inFocus(one, [block]) && hasOtherHours(one, -1);
    case "outside-focus":
      return (
        item.energy !== "deep" &&
        reason.minutes === (block.end - block.start) / MINUTE - inFocus(one, [block]) &&
        hasOtherHours(one, 1)
      );
    case "kept":
      return reason.minutes === sharedMinutes([block], item.kept) && reason.minutes > 0;
    case "hours":
      return (
        reason.start <= block.start &&
        block.end <= reason.end &&
        item.hours?.some(({ start, end }) => reason.start <= start && end <= reason.end) === true &&
        isCheaperWithout(one)
      );
    case "after":
      return item.after.includes(reason.itemId) && one.blocks.some(isEndOf(reason));
    case "first-free":
      return !hasRoom(one, (span) => span.end < end && span.start % QUARTER === 0);
    case "only-room":
      return isAlone(one);
    case "held":
      return isAlone(one) && reason.itemIds.length > 0 && reason.itemIds.every((id) => isPlaced(one, id));
    case "cheapest":
      return reason.costsMore > -1e-4;
    case "pause":
    case "together":
      return hasOther(one, (span) => besideCost(one, [span]) > besideCost(one, own) + 1e-9);
    case "undivided":
      return item.leastMinutes < item.minutes;
    case "fixed":
      return item.isFixed;
  }
}

type Price = Extract<Reason, { kind: "reserve" | "approach" | "beyond" | "limit" }>;

function isTruePrice(one: Case, reason: Price): boolean {
  const { item, end, own } = one;
  switch (reason.kind) {
    case "reserve":
      return (
        reason.due === item.due &&
        reason.slackMinutes === (reason.due - end) / MINUTE &&
        reason.slackMinutes > 0 &&
        hasOther(one, (span) => datesCost(one, [span]) > datesCost(one, own))
      );
    case "approach":
      return (
        one.problem.quiet.some(
          ({ id, kind, end: until }) => id === reason.eventId && kind === "approach" && until !== item.latest,
        ) && hasOther(one, (span) => quietCost(one, [span]) > quietCost(one, own))
      );
    case "beyond":
      return hasOther(one, (span) => quietCost(one, [span]) > quietCost(one, own));
    case "limit":
      return one.problem.days.some(({ mostMinutes }) => mostMinutes === reason.minutes);
  }
}

const isEndOf =
  ({ itemId, end }: { itemId: string; end: number }) =>
  (block: Block) =>
    block.itemId === itemId && block.end === end;

const inFocus = ({ problem }: Case, spans: readonly Span[]) =>
  sharedMinutes(
    spans,
    problem.days.flatMap(({ focus }) => focus),
  );

const hasOtherHours = (one: Case, sign: number) =>
  hasOther(one, (span) => sign * (inFocus(one, [span]) - inFocus(one, one.own)) > 0);

const isAlone = (one: Case) =>
  !hasRoom(
    one,
    (span) =>
      span.start % QUARTER === 0 &&
      one.own.every((piece) => span.end <= piece.start || span.start >= piece.end),
  );

const isPlaced = ({ blocks, item }: Case, id: string) =>
  id !== item.id && blocks.some(({ itemId }) => itemId === id);

/** Somewhere at another time of the day the whole plan would cost less. */
function isCheaperWithout(one: Case): boolean {
  const items = one.problem.items.map((item) => (item.id === one.item.id ? { ...item, hours: null } : item));
  const free: Case = { ...one, problem: { ...one.problem, items } };
  const cost = (blocks: readonly Block[]) => costOf(termsOf(one.problem, blocks));
  return hasOther(free, (span) => cost(placedAt(one, [span])) < cost(one.blocks) - 1e-7);
}

/** Pauses and switches of the whole plan, as if the item were there. */
const besideCost = (one: Case, spans: readonly Span[]) =>
  costOf(
    termsOf(one.problem, placedAt(one, spans)).filter(({ kind }) => kind === "pause" || kind === "switch"),
  );

/** Late, close and reserve, as if the item were there. */
const datesCost = (one: Case, spans: readonly Span[]): number =>
  ownCost(one, spans, ["late", "close", "reserve"]);

/** Where it is better left free, as if the item were there. */
const quietCost = (one: Case, spans: readonly Span[]): number => ownCost(one, spans, ["approach", "beyond"]);

function ownCost({ problem, item }: Case, spans: readonly Span[], kinds: readonly CostKind[]): number {
  const blocks = spans.map(({ start, end }) => ({ start, end, itemId: item.id }));
  const terms = termsOf(problem, blocks).filter(({ itemId }) => itemId === item.id);
  return costOf(terms.filter(({ kind }) => kinds.includes(kind)));
}

function placedAt({ blocks, item }: Case, pieces: readonly Span[]): Block[] {
  const others = blocks.filter(({ itemId }) => itemId !== item.id);
  return [...others, ...pieces.map(({ start, end }) => ({ start, end, itemId: item.id }))];
}

/** The places of an item that may be divided are too many to try. */
const hasOther = (one: Case, isWanted: (span: Span) => boolean) =>
  one.item.leastMinutes < one.item.minutes || hasRoom(one, isWanted);

/** Tries every quarter of an hour, and every time at which something ends, as a start of the whole. */
function hasRoom(one: Case, isWanted: (span: Span) => boolean): boolean {
  const { problem, blocks, item } = one;
  const length = item.minutes * MINUTE;
  const pause = problem.pauseMinutes * MINUTE;
  const ends = [...problem.busy, ...blocks].flatMap(({ end }) => [end, end + pause]);
  const previous = item.kept.map(({ start }) => start);
  const edges = problem.days.flatMap(({ focus }) =>
    focus.flatMap(({ start, end }) => [end, start - length, end - length]),
  );
  const grid = problem.days.flatMap(({ work }) => work.flatMap(quartersIn));
  return [...grid, ...ends, ...previous, ...edges].some((start) => {
    const place = { start, end: start + length };
    return isWanted(place) && violationsOf(problem, placedAt(one, [place])).length === 0;
  });
}

function quartersIn({ start, end }: Span): number[] {
  const first = Math.ceil(start / QUARTER) * QUARTER;
  const count = Math.max(0, Math.ceil((end - first) / QUARTER));
  return [start, ...Array.from({ length: count }, (_, at) => first + at * QUARTER)];
}
