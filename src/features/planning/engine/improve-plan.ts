import { type Choose, chooseSeeded, oneOf, shuffled } from "./choose-seeded.ts";
import { DraftPlan, type Place } from "./draft-plan.ts";
import { findPlace } from "./find-place.ts";
import { byTardiness, byUrgency, placeInOrder } from "./place-greedily.ts";
import { polishPlan } from "./polish-plan.ts";
import type { Task } from "./prepare-problem.ts";
import { type TakeOut, takeAny, takeChain, takeForCostly, takeNeighbours } from "./take-out-tasks.ts";

/** How much a search may do: stretches examined. A clock would give another plan on a busy machine. */
const MOST_EFFORT = 10_000_000;
/** Small problems end earlier: so many steps for a start, and for each task. */
const STEPS = { first: 3000, perTask: 200 };
/** So often, a task goes where it is not cheapest. */
const DETOURS = 0.3;
/** Between two of these the caller cannot stop the search. */
const CHECKPOINTS = 60;
/** At the start of a round a step may make a plan worse by so much of the cost of a mean task, at its end by nothing. */
const FIRST_TOLERANCE = 0.5;
const ROUNDS = 5;

/**
 * Large neighbourhood search: each step takes a few related tasks out and places them again, cheapest place first come;
 * steps that cost little are accepted, less and less. Yields after each part of the effort; `draft` is then the best plan
 * so far, and never worse than it was. At the end no task alone can be placed better.
 */
export function* improvePlan(draft: DraftPlan, seed = 1, effort = MOST_EFFORT): Generator<void> {
  const tasks = byUrgency(draft.prepared).filter(({ isCircular }) => !isCircular);
  if (tasks.length === 0) return;
  const step = stepsOf(draft, tasks, chooseSeeded(seed));
  const [first, last] = [draft.effort, draft.effort + effort];
  const steps = STEPS.first + STEPS.perTask * tasks.length;
  let best = draft.snapshot();
  let [current, shown] = [best, best];
  for (let done = 0, checkpoint = 1; done < steps && draft.effort < last; done += 1) {
    const share = Math.max(done / steps, (draft.effort - first) / effort);
    step();
    const most = best.cost * (1 + (FIRST_TOLERANCE / tasks.length) * (1 - ((share * ROUNDS) % 1)));
    if (draft.cost > Math.max(most, current.cost) + 1e-6) draft.restore(current);
    else current = draft.snapshot();
    if (draft.cost < best.cost - 1e-6) best = current;
    if (share * CHECKPOINTS < checkpoint) continue;
    checkpoint += 1;
    draft.restore(best);
    // A step tries few of those without a place; what is shown as without one has none.
    if (best !== shown) placeInOrder(draft, tasks);
    best = draft.snapshot();
    shown = best;
    yield;
    draft.restore(current);
  }
  draft.restore(best);
  polishPlan(draft, tasks);
  yield;
}

/** One step: takes tasks out and places them again. */
function stepsOf(draft: DraftPlan, tasks: readonly Task[], choose: Choose): () => void {
  const alone = new DraftPlan(draft.prepared);
  const ideals = draft.prepared.tasks.map((task) =>
    task.isFixed || task.isCircular
      ? null
      : findPlace(alone, task, { window: { start: task.from, end: task.until } }),
  );
  const costly = takeForCostly(
    ideals.map((place) => place?.pieces ?? []),
    ideals.map((place) => place?.cost ?? Number.POSITIVE_INFINITY),
  );
  const ways: readonly TakeOut[] = [takeNeighbours, costly, costly, takeChain, takeAny];
  const tardy = new Map(byTardiness(draft.prepared).map((task, at) => [task, at]));
  const byCost = (one: Task, other: Task) => (tardy.get(one) ?? 0) - (tardy.get(other) ?? 0);
  const rank = new Map(tasks.map((task, at) => [task, at]));
  const inOrder = (one: Task, other: Task) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0);
  return () => {
    const way = oneOf(ways, choose) ?? takeAny;
    const taken = [...new Set(way(draft, tasks, choose))].filter((task) => rank.has(task));
    for (const task of taken) draft.remove(task);
    const [first, ...others] = taken;
    if (!first) return;
    const drawn = [0, 1, 2, 3].flatMap(() => oneOf(tasks, choose) ?? []);
    const unplaced = drawn.filter((task) => !draft.isPlaced(task.index) && !taken.includes(task));
    const order = choose();
    const find = (_: DraftPlan, task: Task) =>
      choose() < DETOURS ? findDetour(draft, task, choose) : findPlace(draft, task);
    const wanted = [...taken, ...unplaced];
    if (order < 0.25) wanted.sort(byCost);
    else if (order < 0.5) wanted.splice(0, wanted.length, first, ...others.toSorted(inOrder), ...unplaced);
    else if (order < 0.75) wanted.splice(0, wanted.length, ...shuffled(wanted, choose));
    placeInOrder(draft, wanted, find);
    for (const task of taken) takeFollowersOut(draft, task);
  };
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

/** What waits for a task without a place has none either. */
function takeFollowersOut(draft: DraftPlan, task: Task): void {
  if (draft.isPlaced(task.index)) return;
  for (const index of task.followers) {
    const follower = draft.prepared.tasks[index];
    if (!follower || follower.isFixed || !draft.isPlaced(index)) continue;
    draft.remove(follower);
    takeFollowersOut(draft, follower);
  }
}
