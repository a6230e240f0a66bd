import { costOf, termsOf } from "./cost-of-plan.ts";
import type { DraftPlan } from "./draft-plan.ts";
import { improvePlan } from "./improve-plan.ts";
import { obstacleOf } from "./name-obstacle.ts";
import { placeAfterPrevious, placeByTardiness, placeGreedily } from "./place-greedily.ts";
import type { Plan, Problem } from "./plan-problem.ts";
import { prepareProblem } from "./prepare-problem.ts";

type Options = {
  /** Another seed gives another search; the same gives the same plan. */
  readonly seed?: number;
  /** How many stretches are examined at most. */
  readonly effort?: number;
};

/**
 * Plans that follow every hard rule, each at least as good as the one before, and the same object if nothing better was
 * found since: the caller may stop after any of them. The first comes at once and costs no more than the greedy plan.
 * Throws a RangeError for items without a length or with the same id.
 */
export function* planItems(problem: Problem, { seed, effort }: Options = {}): Generator<Plan> {
  const prepared = prepareProblem(problem);
  const drafts = [placeAfterPrevious(prepared), placeGreedily(prepared), placeByTardiness(prepared)];
  const least = Math.min(...drafts.map(({ cost }) => cost));
  const draft = drafts.find(({ cost }) => cost === least) ?? placeGreedily(prepared);
  let plan = planOf(draft);
  let { cost } = draft;
  yield plan;
  for (const _ of improvePlan(draft, seed, effort)) {
    if (draft.cost < cost - 1e-6) {
      plan = planOf(draft);
      cost = draft.cost;
    }
    yield plan;
  }
}

/** The last of `planItems`. */
export function bestPlan(problem: Problem, options: Options = {}): Plan {
  let best: Plan = { blocks: [], unplaced: [], terms: [], cost: 0 };
  for (const plan of planItems(problem, options)) best = plan;
  return best;
}

/** What `improve-plan.ts` begins with and is measured against. */
export const greedyPlan = (problem: Problem): Plan => planOf(placeGreedily(prepareProblem(problem)));

function planOf(draft: DraftPlan): Plan {
  const blocks = draft.blocks();
  const terms = termsOf(draft.prepared.problem, blocks);
  const unplaced = draft.prepared.tasks
    .filter(({ index }) => !draft.isPlaced(index))
    .map((task) => ({ itemId: task.item.id, because: obstacleOf(draft, task) }));
  return { blocks, unplaced, terms, cost: costOf(terms) };
}
