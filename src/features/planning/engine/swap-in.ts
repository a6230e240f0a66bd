import { chainOf } from "../search/make-room.ts";
import { draftOf } from "./draft-of-plan.ts";
import { DraftPlan, type Piece } from "./draft-plan.ts";
import { findPlace } from "./find-place.ts";
import { byUrgency, placeInOrder, takeFollowersOut } from "./place-greedily.ts";
import type { Plan, Problem } from "./plan-problem.ts";
import type { Task } from "./prepare-problem.ts";

/** Those with the highest price; the others are not tried. */
const MOST_TRIED = 40;
/** A search tries fewer, each time that it finds nothing else. */
const MOST_SWAPPED = 15;

/** What it would take to place an item that has no place: others would lose theirs, or only lie elsewhere. */
export type Swap = {
  /** Ids of items that would have no place then. */
  readonly out: readonly string[];
  /** Of those that would lie elsewhere. */
  readonly moved: readonly string[];
  /** In points. */
  readonly costsMore: number;
};

/** The cheapest swap for each item without a place, by its id; none where the hard rules leave no place at all. */
export function swapsOf(
  problem: Problem,
  { blocks, unplaced }: Pick<Plan, "blocks" | "unplaced">,
): Map<string, Swap> {
  const draft = draftOf(problem, blocks);
  const wanted = new Set(unplaced.map(({ itemId }) => itemId));
  const search = searchIn(draft);
  const swaps = new Map<string, Swap>();
  const needed = new Set(unplaced.flatMap(({ itemId, because }) => (because === "unneeded" ? [] : [itemId])));
  const isAsked = ({ item, rates }: Task) =>
    wanted.has(item.id) && (needed.has(item.id) || !rates.isOnlyAwaited);
  for (const task of withoutPlace(draft).filter(isAsked)) {
    const swap = cheapestSwap(search, task);
    if (swap) swaps.set(task.item.id, swap);
  }
  return swaps;
}

/** Places what has no place where that costs less all in all; true if something was found. */
export function swapBetter(draft: DraftPlan): boolean {
  const search = searchIn(draft);
  let isBetter = false;
  for (const task of dearest(draft).slice(0, MOST_SWAPPED)) {
    for (const { work } of draft.prepared.problem.days) {
      if (draft.isPlaced(task.index)) break;
      const before = draft.snapshot();
      if (swapIn(search, task, work[0]?.start ?? 0) && draft.cost < before.cost - 1e-6) isBetter = true;
      else draft.restore(before);
    }
  }
  return isBetter;
}

/** `bare` has only what the person fixed; `order` is that of urgency. */
type SwapSearch = { readonly draft: DraftPlan; readonly bare: DraftPlan; readonly order: readonly Task[] };

const searchIn = (draft: DraftPlan): SwapSearch => ({
  draft,
  bare: new DraftPlan(draft.prepared),
  order: byUrgency(draft.prepared),
});

const dearest = (draft: DraftPlan): Task[] => withoutPlace(draft).filter(({ rates }) => !rates.isOnlyAwaited);

const withoutPlace = (draft: DraftPlan): Task[] =>
  draft.prepared.tasks
    .filter((task) => !draft.isPlaced(task.index) && !task.isCircular)
    .toSorted((one, other) => other.costUnplaced - one.costUnplaced)
    .slice(0, MOST_TRIED);

function cheapestSwap(search: SwapSearch, task: Task): Swap | null {
  const { draft } = search;
  const before = draft.snapshot();
  let best: Swap | null = null;
  for (const { work } of draft.prepared.problem.days) {
    const isPlaced = swapIn(search, task, work[0]?.start ?? 0);
    const costsMore = draft.cost - before.cost;
    if (isPlaced && costsMore < (best?.costsMore ?? Number.POSITIVE_INFINITY) - 1e-6)
      best = { ...changesSince(draft, before.pieces), costsMore };
    draft.restore(before);
  }
  return best;
}

function changesSince(draft: DraftPlan, before: readonly (readonly Piece[] | null)[]) {
  const changed = draft.prepared.tasks.filter(
    ({ index }) => before[index] && draft.piecesOf(index) !== before[index],
  );
  const idsOf = (tasks: readonly Task[]) => tasks.map(({ item }) => item.id);
  return {
    out: idsOf(changed.filter(({ index }) => !draft.isPlaced(index))),
    moved: idsOf(changed.filter(({ index }) => draft.isPlaced(index))),
  };
}

/** From an instant on, the task and what it waits for get the places that they would have alone; the rest makes room. */
function swapIn({ draft, bare, order }: SwapSearch, task: Task, from: number): boolean {
  const evicted = new Set<Task>();
  for (const next of chainOf(draft, task)) {
    if (draft.isPlaced(next.index)) continue;
    const window = draft.windowOf(next);
    if (!window) return false;
    const place = findPlace(bare, next, { window: { ...window, start: Math.max(window.start, from) } });
    if (!place) return false;
    for (const piece of place.pieces) makeWay(draft, piece, evicted);
    for (const [day, needed] of minutesByDay(draft, place.pieces)) makeTime(draft, day, needed, evicted);
    if (evicted.has(next) || draft.windowOf(next) === null) return false;
    draft.put(next, place.pieces);
  }
  placeInOrder(
    draft,
    order.filter((each) => evicted.has(each)),
  );
  for (const each of evicted) takeFollowersOut(draft, each);
  return draft.isPlaced(task.index);
}

function makeWay(draft: DraftPlan, { stretch, start, end }: Piece, evicted: Set<Task>): void {
  for (const index of draft.tasksBetween(stretch, start, end))
    takeOut(draft, draft.prepared.tasks[index], evicted);
}

function minutesByDay(draft: DraftPlan, pieces: readonly Piece[]): Map<number, number> {
  const needed = new Map<number, number>();
  for (const { stretch, start, end } of pieces) {
    const day = draft.prepared.stretches[stretch]?.day ?? 0;
    needed.set(day, (needed.get(day) ?? 0) + end - start);
  }
  return needed;
}

/** The cheapest items of the day go until the day may have so much more. */
function makeTime(draft: DraftPlan, day: number, needed: number, evicted: Set<Task>): void {
  if (draft.leftOf(day) >= needed) return;
  const { stretches, tasks } = draft.prepared;
  const ofDay = tasks
    .filter(({ index }) => draft.piecesOf(index)?.some(({ stretch }) => stretches[stretch]?.day === day))
    .toSorted((one, other) => one.costUnplaced / one.length - other.costUnplaced / other.length);
  for (const task of ofDay) {
    if (draft.leftOf(day) >= needed) return;
    takeOut(draft, task, evicted);
  }
}

function takeOut(draft: DraftPlan, task: Task | undefined, evicted: Set<Task>): void {
  if (!task || task.isFixed) return;
  draft.remove(task);
  evicted.add(task);
  for (const index of task.followers)
    if (draft.isPlaced(index)) takeOut(draft, draft.prepared.tasks[index], evicted);
}
