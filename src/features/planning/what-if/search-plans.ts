import { setImmediate } from "node:timers/promises";
import type { SignedIn } from "#platform/capability/context.ts";
import { work } from "#platform/workers/work.ts";
import { bestPlan } from "../engine/plan-items.ts";
import type { Plan, Problem } from "../engine/plan-problem.ts";
import { searchOutside } from "../search-outside.ts";

/** Stretches examined for each plan but the first: all of them together take no longer than one full search. */
const EFFORT = 900_000;
/** Of all problems together; so few take some hundredths of a second. */
const FEW_ITEMS = 40;
/** So much is searched here, or if no process is free; the same each time, as all plans. */
const LITTLE_EFFORT = 20_000;

/** In a process of its own: ten full weeks take longer than the program may stand still. */
export const searchPlans = (problems: readonly Problem[]): Plan[] => {
  const [today, ...others] = problems;
  if (!today) return [];
  const first = bestPlan(today);
  return [first, ...others.map((problem) => bestPlan(problem, { effort: EFFORT, from: first.blocks }))];
};

const searching = work<typeof searchPlans>("planning.searchPlans", { seconds: 20, megabytes: 256 });

/**
 * A plan for each problem, found with a fixed effort: the same problems have the same plans. The first is that of
 * `plan.propose`, and the others begin with it: what differs comes from the problems, not from the search. Needs no
 * transaction.
 */
export async function findPlans(
  context: Pick<SignedIn, "workers" | "actor" | "signal">,
  problems: readonly Problem[],
): Promise<Plan[]> {
  const here = () => plansAtOnce(problems);
  if (problems.reduce((sum, { items }) => sum + items.length, 0) <= FEW_ITEMS) return here();
  return searchOutside(context, searching, problems, here);
}

/** With little effort each; the program goes on with other things between two plans. */
export async function plansAtOnce(problems: readonly Problem[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const problem of problems) {
    const [first] = plans;
    plans.push(bestPlan(problem, { effort: LITTLE_EFFORT, ...(first && { from: first.blocks }) }));
    await setImmediate();
  }
  return plans;
}
