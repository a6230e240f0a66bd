import type { SignedIn } from "#platform/capability/context.ts";
import { work } from "#platform/workers/work.ts";
import { bestPlan } from "./engine/plan-items.ts";
import type { Plan, Problem } from "./engine/plan-problem.ts";
import { searchOutside } from "./search-outside.ts";

/** In a process of its own: a full week of many tasks takes longer than the program may stand still. */
export const searchPlan = (problem: Problem): Plan => bestPlan(problem);

const searching = work<typeof searchPlan>("planning.searchPlan", { seconds: 10, megabytes: 256 });

/** So few items take some hundredths of a second. */
const FEW_ITEMS = 8;
/** So much is searched here, or if no process is free; the same each time, as all plans. */
const LITTLE_EFFORT = 60_000;

/** The best plan that is found with a fixed effort: the same problem has the same plan. Needs no transaction. */
export async function findPlan(
  context: Pick<SignedIn, "workers" | "actor" | "signal">,
  problem: Problem,
): Promise<Plan> {
  if (problem.items.length <= FEW_ITEMS) return findQuickly(problem);
  return searchOutside(context, searching, problem, () => findQuickly(problem));
}

/** Here and with little effort: for one item, within a transaction. */
export const findQuickly = (problem: Problem): Plan => bestPlan(problem, { effort: LITTLE_EFFORT });
