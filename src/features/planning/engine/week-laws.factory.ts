import fc from "fast-check";
import { expect } from "vitest";
import { violationsOf } from "./check-plan.ts";
import { comparePlans } from "./compare-plans.ts";
import { costOf, termsOf } from "./cost-of-plan.ts";
import { aFullWeek } from "./full-weeks.factory.ts";
import { isFixedInPlace } from "./item-order.ts";
import { bestPlan, greedyPlan, planItems } from "./plan-items.ts";
import type { Plan, Problem } from "./plan-problem.ts";
import { someWeek, type Zone } from "./weeks.factory.ts";

/** Enough for several times the steps that a small week needs to be better than greedy. */
const EFFORT = 15_000;
const MINUTE = 60_000;

/** Hard rules, order of costs, and one plan for one input, in so many weeks of the zones. */
export function expectLawfulWeeks(numRuns: number, seed: number, zones?: readonly Zone[]): void {
  fc.assert(fc.property(someWeek(zones), expectLawful), { numRuns, seed });
}

/** The same in full weeks; and neither other ids nor another order of the items gives another plan. */
export function expectLawfulFullWeeks(numRuns: number, seed: number): void {
  const week = fc.integer({ min: 1, max: 1_000_000 }).map((drawn) => aFullWeek(drawn));
  fc.assert(
    fc.property(week, (problem) => {
      expectLawful(problem);
      expectSameWithOtherIds(problem);
    }),
    { numRuns, seed },
  );
}

/** As if all records had been created anew. */
function expectSameWithOtherIds(problem: Problem): void {
  const renamed = (id: string) => `renamed-${[...id].toReversed().join("")}`;
  const items = problem.items
    .map((item) => ({ ...item, id: renamed(item.id), after: item.after.map(renamed) }))
    .toReversed();
  const plan = bestPlan(problem, { effort: EFFORT });
  const other = bestPlan({ ...problem, items }, { effort: EFFORT });
  expect(other.blocks).toEqual(plan.blocks.map((block) => ({ ...block, itemId: renamed(block.itemId) })));
  const named = plan.unplaced.map(({ itemId, because }) => ({ itemId: renamed(itemId), because }));
  expect(other.unplaced.toReversed()).toEqual(named);
}

/** A week is planned, then comes one more event, and it is planned again. */
export function expectStableReplans(numRuns: number, seed: number, zones?: readonly Zone[]): void {
  const event = fc.record({ at: fc.nat({ max: 200 }), quarters: fc.integer({ min: 1, max: 6 }) });
  fc.assert(
    fc.property(someWeek(zones), event, (problem, { at, quarters }) => {
      const before = bestPlan(problem, { effort: EFFORT });
      const { start } = before.blocks[at % Math.max(1, before.blocks.length)] ?? { start: problem.now };
      const busy = [...problem.busy, { id: "new", start, end: start + quarters * 15 * MINUTE }];
      const items = problem.items.map((item) => {
        // Without a place to be fixed in, an item is planned as all others, and so has a last plan.
        if (isFixedInPlace(item)) return item;
        const previous = before.blocks.filter(({ itemId }) => itemId === item.id);
        return { ...item, kept: previous, isFixed: false };
      });
      expectNothingMovedInVain({ ...problem, busy, items }, before);
    }),
    { numRuns, seed },
  );
}

function expectLawful(problem: Problem): void {
  const greedy = greedyPlan(problem);
  expect(violationsOf(problem, greedy.blocks)).toEqual([]);
  let last = greedy.cost;
  let plan: Plan | null = null;
  for (plan of planItems(problem, { effort: EFFORT })) {
    expect(violationsOf(problem, plan.blocks)).toEqual([]);
    expect(plan.cost).toBeLessThanOrEqual(last + 1e-6);
    last = plan.cost;
  }
  expect(bestPlan(structuredClone(problem), { effort: EFFORT })).toEqual(plan);
  const placed = new Set(plan?.blocks.map(({ itemId }) => itemId));
  const unplaced = new Set(plan?.unplaced.map(({ itemId }) => itemId));
  for (const { id } of problem.items) expect([id, placed.has(id) !== unplaced.has(id)]).toEqual([id, true]);
}

/** Each moved item would cost more where it was, or break a rule there. */
function expectNothingMovedInVain(problem: Problem, before: Plan): void {
  const after = bestPlan(problem, { effort: EFFORT });
  expect(violationsOf(problem, after.blocks)).toEqual([]);
  for (const { itemId, from } of comparePlans(before.blocks, after.blocks).moved) {
    const others = after.blocks.filter((block) => block.itemId !== itemId);
    const returned = [...others, ...from.map((span) => ({ ...span, itemId }))];
    if (violationsOf(problem, returned).length > 0) continue;
    expect([itemId, costOf(termsOf(problem, returned)) > after.cost + 1e-7]).toEqual([itemId, true]);
  }
}
