import { expect, test } from "vitest";
import { readRange } from "./read-range.ts";
import { readRepeat, withoutRepeat } from "./read-repeat.ts";

const now = new Date("2026-11-18T08:30:00Z");
const turn = { context: { now } as never, timeZone: "UTC" };

test.each([
  ["from 10 to 11", "10:00 11:00"],
  ["10-4", "10:00 16:00"],
  ["2-3 today", "14:00 15:00"],
  ["eight till half nine", "08:00 09:30"],
  ["from four to six", "16:00 18:00"],
  ["ten to eleven", null],
  ["tomorrow at 3", null],
  ["2026-11-24", null],
  ["2026-12-03", null],
])("the times of '%s'", (words, times) => {
  const found = readRange(turn, words, now);
  const clock = (at: Date) => at.toISOString().slice(11, 16);
  expect(found && `${clock(found.from)} ${clock(found.to)}`).toBe(times);
});

test("what repeats has a rule, and what is not understood is not guessed", () => {
  expect(readRepeat("lunch every Monday")).toMatchObject({ rule: "FREQ=WEEKLY;BYDAY=MO" });
  expect(readRepeat("monthly finance check")).toMatchObject({ rule: "FREQ=MONTHLY" });
  expect(readRepeat("lunch on Monday")).toBeNull();
  expect(readRepeat("the first Monday of every month")).toBe("unclear");
  expect(withoutRepeat("every Tuesday at 5pm")).toBe("Tuesday at 5pm");
});
