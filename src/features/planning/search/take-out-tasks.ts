import { type Choose, oneOf, shuffled } from "../engine/choose-seeded.ts";
import type { DraftPlan, Piece } from "../engine/draft-plan.ts";
import type { Task } from "../engine/prepare-problem.ts";

const MINUTE = 60_000;
const MOST_NEIGHBOURS = 8;

/** Tasks to place again together, the most wanted first. They are related, so that they can change places. */
export type TakeOut = (draft: DraftPlan, tasks: readonly Task[], choose: Choose) => Task[];

/** What lies near a task in time. */
export const takeNeighbours: TakeOut = (draft, tasks, choose) => {
  const [piece] = draft.piecesOf(oneOf(tasks, choose)?.index ?? -1) ?? [];
  if (!piece) return takeAny(draft, tasks, choose);
  const reach = (30 + choose() * 240) * MINUTE;
  return occupying(draft, piece, reach).slice(0, MOST_NEIGHBOURS);
};

/** A costly task, and what lies where it would cost least if it were alone. */
export const takeForCostly =
  (ideals: readonly (readonly Piece[])[], idealCosts: readonly number[]): TakeOut =>
  (draft, tasks, choose) => {
    const excess = ({ index }: Task) => draft.costOf(index) - (idealCosts[index] ?? 0);
    const drawn = [0, 1, 2, 3].flatMap(() => oneOf(tasks, choose) ?? []);
    const [costly] = drawn.toSorted((one, other) => excess(other) - excess(one));
    if (!costly) return [];
    const wanted = (ideals[costly.index] ?? []).flatMap((piece) =>
      occupying(draft, piece, draft.prepared.pause),
    );
    return [costly, ...wanted.filter((task) => task !== costly).slice(0, MOST_NEIGHBOURS)];
  };

/** A task, what it waits for and what waits for it, with one more. */
export const takeChain: TakeOut = (draft, tasks, choose) => {
  const first = oneOf(tasks, choose);
  if (!first) return [];
  const all = draft.prepared.tasks;
  const chain = [first, ...[...first.before, ...first.followers].flatMap((index) => all[index] ?? [])];
  return [...chain, ...tasksOr(oneOf(tasks, choose))].slice(0, MOST_NEIGHBOURS);
};

/** Any few. */
export const takeAny: TakeOut = (_, tasks, choose) =>
  shuffledFew(tasks, 2 + Math.floor(choose() * 7), choose);

const tasksOr = (task: Task | undefined) => (task ? [task] : []);

function shuffledFew(tasks: readonly Task[], count: number, choose: Choose): Task[] {
  const few = new Set<Task>();
  for (let tries = 0; tries < count; tries += 1)
    for (const task of tasksOr(oneOf(tasks, choose))) few.add(task);
  return shuffled([...few], choose);
}

/** The tasks with a piece in the same stretch, `reach` milliseconds around or nearer. */
export function occupying(draft: DraftPlan, { start, end, stretch }: Piece, reach: number): Task[] {
  const indexes = new Set(draft.tasksBetween(stretch, start - reach, end + reach));
  return [...indexes].flatMap((index) => draft.prepared.tasks[index] ?? []);
}
