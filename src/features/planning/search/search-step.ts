import { type Choose, oneOf, shuffled } from "../engine/choose-seeded.ts";
import { DraftPlan, type Place } from "../engine/draft-plan.ts";
import { findPlace } from "../engine/find-place.ts";
import { byTardiness, placeInOrder, takeFollowersOut } from "../engine/place-greedily.ts";
import type { Task } from "../engine/prepare-problem.ts";
import { Ways } from "./choose-ways.ts";
import { chainOf, takeForRoom } from "./make-room.ts";
import { type TakeOut, takeAny, takeChain, takeForCostly, takeNeighbours } from "./take-out-tasks.ts";

/** So often, a task goes where it is not cheapest. */
const DETOURS = 0.3;
/** So often, what room was made for is placed first, where it is cheapest. */
const ROOM_FIRST = 0.5;
/** Of those without a place, so many are tried again in each step. */
const MOST_TRIED = 3;

type Order = (wanted: readonly Task[]) => Task[];

/** One step of the search: takes tasks out and places them again, in ways that had success before. */
export class SearchStep {
  readonly #draft: DraftPlan;
  readonly #tasks: readonly Task[];
  readonly #choose: Choose;
  readonly #movable: ReadonlySet<Task>;
  readonly #room: TakeOut;
  readonly #takings: Ways<TakeOut>;
  readonly #orders: Ways<Order>;

  constructor(draft: DraftPlan, tasks: readonly Task[], choose: Choose) {
    this.#draft = draft;
    this.#tasks = tasks;
    this.#choose = choose;
    this.#movable = new Set(tasks);
    const ideals = idealPlaces(draft);
    const costs = ideals.map((place) => place?.cost ?? Number.POSITIVE_INFINITY);
    const costly = takeForCostly(
      ideals.map((place) => place?.pieces ?? []),
      costs,
    );
    this.#room = takeForRoom(costs);
    this.#takings = new Ways<TakeOut>([takeNeighbours, costly, takeChain, takeAny, this.#room]);
    this.#orders = new Ways(ordersOf(draft, tasks, costs, choose));
  }

  take(): void {
    const [draft, choose] = [this.#draft, this.#choose];
    const way = this.#takings.draw(choose) ?? takeAny;
    const taken = [...new Set(way(draft, this.#tasks, choose))].filter((task) => this.#movable.has(task));
    for (const task of taken) draft.remove(task);
    if (taken.length === 0) return;
    const isFirst = way === this.#room && choose() < ROOM_FIRST;
    const order = isFirst ? (wanted: readonly Task[]) => [...wanted] : this.#orders.draw(choose);
    const wanted = [...taken, ...this.#unplaced(taken)];
    placeInOrder(draft, order?.(wanted) ?? wanted, (_, task) =>
      !isFirst && choose() < DETOURS ? findDetour(draft, task, choose) : findPlace(draft, task),
    );
    for (const task of taken) takeFollowersOut(draft, task);
  }

  /** Something that costs much gets its place, whatever has to give way. */
  makeRoom(): void {
    const [draft, choose] = [this.#draft, this.#choose];
    const taken = this.#room(draft, this.#tasks, choose).filter((task) => this.#movable.has(task));
    for (const task of taken) draft.remove(task);
    placeInOrder(draft, taken);
    for (const task of taken) takeFollowersOut(draft, task);
  }

  /** What came of the step: a success from 0 to 1, and the stretches that were examined. */
  reward(success: number, effort: number): void {
    this.#takings.reward(success, effort);
    this.#orders.reward(success, effort);
  }

  #unplaced(taken: readonly Task[]): Task[] {
    const draft = this.#draft;
    const out = this.#tasks.filter((task) => !draft.isPlaced(task.index) && !taken.includes(task));
    return shuffled(out, this.#choose)
      .slice(0, MOST_TRIED)
      .flatMap((task) => chainOf(draft, task));
  }
}

/** Where each task would cost least if it were alone. */
function idealPlaces({ prepared }: DraftPlan): (Place | null)[] {
  const alone = new DraftPlan(prepared);
  return prepared.tasks.map((task) =>
    task.isFixed || task.isCircular
      ? null
      : findPlace(alone, task, { window: { start: task.from, end: task.until } }),
  );
}

/** By what waiting costs; the most wanted first, then by urgency; any; as they were taken; by what a minute is worth. */
function ordersOf(
  { prepared }: DraftPlan,
  tasks: readonly Task[],
  idealCosts: readonly number[],
  choose: Choose,
): Order[] {
  const rankIn = (order: readonly Task[]) => {
    const rank = new Map(order.map((task, at) => [task, at]));
    return (one: Task, other: Task) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0);
  };
  const [byCost, inOrder] = [rankIn(byTardiness(prepared)), rankIn(tasks)];
  const worth = ({ costUnplaced, index, length }: Task) => (costUnplaced - (idealCosts[index] ?? 0)) / length;
  return [
    (wanted) => wanted.toSorted(byCost),
    ([first, ...others]) => (first ? [first, ...others.toSorted(inOrder)] : []),
    (wanted) => shuffled(wanted, choose),
    (wanted) => [...wanted],
    (wanted) => wanted.toSorted((one, other) => worth(other) - worth(one)),
  ];
}

/**
 * A place that need not be the cheapest: from some stretch on, or packed to one side of what is free. What always takes
 * the cheapest leaves no room for what fits only there.
 */
function findDetour(draft: DraftPlan, task: Task, choose: Choose): Place | null {
  const window = draft.windowOf(task);
  const { stretches } = draft.prepared;
  if (!window) return null;
  const within = stretches.filter(({ start, end }) => end > window.start && start < window.end);
  const start = Math.max(window.start, oneOf(within, choose)?.start ?? window.start);
  const way = choose();
  if (way < 0.3) return findPlace(draft, task, { packed: "first" });
  if (way < 0.5) return findPlace(draft, task, { packed: "last" });
  return findPlace(draft, task, { window: { ...window, start } }) ?? findPlace(draft, task);
}
