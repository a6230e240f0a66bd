import fc from "fast-check";
import { expect, test } from "vitest";
import { bestPlan } from "./plan-items.ts";
import type { Item, Problem } from "./plan-problem.ts";
import { expectTrueReasons } from "./reason-laws.factory.ts";
import { type Reason, reasonsOf } from "./reasons-of.ts";
import { anItem, aProblem, someWeek, TUESDAY } from "./weeks.factory.ts";

/** The reasons of each item's first block. */
function reasonsFor(items: Item[], fields: Partial<Problem> = {}): Record<string, readonly Reason[]> {
  const problem = aProblem(items, fields);
  const all = reasonsOf(problem, bestPlan(problem)).map(
    ({ block, reasons }) => [block.itemId, reasons] as const,
  );
  return Object.fromEntries(all.toReversed());
}

test("a task without a date stands in the first free time", () => {
  expect(reasonsFor([anItem("letter")])).toEqual({ letter: [{ kind: "first-free" }] });
});

test("a due time is a reason where later would cost more, with its slack", () => {
  const [due, busy] = [TUESDAY(12), [{ id: "board", start: TUESDAY(10), end: TUESDAY(13) }]];
  expect(reasonsFor([anItem("letter", { due })], { busy }).letter).toEqual([
    { kind: "due", due, slackMinutes: 120 },
    { kind: "first-free" },
  ]);
  expect(reasonsFor([anItem("letter", { due, isPromised: true })], { busy }).letter?.[0]?.kind).toBe(
    "promised",
  );
  expect(reasonsFor([anItem("letter", { due: due + 7 * 86_400_000 })], { busy }).letter).toEqual([
    { kind: "first-free" },
  ]);
});

test("hours of the day are a reason where another time of the day would cost less", () => {
  const hours = [{ start: TUESDAY(14), end: TUESDAY(16) }];
  expect(reasonsFor([anItem("school", { hours })]).school?.[0]).toEqual({ kind: "hours", ...hours[0] });
  const wide = [{ start: TUESDAY(8), end: TUESDAY(16) }];
  expect(reasonsFor([anItem("school", { hours: wide })])).toEqual({ school: [{ kind: "first-free" }] });
});

test("late is said with its minutes", () => {
  const due = TUESDAY(9, 30);
  expect(reasonsFor([anItem("letter", { due })]).letter?.[0]).toEqual({ kind: "late", due, minutes: 30 });
});

test("deep work stands in focus hours and light work outside, for this reason", () => {
  const items = [anItem("budget", { energy: "deep", minutes: 120 }), anItem("mails", { energy: "light" })];
  const reasons = reasonsFor(items);
  expect(reasons.budget).toContainEqual({ kind: "focus", minutes: 120 });
  expect(reasons.mails).toEqual([{ kind: "first-free" }]);
  expect(reasonsFor([anItem("mails", { energy: "light" })]).mails).toEqual([
    { kind: "outside-focus", minutes: 60 },
  ]);
});

test("preparation stands before its meeting", () => {
  const latest = TUESDAY(10);
  expect(reasonsFor([anItem("papers", { latest })]).papers).toEqual([
    { kind: "before-meeting", latest, slackMinutes: 0 },
    { kind: "only-room" },
  ]);
});

test("what waits for something names it, if it would have had room before", () => {
  const items = [anItem("send", { after: ["write"] }), anItem("write", { minutes: 90 })];
  const busy = [{ id: "board", start: TUESDAY(10, 30), end: TUESDAY(15) }];
  expect(reasonsFor(items).send).toEqual([{ kind: "after", itemId: "write", end: TUESDAY(10, 30) }]);
  expect(reasonsFor(items, { busy }).send).toEqual([{ kind: "first-free" }]);
});

test("what the last plan had stays, and what the person fixed is fixed", () => {
  const previous = [{ start: TUESDAY(14), end: TUESDAY(15) }];
  expect(reasonsFor([anItem("letter", { kept: previous })]).letter).toEqual([{ kind: "kept", minutes: 60 }]);
  expect(reasonsFor([anItem("letter", { kept: previous, isFixed: true })]).letter).toEqual([
    { kind: "fixed" },
  ]);
});

test("in generated weeks each reason is true of the problem, and elsewhere costs as much more as it says", () => {
  fc.assert(
    fc.property(someWeek(), (problem) => {
      const plan = bestPlan(problem, { effort: 20_000 });
      const explained = reasonsOf(problem, plan);
      expect(explained.map(({ block }) => block)).toEqual(plan.blocks);
      for (const each of explained) expectTrueReasons(problem, plan.blocks, each);
    }),
    { numRuns: 100, seed: 27 },
  );
});
