import type { DraftPlan } from "../engine/draft-plan.ts";
import { findOtherPlaces } from "../engine/find-other-places.ts";
import { findPlace } from "../engine/find-place.ts";
import { placeInOrder, previousPlace } from "../engine/place-greedily.ts";
import type { Task } from "../engine/prepare-problem.ts";
import { swapBetter } from "../engine/swap-in.ts";
import { occupying } from "./take-out-tasks.ts";

const LEAST_GAIN = 1e-6;
/** Each round lowers the cost or returns a task to its place; the bound is only for costs that differ by rounding. */
const MOST_ROUNDS = 50;

/**
 * Until no task alone can be placed better, none can go back to where the last plan has it at no cost, and none without a
 * place can have that of others for less.
 */
export function polishPlan(draft: DraftPlan, tasks: readonly Task[]): void {
  for (let round = 0, isBetter = true; isBetter && round < MOST_ROUNDS; round += 1) {
    isBetter = false;
    for (const task of tasks) if (placeBetter(draft, task)) isBetter = true;
    for (const task of tasks) if (returnToPrevious(draft, task)) isBetter = true;
    if (!isBetter && swapBetter(draft)) isBetter = true;
  }
}

function placeBetter(draft: DraftPlan, task: Task): boolean {
  const [whole, pieces] = [draft.cost, draft.piecesOf(task.index)];
  draft.remove(task);
  const cost = task.costUnplaced + whole - draft.cost;
  let place = findPlace(draft, task);
  // The ways to divide a task are a choice: with a part of the time left out, one may be better.
  if (pieces && task.least < task.length)
    for (const other of Object.values(findOtherPlaces(draft, task, pieces)))
      if (other && (!place || other.cost < place.cost)) place = other;
  const better = place && place.cost < cost - LEAST_GAIN ? place : null;
  const chosen = better?.pieces ?? pieces;
  if (chosen) draft.put(task, chosen);
  return better !== null;
}

/** What lies there now is placed elsewhere, if all in all that costs no more. */
function returnToPrevious(draft: DraftPlan, task: Task): boolean {
  if (task.item.kept.length === 0 || isAtPrevious(draft, task)) return false;
  const before = draft.snapshot();
  const atPrevious = () => draft.prepared.tasks.filter((each) => isAtPrevious(draft, each)).length;
  const count = atPrevious();
  const { stretches } = draft.prepared;
  const taken = task.item.kept.flatMap((span) =>
    stretches.flatMap((stretch, index) =>
      stretch.start < span.end && span.start < stretch.end
        ? occupying(draft, { ...span, stretch: index }, 0)
        : [],
    ),
  );
  draft.remove(task);
  for (const other of taken) draft.remove(other);
  const pieces = previousPlace(draft, task);
  if (pieces) {
    draft.put(task, pieces);
    placeInOrder(draft, taken);
  }
  const gain = before.cost - draft.cost;
  const isBetter =
    pieces !== null &&
    taken.every(
      ({ index, followers }) => draft.isPlaced(index) || followers.every((next) => !draft.isPlaced(next)),
    ) &&
    (gain > LEAST_GAIN || (gain > -LEAST_GAIN && atPrevious() > count));
  if (!isBetter) draft.restore(before);
  return isBetter;
}

export function isAtPrevious(draft: DraftPlan, { index, item }: Task): boolean {
  const pieces = draft.piecesOf(index) ?? [];
  return (
    pieces.length > 0 &&
    pieces.length === item.kept.length &&
    item.kept.every((span) => pieces.some(({ start, end }) => start === span.start && end === span.end))
  );
}
