import { expect, test } from "vitest";
import { expandCommonRule } from "./expand-common-rule.ts";
import { parseRule } from "./recurrence-rule.ts";

/** A Thursday at nine, the second of its month. */
const START = "2026-03-12";
const at = (day: string, time = "09:00") => Date.parse(`${day}T${time}Z`);
type Span = Parameters<typeof expandCommonRule>[2];
const FOREVER: Span = { from: at(START), until: at("2040-01-01"), end: Number.POSITIVE_INFINITY, limit: 3 };
const days = (rule: string, span: Partial<Span> = {}, start = at(START)) =>
  expandCommonRule(start, parseRule(rule), { ...FOREVER, ...span })
    ?.map((one) => new Date(one).toISOString().slice(0, 10))
    .join(" ") ?? null;

test.each([
  ["FREQ=DAILY", "2026-03-12 2026-03-13 2026-03-14"],
  ["FREQ=DAILY;BYDAY=TH,FR;BYMONTH=3", "2026-03-12 2026-03-13 2026-03-19"],
  ["FREQ=DAILY;BYMONTHDAY=12,-1", "2026-03-12 2026-03-31 2026-04-12"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TH", "2026-03-12 2026-03-15 2026-03-26"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TH;WKST=SU", "2026-03-12 2026-03-22 2026-03-26"],
  ["FREQ=WEEKLY;INTERVAL=2;BYMONTH=3", "2026-03-12 2026-03-26 2027-03-11"],
  ["FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=12", "2026-03-12 2026-05-12 2026-07-12"],
  ["FREQ=MONTHLY;BYDAY=2TH", "2026-03-12 2026-04-09 2026-05-14"],
  ["FREQ=MONTHLY;BYDAY=-1TH", "2026-03-26 2026-04-30 2026-05-28"],
  ["FREQ=MONTHLY;BYDAY=5TH", "2026-04-30 2026-07-30 2026-10-29"],
  ["FREQ=MONTHLY;BYMONTHDAY=31", "2026-03-31 2026-05-31 2026-07-31"],
  ["FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "2026-03-13 2026-11-13 2027-08-13"],
  ["FREQ=YEARLY", "2026-03-12 2027-03-12 2028-03-12"],
  ["FREQ=YEARLY;BYMONTH=3;BYDAY=2TH", "2026-03-12 2027-03-11 2028-03-09"],
  ["FREQ=YEARLY;BYMONTHDAY=12", "2026-03-12 2026-04-12 2026-05-12"],
])("%s is expanded without the library", (rule, expected) => {
  expect(days(rule)).toBe(expected);
});

test.each([
  "FREQ=HOURLY",
  "FREQ=MONTHLY;BYDAY=TU,WE;BYSETPOS=1",
  "FREQ=DAILY;BYDAY=2TH",
  "FREQ=WEEKLY;BYDAY=2TH",
  "FREQ=WEEKLY;BYMONTHDAY=12",
  "FREQ=YEARLY;BYDAY=20MO",
  "FREQ=MONTHLY;BYDAY=2FR;BYMONTHDAY=13",
  "FREQ=WEEKLY;BYDAY=FR;COUNT=3",
])("%s is not a common rule and goes to the library", (rule) => {
  expect(days(rule)).toBeNull();
});

test("a window includes its start and excludes its end; the end of a rule is included", () => {
  const from = at("2026-03-14");
  const until = at("2026-03-16");
  expect(days("FREQ=DAILY", { from, until })).toBe("2026-03-14 2026-03-15");
  expect(days("FREQ=DAILY", { from, end: until })).toBe("2026-03-14 2026-03-15 2026-03-16");
  expect(days("FREQ=DAILY", { from, end: until - 1 })).toBe("2026-03-14 2026-03-15");
  expect(days("FREQ=DAILY;COUNT=4", { from })).toBe("2026-03-14 2026-03-15");
  const allDaySpan = { from: at("2026-03-14", "00:00"), end: at("2026-03-15", "00:00") };
  expect(days("FREQ=DAILY", allDaySpan, at(START, "00:00"))).toBe("2026-03-14 2026-03-15");
});

test("days before the first event are not occurrences", () => {
  expect(days("FREQ=MONTHLY;BYMONTHDAY=1,12", { from: 0 })).toBe("2026-03-12 2026-04-01 2026-04-12");
});
