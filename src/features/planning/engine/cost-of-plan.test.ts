import { expect, test } from "vitest";
import { costOf, termsOf } from "./cost-of-plan.ts";
import type { Item } from "./plan-problem.ts";
import { anItem, aProblem, TUESDAY } from "./weeks.factory.ts";

/** Terms of an hour from `hour` on, as `kind amount cost`; no blocks without an hour. */
function termsAt(hour: number | null, fields: Partial<Item>): string[] {
  const blocks = hour === null ? [] : [{ itemId: "letter", start: TUESDAY(hour), end: TUESDAY(hour + 1) }];
  const problem = aProblem([anItem("letter", { earliest: TUESDAY(9), ...fields })]);
  return termsOf(problem, blocks).map(
    ({ kind, amount, cost }) => `${kind} ${amount} ${Number(cost.toFixed(3))}`,
  );
}

test("an unimportant hour as early as it can be costs nothing", () => {
  expect(termsAt(9, { importance: 0 })).toEqual([]);
});

test("waiting costs by the hour, and more for what is important", () => {
  expect(termsAt(11, { importance: 0 })).toEqual(["waiting 120 0.1"]);
  expect(termsAt(11, { importance: 1 })).toEqual(["waiting 120 0.6"]);
});

test("late costs by the hour past the due time, and twice if it was promised", () => {
  const fields = { importance: 0, due: TUESDAY(15) };
  expect(termsAt(16, fields)).toEqual(["late 120 12", "close 240 16", "waiting 420 0.35"]);
  expect(termsAt(16, { ...fields, isPromised: true })).toEqual([
    "late 120 24",
    "close 240 16",
    "waiting 420 0.35",
  ]);
});

test("what was due before now is late from now on: the past cannot be planned", () => {
  expect(termsAt(9, { importance: 0, due: TUESDAY(7) - 86_400_000 })).toEqual([
    "late 120 12",
    "close 240 16",
  ]);
});

test("close costs for what is missing of four hours before the due time", () => {
  expect(termsAt(9, { importance: 0, due: TUESDAY(14) })).toEqual([]);
  expect(termsAt(9, { importance: 0, due: TUESDAY(11) })).toEqual(["close 180 12"]);
});

test("deep work costs outside of the focus hours, light work within", () => {
  const importance = 0;
  expect(termsAt(9, { importance, energy: "deep" })).toEqual([]);
  expect(termsAt(11, { importance, energy: "deep" })).toEqual(["energy 60 30", "waiting 120 0.1"]);
  expect(termsAt(9, { importance, energy: "light" })).toEqual(["energy 60 15"]);
});

test("each piece after the first costs, and each minute of the last plan that is given up", () => {
  const previous = [{ start: TUESDAY(9), end: TUESDAY(10) }];
  const problem = aProblem([
    anItem("letter", { leastMinutes: 30, kept: previous, importance: 0, earliest: TUESDAY(9) }),
  ]);
  const blocks = [
    { itemId: "letter", start: TUESDAY(10), end: TUESDAY(10, 30) },
    { itemId: "letter", start: TUESDAY(9), end: TUESDAY(9, 30) },
  ];
  const terms = termsOf(problem, blocks);
  expect(terms.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["divided", 1],
    ["moved", 30],
    ["waiting", 30],
  ]);
  expect(costOf(terms)).toBeCloseTo(8 + 9 + 0.025);
});

test("without a place an item costs more than in any: it is as late as the last working hour, and more", () => {
  const fields = { importance: 1, due: TUESDAY(12), isPromised: true };
  expect(termsAt(null, fields)).toEqual([
    "unplaced 60 720",
    "late 300 120",
    "close 240 16",
    "waiting 420 2.1",
  ]);
  const sum = (hour: number | null) =>
    termsAt(hour, fields).reduce((all, term) => all + Number(term.split(" ")[2]), 0);
  expect(sum(16)).toBeLessThan(sum(null));
});
