import { expect, test } from "vitest";
import { comparePlans } from "./compare-plans.ts";
import { TUESDAY } from "./weeks.factory.ts";

const at = (itemId: string, hour: number) => ({ itemId, start: TUESDAY(hour), end: TUESDAY(hour + 1) });
const span = (hour: number) => ({ start: TUESDAY(hour), end: TUESDAY(hour + 1) });

test("what is new, moved, dropped and stays", () => {
  const before = [at("letter", 9), at("call", 10), at("report", 11), at("report", 13)];
  const after = [at("letter", 9), at("report", 13), at("report", 14), at("minutes", 10)];
  expect(comparePlans(before, after)).toEqual({
    placed: [{ itemId: "minutes", to: [span(10)] }],
    moved: [{ itemId: "report", from: [span(11), span(13)], to: [span(13), span(14)] }],
    dropped: [{ itemId: "call", from: [span(10)] }],
    stayed: [{ itemId: "letter", at: [span(9)] }],
  });
});

test("the same blocks in another order are the same plan", () => {
  const blocks = [at("report", 13), at("report", 11)];
  expect(comparePlans(blocks, blocks.toReversed())).toMatchObject({ placed: [], moved: [], dropped: [] });
});
