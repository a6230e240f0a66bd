import { expect, test } from "vitest";
import { violationsOf } from "./check-plan.ts";
import { comparePlans } from "./compare-plans.ts";
import { bestPlan, greedyPlan, planItems } from "./plan-items.ts";
import type { Item, Plan, Problem } from "./plan-problem.ts";
import { aDay, anItem, aProblem, TUESDAY, WEDNESDAY } from "./weeks.factory.ts";

/** Where each block begins in Berlin on that Tuesday: `letter 9:00`. */
const startsOf = ({ blocks }: Plan) =>
  blocks.map(({ itemId, start }) => {
    const minutes = (start - TUESDAY(0)) / 60_000;
    return `${itemId} ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  });
const becauseOf = (items: Item[], fields: Partial<Problem> = {}) =>
  bestPlan(aProblem(items, fields)).unplaced.map(({ itemId, because }) => `${itemId} ${because}`);

test("a task without any date comes first of all", () => {
  expect(startsOf(bestPlan(aProblem([anItem("letter")])))).toEqual(["letter 9:00"]);
});

test("an empty problem has an empty plan, and so has a week without working hours", () => {
  expect(bestPlan(aProblem([]))).toEqual({ blocks: [], unplaced: [], terms: [], cost: 0 });
  const night = [{ start: TUESDAY(20), end: TUESDAY(23) }];
  expect(becauseOf([anItem("letter", { hours: night })])).toEqual(["letter hours"]);
  expect(becauseOf([anItem("letter")], { days: [{ ...aDay(), work: [], focus: [] }] })).toEqual([
    "letter room",
  ]);
});

test("what is due first, promised or important comes before what can wait", () => {
  const items = [
    anItem("some day", { importance: 0.1 }),
    anItem("important", { importance: 1 }),
    anItem("due at ten", { due: TUESDAY(10) }),
  ];
  expect(startsOf(bestPlan(aProblem(items)))).toEqual([
    "due at ten 9:00",
    "important 10:00",
    "some day 11:00",
  ]);
});

test("a search that begins with another plan leaves in place what costs no more there", () => {
  const items = ["one", "other"].map((id) =>
    anItem(id, { importance: 0, earliest: TUESDAY(13), minutes: 60 }),
  );
  const from = [
    { itemId: "other", start: TUESDAY(13), end: TUESDAY(14) },
    { itemId: "one", start: TUESDAY(14), end: TUESDAY(15) },
  ];
  const problem = aProblem(items);
  expect(startsOf(bestPlan(problem))).toEqual(["one 13:00", "other 14:00"]);
  expect(startsOf(bestPlan(problem, { effort: 100, from }))).toEqual(["other 13:00", "one 14:00"]);
});

test("deep work gets the focus hours, light work the others", () => {
  const items = [anItem("mails", { energy: "light" }), anItem("budget", { energy: "deep", minutes: 120 })];
  expect(startsOf(bestPlan(aProblem(items)))).toEqual(["budget 9:00", "mails 11:00"]);
});

test("an event and its pause are left free, and so is the pause between two blocks", () => {
  const busy = [{ id: "board", start: TUESDAY(9, 30), end: TUESDAY(10, 20) }];
  const items = [anItem("letter", { importance: 1 }), anItem("call", { minutes: 20 })];
  const plan = bestPlan(aProblem(items, { busy, pauseMinutes: 10, now: TUESDAY(8) }));
  expect(startsOf(plan)).toEqual(["call 9:00", "letter 10:30"]);
});

test("starts are on the quarter of an hour after now", () => {
  expect(startsOf(bestPlan(aProblem([anItem("letter")], { now: TUESDAY(9, 7) + 23_456 })))).toEqual([
    "letter 9:15",
  ]);
});

test("a long task is divided where it may be", () => {
  const busy = [{ id: "board", start: TUESDAY(10), end: TUESDAY(16) }];
  const report = anItem("report", { minutes: 120, leastMinutes: 60 });
  expect(startsOf(bestPlan(aProblem([report], { busy })))).toEqual(["report 9:00", "report 16:00"]);
  expect(becauseOf([{ ...report, leastMinutes: 120 }], { busy })).toEqual(["report room"]);
});

test("preparation ends before its meeting, or has no place", () => {
  const busy = [{ id: "board", start: TUESDAY(10), end: TUESDAY(12) }];
  const papers = anItem("papers", { kind: "preparation", latest: TUESDAY(10) });
  const urgent = anItem("urgent", { due: TUESDAY(10), importance: 0.2 });
  expect(startsOf(bestPlan(aProblem([urgent, papers], { busy })))).toEqual(["papers 9:00", "urgent 13:00"]);
  expect(becauseOf([{ ...papers, minutes: 90, leastMinutes: 90 }], { busy })).toEqual(["papers window"]);
});

test("what waits for something comes after it; in a circle nothing has a place", () => {
  const send = anItem("send", { after: ["write"], due: TUESDAY(11), importance: 1 });
  expect(startsOf(bestPlan(aProblem([send, anItem("write", { importance: 0 })])))).toEqual([
    "write 9:00",
    "send 10:00",
  ]);
  const circle = [
    anItem("a", { after: ["b"] }),
    anItem("b", { after: ["a"] }),
    anItem("c", { after: ["a"] }),
  ];
  expect(becauseOf([...circle, anItem("d")])).toEqual(["a before", "b before", "c before"]);
});

test("each item without a place has the rule that left none", () => {
  expect(becauseOf([anItem("letter", { place: "office" })])).toEqual(["letter place"]);
  expect(becauseOf([anItem("letter")], { days: [{ ...aDay(), mostMinutes: 30 }] })).toEqual(["letter limit"]);
  expect(becauseOf([anItem("letter", { minutes: 300, leastMinutes: 300 })])).toEqual(["letter room"]);
  expect(becauseOf([anItem("letter", { latest: TUESDAY(9, 30) })])).toEqual(["letter window"]);
  const long = anItem("write", { minutes: 300, leastMinutes: 300 });
  expect(becauseOf([long, anItem("send", { after: ["write"] })])).toEqual(["write room", "send before"]);
});

test("what can only be done at some hours lies there, in pieces too, and what can be done at any time makes room", () => {
  const [morning, afternoon] = [
    [{ start: TUESDAY(9), end: TUESDAY(10) }],
    [
      { start: TUESDAY(10), end: TUESDAY(10, 30) },
      { start: TUESDAY(14), end: TUESDAY(15) },
    ],
  ];
  const school = anItem("school", { hours: morning });
  const form = anItem("form", { minutes: 75, leastMinutes: 30, hours: afternoon });
  expect(startsOf(bestPlan(aProblem([anItem("letter", { importance: 0.9 }), school, form])))).toEqual([
    ...["school 9:00", "form 10:00", "letter 10:30", "form 14:00"],
  ]);
});

test("what the person fixed stays, and everything else goes around it", () => {
  const previous = [{ start: TUESDAY(9), end: TUESDAY(11) }];
  const items = [
    anItem("fixed", { minutes: 120, kept: previous, isFixed: true }),
    anItem("letter", { after: ["fixed"] }),
  ];
  expect(startsOf(bestPlan(aProblem(items, { now: TUESDAY(10) })))).toEqual(["fixed 9:00", "letter 11:00"]);
});

test("a new event moves what it covers and nothing else", () => {
  const days = [aDay(), aDay(WEDNESDAY, "2026-12-02")];
  const tasks = Array.from({ length: 9 }, (_, at) => anItem(`task ${at}`, { importance: at / 10 }));
  const before = bestPlan(aProblem(tasks, { days }));
  const items = tasks.map((task) => ({
    ...task,
    kept: before.blocks.filter(({ itemId }) => itemId === task.id),
  }));
  const busy = [{ id: "call", start: TUESDAY(10), end: TUESDAY(10, 30) }];
  const covered = before.blocks.filter(({ start }) => start === TUESDAY(10)).map(({ itemId }) => itemId);
  const { moved, stayed, dropped } = comparePlans(
    before.blocks,
    bestPlan(aProblem(items, { days, busy })).blocks,
  );
  expect(moved.map(({ itemId }) => itemId)).toEqual(covered);
  expect([stayed.length, dropped.length]).toEqual([8, 0]);
});

test("the first proposal is no worse than the greedy plan, and each later one no worse than the one before", () => {
  const items = Array.from({ length: 30 }, (_, at) =>
    anItem(`task ${at}`, {
      minutes: 30 + (at % 5) * 15,
      due: TUESDAY(10 + (at % 7)),
      importance: (at % 4) / 4,
    }),
  );
  const problem = aProblem(items, { days: [aDay(), aDay(WEDNESDAY, "2026-12-02")], pauseMinutes: 5 });
  const costs = [greedyPlan(problem), ...planItems(problem)].map(({ cost }) => cost);
  expect(costs).toEqual(costs.toSorted((one, other) => other - one));
  expect(costs.at(-1)).toBeLessThan(costs[0] ?? 0);
  expect(violationsOf(problem, bestPlan(problem).blocks)).toEqual([]);
});

test("items without a length, or with the same id, are an error of the caller", () => {
  expect(() => bestPlan(aProblem([anItem("letter", { minutes: 0 })]))).toThrow(RangeError);
  expect(() => bestPlan(aProblem([anItem("letter"), anItem("letter")]))).toThrow(RangeError);
});

test("a task of an hour fits between the start of the day and an event: a missing pause is a price", () => {
  const busy = [{ id: "board", start: TUESDAY(10), end: TUESDAY(17) }];
  const plan = bestPlan(aProblem([anItem("letter")], { busy, pauseMinutes: 5 }));
  expect(startsOf(plan)).toEqual(["letter 9:00"]);
  expect(plan.terms.map(({ kind }) => kind)).toContain("pause");
});

test("what is there only for a task without room is not planned", () => {
  const deck = anItem("deck", { after: ["figures"], minutes: 480, leastMinutes: 480, importance: 1 });
  const items = [anItem("figures"), deck, anItem("letter")];
  const plan = bestPlan(aProblem(items));
  expect(startsOf(plan)).toEqual(["letter 9:00"]);
  expect(plan.unplaced).toEqual([
    { itemId: "figures", because: "unneeded" },
    { itemId: "deck", because: "room" },
  ]);
  expect(becauseOf([anItem("figures", { due: TUESDAY(12) }), deck])).toEqual(["deck room"]);
});

test("focus hours stay free for deep work that comes later, if that costs others little", () => {
  const items = [
    anItem("letter", { minutes: 120 }),
    anItem("report", { energy: "deep", minutes: 120, importance: 0.25 }),
  ];
  expect(startsOf(bestPlan(aProblem(items)))).toEqual(["report 9:00", "letter 13:00"]);
});

test("short items lie one after the other", () => {
  const busy = [{ id: "board", start: TUESDAY(9, 15), end: TUESDAY(9, 45) }];
  const calls = ["a", "b", "c"].map((id) => anItem(id, { minutes: 10, importance: 0 }));
  const starts = startsOf(bestPlan(aProblem(calls, { busy })));
  expect(starts.map((start) => start.slice(2))).toEqual(["9:45", "9:55", "10:05"]);
});
