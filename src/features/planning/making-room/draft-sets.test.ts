import fc from "fast-check";
import { expect, test } from "vitest";
import { bestPlan } from "../engine/plan-items.ts";
import { toReading } from "../reading/read-problem.ts";
import { problemOf, type Variant } from "../what-if/draft-variants.ts";
import { someSituation } from "../what-if/situations.factory.ts";
import { expectHardRules, expectOwnSteps } from "../what-if/what-if-laws.factory.ts";
import { draftQuestions, draftSets, draftSingles, kindOf } from "./draft-sets.ts";

test("issue 27: in 150 generated weeks each set changes up to three meetings, each once, as the hard rules allow", async () => {
  await fc.assert(
    fc.asyncProperty(someSituation, async (generated) => {
      const situation = { ...generated, changes: [] };
      const singles = draftSingles(situation, toReading(situation.facts));
      // Each one more saves something: so the sets are as large as they can be.
      const priced = singles.map((single, index) => ({ single, cost: 1000 + index }));
      const costsOf = async (variants: readonly Variant[]) =>
        variants.map(({ steps }, index) => 1000 - 10 * steps.length + index);
      const sets = await draftSets(situation, priced, { costsOf, cost: 5000 });
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
