import type { DraftPlan } from "./draft-plan.ts";
import { findPlace } from "./find-place.ts";
import type { Obstacle } from "./plan-problem.ts";
import type { Task } from "./prepare-problem.ts";

const ANY_TIME = { end: Number.POSITIVE_INFINITY };

/** The hard rule without which a task that has no place would have one, with everything else where it is. */
export function obstacleOf(draft: DraftPlan, task: Task): Obstacle {
  const window = draft.windowOf(task);
  if (!window) return "before";
  if (findPlace(draft, task, { relaxed: "limit" })) return "limit";
  if (task.item.place !== null && findPlace(draft, task, { relaxed: "place" })) return "place";
  const { now } = draft.prepared.problem;
  return findPlace(draft, task, { window: { ...ANY_TIME, start: now } }) ? "window" : "room";
}
