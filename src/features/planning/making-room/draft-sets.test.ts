import fc from "fast-check";
import { expect, test } from "vitest";
import { bestPlan } from "../engine/plan-items.ts";
import { problemOf } from "../what-if/draft-variants.ts";
import { someSituation } from "../what-if/situations.factory.ts";
import { expectHardRules, expectOwnSteps } from "../what-if/what-if-laws.factory.ts";
import { draftQuestions, draftSets, draftSingles, kindOf } from "./draft-sets.ts";

test("issue 27: in 150 generated weeks each set changes up to three meetings, each once, as the hard rules allow", () => {
  fc.assert(
    fc.property(someSituation, (generated) => {
      const situation = { ...generated, changes: [] };
      const singles = draftSingles(situation);
      const sets = draftSets(situation, singles);
      expect(new Set(sets.map(({ steps }) => JSON.stringify(steps))).size).toBe(sets.length);
      for (const variant of sets) {
        expect(variant.steps.length).toBeLessThanOrEqual(3);
        expect([kindOf(variant.steps), variant.steps.some(({ kind }) => kind === "ask")]).toEqual([
          variant.kind,
          false,
        ]);
        expectOwnSteps(situation, { variant });
        const plan = bestPlan(problemOf(variant), { effort: 2_000 });
        expectHardRules(situation, { variant, plan });
      }
      for (const variant of draftQuestions(situation, singles)) {
        expect(variant.steps.every(({ kind }) => kind === "ask")).toBe(true);
        expectOwnSteps(situation, { variant });
      }
    }),
    { numRuns: 150, seed: 27 },
  );
});
