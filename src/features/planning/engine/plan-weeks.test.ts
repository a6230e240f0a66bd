import fc from "fast-check";
import { expect, test } from "vitest";
import { violationsOf } from "./check-plan.ts";
import { bestPlan, greedyPlan, planItems } from "./plan-items.ts";
import { someWeek } from "./weeks.factory.ts";

const WEEKS = 300;
const EFFORT = 20_000;

test(`issue 27: in ${WEEKS} generated weeks no plan breaks a hard rule or costs more than the one before`, () => {
  fc.assert(
    fc.property(someWeek, (problem) => {
      let last = greedyPlan(problem).cost;
      expect(violationsOf(problem, greedyPlan(problem).blocks)).toEqual([]);
      for (const plan of planItems(problem, { effort: EFFORT })) {
        expect(violationsOf(problem, plan.blocks)).toEqual([]);
        expect(plan.cost).toBeLessThanOrEqual(last + 1e-6);
        last = plan.cost;
      }
    }),
    { numRuns: WEEKS, seed: 27 },
  );
});

test("the same week gives the same plan", () => {
  fc.assert(
    fc.property(someWeek, (problem) => {
      expect(bestPlan(structuredClone(problem), { effort: EFFORT })).toEqual(bestPlan(problem, { effort: EFFORT }));
    }),
    { numRuns: 30, seed: 28 },
  );
});
