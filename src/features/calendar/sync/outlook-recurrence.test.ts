import { expect, test } from "vitest";
import { RuleError } from "../series/recurrence-rule.ts";
import { formatPattern, parsePattern } from "./outlook-recurrence.ts";

/** Monday, 2 March 2026, 9:00 in Vienna. */
const START = Date.UTC(2026, 2, 2, 8);
const pattern = (rule: string) => formatPattern(rule, START, "Europe/Vienna");

test.each([
  "FREQ=DAILY;COUNT=5",
  "FREQ=WEEKLY;BYDAY=MO,WE",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
  "FREQ=MONTHLY;BYMONTHDAY=2",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;BYDAY=1MO",
])("%s goes to Outlook and comes back as the same rule", (rule) => {
  const meaning = (text: string) => pattern(text.replace(/;?WKST=MO/, ""));
  expect(meaning(parsePattern(pattern(rule)))).toEqual(pattern(rule));
});

test("a weekly rule names days without a place in the month", () => {
  expect(pattern("FREQ=WEEKLY;BYDAY=MO,WE")).toMatchObject({
    pattern: { type: "weekly", daysOfWeek: ["monday", "wednesday"] },
  });
});

test.each([
  ["FREQ=MONTHLY;BYDAY=MO", "no such place"],
  ["FREQ=MONTHLY;BYDAY=5MO", "no such place"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "from the first"],
  ["FREQ=DAILY;BYDAY=MO", "no such"],
  ["FREQ=DAILY;BYHOUR=9", "BYHOUR"],
])("what Outlook does not have is refused in words: %s", (rule, words) => {
  expect(() => pattern(rule)).toThrow(RuleError);
  expect(() => pattern(rule)).toThrow(words);
});
