import { type Choose, oneByWeight } from "../engine/choose-seeded.ts";
import type { DraftPlan } from "../engine/draft-plan.ts";
import type { Task } from "../engine/prepare-problem.ts";
import type { TakeOut } from "./take-out-tasks.ts";

const DAY = 86_400_000;
/** More at once are seldom all placed again. */
const MOST_TAKEN = 16;

/**
 * A task without a place or at a costly one, all that it waits for, and whatever lies in as much time as they need from
 * somewhere on, mostly before its due time.
 */
export const takeForRoom =
  (idealCosts: readonly number[]): TakeOut =>
  (draft, tasks, choose) => {
    const excess = ({ index }: Task) => draft.costOf(index) - (idealCosts[index] ?? 0);
    const costly = oneByWeight(tasks, excess, choose);
    if (!costly) return [];
    const chain = chainOf(draft, costly);
    return [...chain, ...inTheWay(draft, costly, chain, choose)];
  };

/** What it waits for, directly or not, and itself, in an order in which they can be placed. */
export function chainOf(draft: DraftPlan, task: Task): Task[] {
  const chain = new Set<Task>();
  const add = (next: Task) => {
    if (chain.has(next) || next.isFixed) return;
    for (const index of next.before) {
      const before = draft.prepared.tasks[index];
      if (before) add(before);
    }
    chain.add(next);
  };
  add(task);
  return [...chain];
}

function inTheWay(draft: DraftPlan, task: Task, chain: readonly Task[], choose: Choose): Task[] {
  const { stretches, tasks } = draft.prepared;
  const until = Math.min(
    task.until,
    task.item.due === null ? task.until : Math.max(task.item.due, task.from) + DAY,
  );
  const first = stretches.findIndex(({ end }) => end > task.from);
  const beyond = stretches.findIndex(({ start }) => start >= until);
  const count = (beyond < 0 ? stretches.length : beyond) - first;
  if (first < 0 || count <= 0) return [];
  const need = chain.reduce((sum, { length }) => sum + length, 0);
  const evicted = new Set<Task>();
  let room = 0;
  for (let at = first + Math.floor(choose() * count); room < need && evicted.size < MOST_TAKEN; at += 1) {
    const stretch = stretches[at];
    if (!stretch) break;
    const length = stretch.end - stretch.start;
    const start = stretch.start + (length > need ? choose() * (length - need) : 0);
    for (const index of draft.tasksBetween(at, start, start + need)) {
      const other = tasks[index];
      if (other && !chain.includes(other)) evicted.add(other);
    }
    room += Math.min(length, need);
  }
  return [...evicted];
}
