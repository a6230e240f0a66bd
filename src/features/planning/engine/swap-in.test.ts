import fc from "fast-check";
import { expect, test } from "vitest";
import { aFullWeek } from "./full-weeks.factory.ts";
import { bestPlan } from "./plan-items.ts";
import { reasonsOf } from "./reasons-of.ts";
import { swapsOf } from "./swap-in.ts";
import { aDay, anItem, aProblem, TUESDAY } from "./weeks.factory.ts";

test("what has no place names what would have to go for it, and what that would cost more", () => {
  const days = [{ ...aDay(), work: [{ start: TUESDAY(9), end: TUESDAY(10) }] }];
  const problem = aProblem([anItem("letter", { importance: 1 }), anItem("walk", { importance: 0 })], {
    days,
  });
  const plan = bestPlan(problem);
  const swap = swapsOf(problem, plan).get("walk");
  expect(swap).toEqual({ out: ["letter"], moved: [], costsMore: expect.any(Number) });
  expect(swap?.costsMore).toBeGreaterThan(300);
});

test("what the hard rules leave no place for has no swap", () => {
  const problem = aProblem([anItem("letter", { minutes: 600, leastMinutes: 600 })]);
  expect(swapsOf(problem, bestPlan(problem)).size).toBe(0);
});

test("a block without another free place names what holds the others; only where nothing could give way it is alone", () => {
  const days = [{ ...aDay(), work: [{ start: TUESDAY(9), end: TUESDAY(11) }], focus: [] }];
  const items = [anItem("letter", { importance: 1 }), anItem("walk", { importance: 0 })];
  const problem = aProblem(items, { days });
  const kinds = reasonsOf(problem, bestPlan(problem)).map(({ block, reasons }) => [block.itemId, reasons]);
  expect(kinds).toEqual([
    ["letter", [{ kind: "held", itemIds: ["walk"] }]],
    ["walk", [{ kind: "only-room" }]],
  ]);
});

test("in full weeks no swap would cost less, and most blocks name more than that no other time is free", () => {
  let [blocks, alone] = [0, 0];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (seed) => {
      const problem = aFullWeek(seed);
      const plan = bestPlan(problem, { effort: 200_000 });
      for (const { costsMore, out, moved } of swapsOf(problem, plan).values()) {
        expect(costsMore).toBeGreaterThan(-1e-6);
        for (const id of [...out, ...moved])
          expect(plan.blocks.some(({ itemId }) => itemId === id)).toBe(true);
      }
      for (const { reasons } of reasonsOf(problem, plan)) {
        blocks += 1;
        if (reasons.every(({ kind }) => kind === "only-room")) alone += 1;
      }
    }),
    { numRuns: 15, seed: 27 },
  );
  expect(alone / blocks).toBeLessThan(0.1);
});
