import type { DraftPlan } from "./draft-plan.ts";
import { findPlace } from "./find-place.ts";
import type { Obstacle, Span } from "./plan-problem.ts";
import type { Task } from "./prepare-problem.ts";

const ANY_TIME = { end: Number.POSITIVE_INFINITY };

/** The hard rule without which a task that has no place would have one, with everything else where it is. */
export function obstacleOf(draft: DraftPlan, task: Task): Obstacle {
  const window = draft.windowOf(task) ?? windowAlone(draft, task);
  if (!window) return "before";
  if (task.rates.isOnlyAwaited && findPlace(draft, task, { window })) return "unneeded";
  if (findPlace(draft, task, { window, relaxed: "limit" })) return "limit";
  if (task.item.place !== null && findPlace(draft, task, { window, relaxed: "place" })) return "place";
  if (task.item.hours !== null && findPlace(draft, task, { window, relaxed: "hours" })) return "hours";
  const { now } = draft.prepared.problem;
  return findPlace(draft, task, { window: { ...ANY_TIME, start: now } }) ? "window" : "room";
}

/** What it waits for would have a place, and has none only because this one has none itself. */
function windowAlone(draft: DraftPlan, task: Task): Span | null {
  const { tasks } = draft.prepared;
  const before = task.before.flatMap((index) => tasks[index] ?? []);
  const isReady = (first: Task) =>
    draft.isPlaced(first.index) ||
    (first.rates.isOnlyAwaited &&
      findPlace(draft, first, { window: { start: first.from, end: first.until } }) !== null);
  return !task.isCircular && before.every(isReady) ? { start: task.from, end: task.until } : null;
}
