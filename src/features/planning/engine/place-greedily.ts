import { DraftPlan, type Piece, type Place } from "./draft-plan.ts";
import { findPlace } from "./find-place.ts";
import type { Block, Span } from "./plan-problem.ts";
import type { Prepared, Task } from "./prepare-problem.ts";

/** By urgency, each task gets the cheapest place that those before it leave. */
export function placeGreedily(prepared: Prepared): DraftPlan {
  const draft = new DraftPlan(prepared);
  placeInOrder(draft, byUrgency(prepared));
  return draft;
}

/**
 * In the order of what waiting costs: at each time the task whose cost rises most per minute that it takes, less the
 * further its due time is off (after the rule of apparent tardiness cost). Better where not everything has room.
 */
export function placeByTardiness(prepared: Prepared): DraftPlan {
  const draft = new DraftPlan(prepared);
  placeInOrder(draft, byTardiness(prepared));
  return draft;
}

export function byTardiness(prepared: Prepared, spread = 0.2): Task[] {
  let left = byUrgency(prepared);
  const { stretches, problem } = prepared;
  const order: Task[] = [];
  let worked = 0;
  while (left.length > 0) {
    const now = timeAfter(worked);
    let [next, highest] = [left[0], -1];
    for (const task of left) {
      const slack = Math.max(0, Math.min(task.rates.lateFrom, task.until) - task.length - now);
      const isUrgent = Number.isFinite(slack);
      const rise = isUrgent ? task.rates.late / (1 + slack / (spread * DAY)) : 0;
      const rank = (rise + task.rates.waiting) / task.length;
      if (rank > highest) [next, highest] = [task, rank];
    }
    if (!next) break;
    order.push(next);
    worked += next.length;
    left = left.filter((task) => task !== next);
  }
  return order;

  function timeAfter(length: number): number {
    let rest = length;
    for (const { start, end } of stretches) {
      const free = end - Math.max(start, problem.now);
      if (rest < free) return Math.max(start, problem.now) + rest;
      rest -= free;
    }
    return stretches.at(-1)?.end ?? problem.now;
  }
}
const DAY = 86_400_000;

/** The same, after everything that can stay where the last plan has it. */
export const placeAfterPrevious = (prepared: Prepared): DraftPlan =>
  placeAround(prepared, ({ item }) => item.kept);

/** The same, after everything that can lie where another plan has it. */
export function placeAsIn(prepared: Prepared, blocks: readonly Block[]): DraftPlan {
  const pieces = Map.groupBy(blocks, ({ itemId }) => itemId);
  return placeAround(prepared, ({ item }) => pieces.get(item.id) ?? []);
}

function placeAround(prepared: Prepared, spansOf: (task: Task) => readonly Span[]): DraftPlan {
  const draft = new DraftPlan(prepared);
  const tasks = byUrgency(prepared);
  placeInOrder(draft, tasks, (_, task) => {
    const pieces = placeAt(draft, task, spansOf(task));
    return pieces && { pieces, cost: 0 };
  });
  placeInOrder(draft, tasks);
  return draft;
}

type Find = (draft: DraftPlan, task: Task) => Place | null;

/** Those that have a place stay; a task whose predecessor has none stays without. */
export function placeInOrder(draft: DraftPlan, tasks: readonly Task[], find: Find = findPlace): void {
  let waiting = [...new Set(tasks)].filter((task) => !draft.isPlaced(task.index));
  for (let isPlacing = true; isPlacing; ) {
    const later: Task[] = [];
    for (const task of waiting) {
      if (!draft.windowOf(task)) later.push(task);
      else {
        const place = find(draft, task);
        if (place) draft.put(task, place.pieces);
      }
    }
    isPlacing = later.length > 0 && later.length < waiting.length;
    waiting = later;
  }
}

/** What waits for a task without a place has none either. */
export function takeFollowersOut(draft: DraftPlan, task: Task): void {
  if (draft.isPlaced(task.index)) return;
  for (const index of task.followers) {
    const follower = draft.prepared.tasks[index];
    if (!follower || follower.isFixed || !draft.isPlaced(index)) continue;
    draft.remove(follower);
    takeFollowersOut(draft, follower);
  }
}

/** Takes out what is there only for tasks that got no place, as far as that costs nothing. */
export function takeUnneededOut(draft: DraftPlan): void {
  const { tasks } = draft.prepared;
  const awaited = tasks.filter(({ rates, isFixed }) => rates.isOnlyAwaited && !isFixed);
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const task of awaited) {
      if (!draft.isPlaced(task.index) || task.followers.some((index) => draft.isPlaced(index))) continue;
      const [cost, pieces] = [draft.cost, draft.piecesOf(task.index)];
      draft.remove(task);
      if (draft.cost <= cost + 1e-9) isChanged = true;
      else if (pieces) draft.put(task, pieces);
    }
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
export const previousPlace = (draft: DraftPlan, task: Task): Piece[] | null =>
  placeAt(draft, task, task.item.kept);

/** These pieces; null unless all of them are free and make up the task. */
function placeAt(draft: DraftPlan, task: Task, given: readonly Span[]): Piece[] | null {
  const spans = given.toSorted((one, other) => one.start - other.start);
  const window = draft.windowOf(task);
  if (!window || spans.reduce((sum, { start, end }) => sum + end - start, 0) !== task.length) return null;
  const openings = draft.openingsFor(task, task.least, window);
  const used = new Map<number, number>();
  const pieces = spans.flatMap((span, at) => {
    const opening = openings.find(({ start, end }) => start <= span.start && span.end <= end);
    const before = spans[at - 1];
    const length = span.end - span.start;
    if (!opening || length < task.least || (before && span.start < before.end)) return [];
    const { day } = opening.stretch;
    used.set(day, (used.get(day) ?? 0) + length);
    return (used.get(day) ?? 0) > opening.most ? [] : [{ ...span, stretch: opening.index }];
  });
  return pieces.length === spans.length ? pieces : null;
}
