import { DraftPlan } from "./draft-plan.ts";
import type { Block, Problem } from "./plan-problem.ts";
import { prepareProblem } from "./prepare-problem.ts";

/** A draft with these blocks, which must follow the hard rules of the problem. */
export function draftOf(problem: Problem, blocks: readonly Block[]): DraftPlan {
  const draft = new DraftPlan(prepareProblem(problem));
  const { stretches, tasks } = draft.prepared;
  for (const task of tasks.filter(({ isFixed }) => !isFixed)) {
    const pieces = blocks
      .filter(({ itemId }) => itemId === task.item.id)
      .map(({ start, end }) => ({
        ...{ start, end },
        stretch: stretches.findIndex((stretch) => stretch.start <= start && end <= stretch.end),
      }));
    if (pieces.length > 0) draft.put(task, pieces);
  }
  return draft;
}
