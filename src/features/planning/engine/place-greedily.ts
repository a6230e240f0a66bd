import { DraftPlan, type Piece } from "./draft-plan.ts";
import { findPlace } from "./find-place.ts";
import type { Prepared, Task } from "./prepare-problem.ts";

/** By urgency, each task gets the cheapest place that those before it leave. */
export function placeGreedily(prepared: Prepared): DraftPlan {
  const draft = new DraftPlan(prepared);
  placeInOrder(draft, byUrgency(prepared));
  return draft;
}

/** The same, after everything that can stay where the last plan has it. */
export function placeAfterPrevious(prepared: Prepared): DraftPlan {
  const draft = new DraftPlan(prepared);
  const tasks = byUrgency(prepared);
  for (const task of tasks) {
    const pieces = previousPlace(draft, task);
    if (pieces) draft.put(task, pieces);
  }
  placeInOrder(draft, tasks);
  return draft;
}

/** Those that have a place stay; a task whose predecessor has none stays without. */
export function placeInOrder(draft: DraftPlan, tasks: readonly Task[]): void {
  let waiting = tasks.filter((task) => !draft.isPlaced(task.index));
  for (let isPlacing = true; isPlacing; ) {
    const later: Task[] = [];
    for (const task of waiting) {
      if (!draft.windowOf(task)) later.push(task);
      else {
        const place = findPlace(draft, task);
        if (place) draft.put(task, place.pieces);
      }
    }
    isPlacing = later.length > 0 && later.length < waiting.length;
    waiting = later;
  }
}

/** By the time until which it, or what waits for it, must be done; then what was promised, then by importance. */
export function byUrgency({ tasks }: Prepared): Task[] {
  const until = new Map<number, number>();
  const untilOf = (task: Task): number => {
    const known = until.get(task.index);
    if (known !== undefined) return known;
    until.set(task.index, Number.POSITIVE_INFINITY);
    const own = Math.min(task.until, task.item.due ?? Number.POSITIVE_INFINITY);
    const followers = task.isCircular ? [] : task.followers.flatMap((index) => tasks[index] ?? []);
    const least = Math.min(own, ...followers.map((follower) => untilOf(follower) - follower.length));
    until.set(task.index, least);
    return least;
  };
  const rank = (task: Task) => task.rates.late * task.item.importance;
  return tasks
    .filter(({ isFixed }) => !isFixed)
    .map((task) => ({ task, until: untilOf(task) }))
    .toSorted(
      (one, other) =>
        (one.until === other.until ? 0 : one.until - other.until) ||
        rank(other.task) - rank(one.task) ||
        one.task.index - other.task.index,
    )
    .map(({ task }) => task);
}

/** The pieces of the last plan as they are; null unless all of them are free and make up the task. */
export function previousPlace(draft: DraftPlan, task: Task): Piece[] | null {
  const spans = task.item.kept.toSorted((one, other) => one.start - other.start);
  const window = draft.windowOf(task);
  if (!window || spans.reduce((sum, { start, end }) => sum + end - start, 0) !== task.length) return null;
  const openings = draft.openingsFor(task, task.least, window);
  const { pause } = draft.prepared;
  const used = new Map<number, number>();
  const pieces = spans.flatMap((span, at) => {
    const opening = openings.find(({ start, end }) => start <= span.start && span.end <= end);
    const before = spans[at - 1];
    const length = span.end - span.start;
    if (!opening || length < task.least || (before && span.start < before.end + pause)) return [];
    const { day } = opening.stretch;
    used.set(day, (used.get(day) ?? 0) + length);
    return (used.get(day) ?? 0) > opening.most ? [] : [{ ...span, stretch: opening.index }];
  });
  return pieces.length === spans.length ? pieces : null;
}
