import { improvePlan } from "../search/improve-plan.ts";
import { costOf, termsOf } from "./cost-of-plan.ts";
import type { DraftPlan } from "./draft-plan.ts";
import { obstacleOf } from "./name-obstacle.ts";
import {
  placeAfterPrevious,
  placeAsIn,
  placeByTardiness,
  placeGreedily,
  takeUnneededOut,
} from "./place-greedily.ts";
import type { Block, Plan, Problem } from "./plan-problem.ts";
import { prepareProblem } from "./prepare-problem.ts";

type Options = {
  /** Another seed gives another search; the same gives the same plan. */
  readonly seed?: number;
  /** How many stretches are examined at most. */
  readonly effort?: number;
  /** The blocks of a plan of nearly the same problem: the search begins with them too, so that the plans compare. */
  readonly from?: readonly Block[];
};

/**
 * Plans that follow every hard rule, each at least as good as the one before, and the same object if nothing better was
 * found since: the caller may stop after any of them. The first comes at once and costs no more than the greedy plan.
 * Throws a RangeError for items without a length or with the same id.
 */
export function* planItems(problem: Problem, { seed, effort, from }: Options = {}): Generator<Plan> {
  const prepared = prepareProblem(problem);
  const drafts = [placeAfterPrevious(prepared), placeGreedily(prepared), placeByTardiness(prepared)];
  if (from) drafts.unshift(placeAsIn(prepared, from));
  for (const draft of drafts) takeUnneededOut(draft);
  const least = Math.min(...drafts.map(({ cost }) => cost));
  const draft = drafts.find(({ cost }) => cost === least) ?? placeGreedily(prepared);
  let plan = planOf(problem, draft);
  let { cost } = draft;
  yield plan;
  const others = drafts.filter((each) => each !== draft).map((each) => each.snapshot());
  for (const _ of improvePlan(draft, { seed, effort, others })) {
    if (draft.cost < cost - 1e-6) {
      plan = planOf(problem, draft);
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
export const greedyPlan = (problem: Problem): Plan => planOf(problem, placeGreedily(prepareProblem(problem)));

function planOf(problem: Problem, draft: DraftPlan): Plan {
  const blocks = draft.blocks();
  const terms = termsOf(problem, blocks);
  const out = draft.prepared.tasks.filter(({ index }) => !draft.isPlaced(index));
  const rank = new Map(problem.items.map(({ id }, at) => [id, at]));
  const unplaced = out
    .map((task) => ({ itemId: task.item.id, because: obstacleOf(draft, task) }))
    .toSorted((one, other) => (rank.get(one.itemId) ?? 0) - (rank.get(other.itemId) ?? 0));
  return { blocks, unplaced, terms, cost: costOf(terms) };
}
