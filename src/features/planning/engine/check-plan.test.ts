import { expect, test } from "vitest";
import { violationsOf } from "./check-plan.ts";
import type { Block, Item, Problem } from "./plan-problem.ts";
import { aDay, anItem, aProblem, TUESDAY, WEDNESDAY } from "./weeks.factory.ts";

const block = (itemId: string, start: number, end: number): Block => ({ itemId, start, end });
/** The rules that one hour of an item from `start` on breaks. */
function rulesOf(start: number, fields: Partial<Item>, problem: Partial<Problem> = {}, others: Block[] = []) {
  const blocks = [block("letter", start, start + 3_600_000), ...others];
  return violationsOf(aProblem([anItem("letter", fields), anItem("call")], problem), blocks).map(
    ({ rule }) => rule,
  );
}

test("an hour within the working hours breaks no rule", () => {
  expect(rulesOf(TUESDAY(9), {})).toEqual([]);
  expect(rulesOf(TUESDAY(11), {})).toEqual([]);
});

test("nothing is placed outside the working hours, over the break or on a day off", () => {
  expect(rulesOf(TUESDAY(8), {})).toEqual(["work"]);
  expect(rulesOf(TUESDAY(11, 30), {})).toEqual(["work"]);
  expect(rulesOf(WEDNESDAY(9), {})).toEqual(["work"]);
});

test("nothing is placed during an event; the pause to it is wanted, not a rule", () => {
  const busy = [{ id: "board", start: TUESDAY(10), end: TUESDAY(11) }];
  expect(rulesOf(TUESDAY(10, 30), {}, { busy })).toEqual(["busy"]);
  expect(rulesOf(TUESDAY(11), {}, { busy })).toEqual([]);
  expect(rulesOf(TUESDAY(11), {}, { busy, pauseMinutes: 5 })).toEqual([]);
});

test("two blocks do not overlap; the pause between them is wanted, not a rule", () => {
  const call = block("call", TUESDAY(10), TUESDAY(11));
  expect(rulesOf(TUESDAY(9, 30), {}, {}, [call])).toEqual(["pause", "pause"]);
  expect(rulesOf(TUESDAY(9), {}, {}, [call])).toEqual([]);
  expect(rulesOf(TUESDAY(9), {}, { pauseMinutes: 5 }, [call])).toEqual([]);
});

test("nothing begins before now or its earliest, or ends after its latest", () => {
  expect(rulesOf(TUESDAY(9), {}, { now: TUESDAY(9, 1) })).toEqual(["early"]);
  expect(rulesOf(TUESDAY(9), { earliest: TUESDAY(9, 15) })).toEqual(["early"]);
  expect(rulesOf(TUESDAY(9), { latest: TUESDAY(10) })).toEqual([]);
  expect(rulesOf(TUESDAY(9), { latest: TUESDAY(9, 59) })).toEqual(["latest"]);
});

test("an item begins after what it waits for has ended, and not at all if that has no place", () => {
  const [after, busy] = [["call"], []];
  expect(rulesOf(TUESDAY(10), { after }, { busy }, [block("call", TUESDAY(9), TUESDAY(10))])).toEqual([]);
  expect(rulesOf(TUESDAY(9), { after }, {}, [block("call", TUESDAY(10), TUESDAY(11))])).toEqual(["order"]);
  expect(rulesOf(TUESDAY(9), { after })).toEqual(["order"]);
  expect(rulesOf(TUESDAY(9), { after: ["done long ago"] })).toEqual([]);
  expect(rulesOf(TUESDAY(9), { after: ["letter"] })).toEqual(["order"]);
});

test("pieces are as long as they must be and sum to what the item takes", () => {
  expect(rulesOf(TUESDAY(9), { minutes: 90 })).toEqual(["piece", "minutes"]);
  const rest = block("letter", TUESDAY(10), TUESDAY(10, 30));
  expect(rulesOf(TUESDAY(9), { minutes: 90, leastMinutes: 30 }, {}, [rest])).toEqual([]);
  expect(rulesOf(TUESDAY(9), { minutes: 90, leastMinutes: 45 }, {}, [rest])).toEqual(["piece"]);
});

test("a day has so many planned minutes at most; what is fixed counts, and what is fixed in the evening does not", () => {
  const days = [{ ...aDay(), mostMinutes: 90 }];
  const call = block("call", TUESDAY(14), TUESDAY(15));
  expect(rulesOf(TUESDAY(9), {}, { days })).toEqual([]);
  expect(rulesOf(TUESDAY(9), {}, { days }, [call])).toEqual(["limit"]);
  for (const [hour, rules] of [
    [14, ["limit"]],
    [20, []],
  ] as const) {
    const previous = [{ start: TUESDAY(hour), end: TUESDAY(hour + 1) }];
    const items = [anItem("letter"), anItem("call", { kept: previous, isFixed: true })];
    const blocks = [
      block("letter", TUESDAY(9), TUESDAY(10)),
      block("call", TUESDAY(hour), TUESDAY(hour + 1)),
    ];
    expect(violationsOf(aProblem(items, { days }), blocks).map(({ rule }) => rule)).toEqual(rules);
  }
});

test("an item that needs a place is placed while the person is there", () => {
  const stays = [{ place: "office", start: TUESDAY(13), end: TUESDAY(15) }];
  expect(rulesOf(TUESDAY(9), { place: "office" }, { stays })).toEqual(["place"]);
  expect(rulesOf(TUESDAY(14), { place: "office" }, { stays })).toEqual([]);
  expect(rulesOf(TUESDAY(14), { place: "home" }, { stays })).toEqual(["place"]);
  expect(rulesOf(TUESDAY(14), {}, { stays })).toEqual([]);
});

test("what the person fixed lies anywhere, stays as it is, and takes its time", () => {
  const previous = [{ start: TUESDAY(11, 30), end: TUESDAY(12, 30) }];
  const items = [anItem("walk", { kept: previous, isFixed: true, after: ["letter"] }), anItem("letter")];
  const walk = block("walk", TUESDAY(11, 30), TUESDAY(12, 30));
  const rules = (blocks: Block[]) => violationsOf(aProblem(items), blocks).map(({ rule }) => rule);
  expect(rules([walk])).toEqual([]);
  expect(rules([])).toEqual(["fixed"]);
  expect(rules([block("walk", TUESDAY(13), TUESDAY(14))])).toEqual(["fixed"]);
  expect(rules([walk, block("letter", TUESDAY(11), TUESDAY(12))])).toEqual(["pause"]);
  expect(rules([walk, block("nobody's", TUESDAY(9), TUESDAY(10))])).toEqual(["unknown"]);
});

test("an item that has hours of the day is placed within one of them", () => {
  const hours = [
    { start: TUESDAY(9), end: TUESDAY(10) },
    { start: TUESDAY(14), end: TUESDAY(16) },
  ];
  expect(rulesOf(TUESDAY(9), { hours })).toEqual([]);
  expect(rulesOf(TUESDAY(9, 30), { hours })).toEqual(["hours"]);
  expect(rulesOf(TUESDAY(15), { hours })).toEqual([]);
  expect(rulesOf(TUESDAY(11), { hours })).toEqual(["hours"]);
  expect(rulesOf(TUESDAY(9), { hours: [] })).toEqual(["hours"]);
});
