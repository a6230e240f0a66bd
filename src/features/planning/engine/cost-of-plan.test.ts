import { expect, test } from "vitest";
import { costOf, termsOf } from "./cost-of-plan.ts";
import type { Item, Problem } from "./plan-problem.ts";
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
  expect(termsAt(11, { importance: 0 })).toEqual(["waiting 120 0.05"]);
  expect(termsAt(11, { importance: 1 })).toEqual(["waiting 120 0.3"]);
});

test("late costs at once and by the hour past the due time, and more if it was promised", () => {
  const fields = { importance: 0, due: TUESDAY(15) };
  expect(termsAt(16, fields)).toEqual(["late 120 32", "close 240 16", "waiting 420 0.525"]);
  expect(termsAt(16, { ...fields, isPromised: true })).toEqual([
    "late 120 124",
    "close 240 16",
    "reserve 60 12",
    "waiting 420 0.7",
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

test("what was promised or matters much costs for what is missing of an hour of reserve; waiting costs more with a date", () => {
  const due = TUESDAY(12);
  expect(termsAt(10, { importance: 0, due, isPromised: true })).toEqual(["close 180 12", "waiting 60 0.1"]);
  expect(termsAt(11, { importance: 0, due, isPromised: true })).toEqual([
    "close 240 16",
    "reserve 60 12",
    "waiting 120 0.2",
  ]);
  expect(termsAt(11, { importance: 0, due })).toEqual(["close 240 16", "waiting 120 0.15"]);
  expect(termsAt(11, { importance: 0.75, due }).map((term) => term.split(" ")[0])).toContain("reserve");
});

test("the last minutes before a decisive event cost, but for what must end then; and so does work on a ride out of hours", () => {
  const approach = { kind: "approach", id: "board", start: TUESDAY(10, 30), end: TUESDAY(11) } as const;
  const beyond = { kind: "beyond", id: "train", start: TUESDAY(9), end: TUESDAY(9, 15) } as const;
  const kindsOf = (hour: number, minute: number, fields: Partial<Item> = {}) => {
    const item = anItem("letter", { importance: 0, earliest: TUESDAY(9), ...fields });
    const start = TUESDAY(hour, minute);
    const blocks = [{ itemId: "letter", start, end: start + 3_600_000 }];
    return termsOf(aProblem([item], { quiet: [approach, beyond] }), blocks)
      .filter(({ kind }) => kind === "approach" || kind === "beyond")
      .map(({ kind, amount, cost }) => `${kind} ${amount} ${Number(cost.toFixed(3))}`);
  };
  expect(kindsOf(9, 30)).toEqual([]);
  expect(kindsOf(9, 45)).toEqual(["approach 15 6"]);
  expect(kindsOf(10, 0, { latest: TUESDAY(11) })).toEqual([]);
  expect(kindsOf(9, 0)).toEqual(["beyond 15 7.5"]);
});

test("deep work costs outside of the focus hours, light work within", () => {
  const importance = 0;
  expect(termsAt(9, { importance, energy: "deep" })).toEqual([]);
  expect(termsAt(11, { importance, energy: "deep" })).toEqual(["energy 60 30", "waiting 120 0.05"]);
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
  expect(costOf(terms)).toBeCloseTo(8 + 9 + 0.0125);
});

test("without a place an item costs more than in any: it is as late as the last working hour, and more", () => {
  const fields = { importance: 1, due: TUESDAY(12), isPromised: true };
  expect(termsAt(null, fields)).toEqual([
    "unplaced 60 720",
    "late 360 344",
    "close 240 16",
    "reserve 60 12",
    "waiting 480 4.8",
  ]);
  const sum = (hour: number | null) =>
    termsAt(hour, fields).reduce((all, term) => all + Number(term.split(" ")[2]), 0);
  expect(sum(16)).toBeLessThan(sum(null));
});

test("a short item without a place costs its length twice, a long one an hour more", () => {
  const unplaced = (minutes: number) => {
    const [term] = termsAt(null, { minutes, leastMinutes: minutes, importance: 0 });
    return term;
  };
  expect([unplaced(15), unplaced(60), unplaced(90)]).toEqual([
    "unplaced 15 30",
    "unplaced 60 120",
    "unplaced 90 150",
  ]);
});

/** `kind cost` of the terms that come from what lies beside, for blocks as `[item, from, to]` in minutes after nine. */
function termsBeside(items: Item[], blocks: [string, number, number][], fields: Partial<Problem> = {}) {
  const problem = aProblem(items, { pauseMinutes: 5, ...fields });
  const at = (minutes: number) => TUESDAY(9, minutes);
  const placed = blocks.map(([itemId, from, to]) => ({ itemId, start: at(from), end: at(to) }));
  return termsOf(problem, placed)
    .filter(({ kind }) => kind === "pause" || kind === "switch")
    .map(({ kind, itemId, amount, cost }) => `${itemId} ${kind} ${amount} ${Number(cost.toFixed(2))}`);
}

test("each minute that is missing of a pause costs, to events on both sides and between two blocks", () => {
  const busy = [{ id: "board", start: TUESDAY(10, 2), end: TUESDAY(11) }];
  expect(termsBeside([anItem("letter")], [["letter", 0, 60]], { busy })).toEqual(["letter pause 3 0.9"]);
  expect(termsBeside([anItem("letter")], [["letter", 120, 180]], { busy })).toEqual(["letter pause 5 1.5"]);
  const items = [anItem("letter"), anItem("plan")];
  expect(
    termsBeside(items, [
      ["letter", 0, 60],
      ["plan", 61, 121],
    ]),
  ).toEqual(["plan pause 4 1.2"]);
  expect(termsBeside(items, [["letter", 0, 60]], { pauseMinutes: 60, busy })).toEqual([
    "letter pause 58 2.9",
  ]);
});

test("no pause is missing at the edges of the working hours, within one item, or between short items", () => {
  expect(termsBeside([anItem("letter")], [["letter", 120, 180]])).toEqual([]);
  const report = anItem("report", { minutes: 120, leastMinutes: 60 });
  expect(
    termsBeside(
      [report],
      [
        ["report", 0, 60],
        ["report", 60, 120],
      ],
    ),
  ).toEqual([]);
  const short = ["a", "b"].map((id) => anItem(id, { minutes: 30 }));
  expect(
    termsBeside(short, [
      ["a", 0, 30],
      ["b", 30, 60],
    ]),
  ).toEqual([]);
});

test("short items cost less one after the other: each that follows none is a switch", () => {
  const calls = ["a", "b", "c"].map((id) => anItem(id, { minutes: 15 }));
  expect(
    termsBeside(calls, [
      ["a", 0, 15],
      ["b", 15, 30],
      ["c", 60, 75],
    ]),
  ).toEqual(["a switch 1 2", "c switch 1 2"]);
});

test("other work in focus hours costs a little while there is deep work, and nothing without", () => {
  const blocks = [{ itemId: "letter", start: TUESDAY(9), end: TUESDAY(10) }];
  const energyOf = (items: Item[]) =>
    termsOf(aProblem(items), blocks)
      .filter(({ kind }) => kind === "energy")
      .map(({ cost }) => cost);
  expect(energyOf([anItem("letter"), anItem("report", { energy: "deep" })])).toEqual([6]);
  expect(energyOf([anItem("letter"), anItem("mails", { energy: "light" })])).toEqual([]);
});

test("what is there only for another item costs nothing without a place; with a date or weight of its own it does", () => {
  const unplacedOf = (fields: Partial<Item>) =>
    termsOf(aProblem([anItem("figures", fields), anItem("deck", { after: ["figures"] })]), [])
      .filter(({ itemId }) => itemId === "figures")
      .map(({ kind }) => kind);
  expect(unplacedOf({ importance: 0.5 })).toEqual([]);
  for (const fields of [{ importance: 0.75 }, { due: TUESDAY(12) }, { isPromised: true }])
    expect(unplacedOf(fields)).toContain("unplaced");
});
