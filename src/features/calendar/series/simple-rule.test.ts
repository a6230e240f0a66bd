import { expect, test } from "vitest";
import {
  describeSimpleRule,
  EVERY_WEEK,
  firstDays,
  formatSimpleRule,
  parseSimpleRule,
} from "./simple-rule.ts";

/** A Thursday, the second of its month. */
const START = "2026-03-12";
const until = (day: string) => `${day.replaceAll("-", "")}T225959Z`;
const rule = (fields: Partial<typeof EVERY_WEEK> = {}) => ({ ...EVERY_WEEK, ...fields });
const told = (fields: Partial<typeof EVERY_WEEK>) => {
  const written = formatSimpleRule(rule(fields), START, until);
  const read = parseSimpleRule(written, START);
  if (!read) throw new Error(`${written} was not read again`);
  return [written, describeSimpleRule(read, START), firstDays(read, START, 3).join(" ")];
};

test("everyday rules are written for calendars, said in plain words, and show their next days", () => {
  expect(told({})).toEqual(["FREQ=WEEKLY", "Every week on Thursday", "2026-03-12 2026-03-19 2026-03-26"]);
  expect(told({ weekdays: [1, 2, 3, 4, 5] })).toEqual([
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "Every weekday, Monday to Friday",
    "2026-03-12 2026-03-13 2026-03-16",
  ]);
  expect(told({ every: 2, weekdays: [4, 1], end: { kind: "after", count: 10 } })).toEqual([
    "FREQ=WEEKLY;INTERVAL=2;COUNT=10;BYDAY=MO,TH",
    "Every 2 weeks on Monday and Thursday, 10 times",
    "2026-03-12 2026-03-23 2026-03-26",
  ]);
  expect(told({ unit: "day", every: 3, end: { kind: "on", day: "2026-03-15" } })).toEqual([
    "FREQ=DAILY;INTERVAL=3;UNTIL=20260315T225959Z",
    "Every 3 days, until Mar 15, 2026",
    "2026-03-12 2026-03-15",
  ]);
  expect(told({ unit: "month" })).toEqual([
    "FREQ=MONTHLY",
    "Every month on day 12",
    "2026-03-12 2026-04-12 2026-05-12",
  ]);
  expect(told({ unit: "month", monthly: "weekday" })).toEqual([
    "FREQ=MONTHLY;BYDAY=2TH",
    "Every month on the second Thursday",
    "2026-03-12 2026-04-09 2026-05-14",
  ]);
  expect(told({ unit: "year" })).toEqual([
    "FREQ=YEARLY",
    "Every year on March 12",
    "2026-03-12 2027-03-12 2028-03-12",
  ]);
});

test("a month without the day is passed over, and the fifth weekday of a month is its last", () => {
  expect(firstDays(rule({ unit: "month" }), "2026-01-31", 3)).toEqual([
    "2026-01-31",
    "2026-03-31",
    "2026-05-31",
  ]);
  const last = rule({ unit: "month", monthly: "weekday" });
  expect(formatSimpleRule(last, "2026-01-30", until)).toBe("FREQ=MONTHLY;BYDAY=-1FR");
  expect(firstDays(last, "2026-01-30", 2)).toEqual(["2026-01-30", "2026-02-27"]);
});

test("what a form cannot show is left to the words of the rule", () => {
  for (const text of ["FREQ=HOURLY", "FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU", "FREQ=MONTHLY;BYDAY=3MO"])
    expect(parseSimpleRule(text, START)).toBeNull();
});
