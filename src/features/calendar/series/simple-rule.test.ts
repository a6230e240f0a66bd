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
const roundTrip = (fields: Partial<typeof EVERY_WEEK>) => {
  const written = formatSimpleRule(rule(fields), START, until);
  const read = parseSimpleRule(written, START);
  if (!read) throw new Error(`${written} was not read again`);
  return [written, describeSimpleRule(read, START), firstDays(read, START, 3).join(" ")];
};

test("simple rules are formatted as RRULE, described in English, and list their next days", () => {
  expect(roundTrip({})).toEqual([
    "FREQ=WEEKLY",
    "Every week on Thursday",
    "2026-03-12 2026-03-19 2026-03-26",
  ]);
  expect(roundTrip({ weekdays: [1, 2, 3, 4, 5] })).toEqual([
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "Every weekday, Monday to Friday",
    "2026-03-12 2026-03-13 2026-03-16",
  ]);
  expect(roundTrip({ every: 2, weekdays: [4, 1], end: { kind: "after", count: 10 } })).toEqual([
    "FREQ=WEEKLY;INTERVAL=2;COUNT=10;BYDAY=MO,TH",
    "Every 2 weeks on Monday and Thursday, 10 times",
    "2026-03-12 2026-03-23 2026-03-26",
  ]);
  expect(roundTrip({ unit: "day", every: 3, end: { kind: "on", day: "2026-03-15" } })).toEqual([
    "FREQ=DAILY;INTERVAL=3;UNTIL=20260315T225959Z",
    "Every 3 days, until Mar 15, 2026",
    "2026-03-12 2026-03-15",
  ]);
  expect(roundTrip({ unit: "month" })).toEqual([
    "FREQ=MONTHLY",
    "Every month on day 12",
    "2026-03-12 2026-04-12 2026-05-12",
  ]);
  expect(roundTrip({ unit: "month", monthly: "weekday" })).toEqual([
    "FREQ=MONTHLY;BYDAY=2TH",
    "Every month on the second Thursday",
    "2026-03-12 2026-04-09 2026-05-14",
  ]);
  expect(roundTrip({ unit: "year" })).toEqual([
    "FREQ=YEARLY",
    "Every year on March 12",
    "2026-03-12 2027-03-12 2028-03-12",
  ]);
});

test("months without the day are skipped, and a fifth weekday becomes the last one of its month", () => {
  expect(firstDays(rule({ unit: "month" }), "2026-01-31", 3)).toEqual([
    "2026-01-31",
    "2026-03-31",
    "2026-05-31",
  ]);
  const last = rule({ unit: "month", monthly: "weekday" });
  expect(formatSimpleRule(last, "2026-01-30", until)).toBe("FREQ=MONTHLY;BYDAY=-1FR");
  expect(firstDays(last, "2026-01-30", 2)).toEqual(["2026-01-30", "2026-02-27"]);
});

test.each<[fields: Partial<typeof EVERY_WEEK>, start: string, written: string, said: string, days: string]>([
  [
    { every: 2, weekdays: [0, 1] },
    "2026-03-15",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO",
    "Every 2 weeks on Sunday and Monday",
    "2026-03-15 2026-03-23 2026-03-29",
  ],
  [
    { every: 2, weekdays: [1, 2, 3, 4, 5], end: { kind: "after", count: 1 } },
    START,
    "FREQ=WEEKLY;INTERVAL=2;COUNT=1;BYDAY=MO,TU,WE,TH,FR",
    "Every 2 weeks on Monday, Tuesday, Wednesday, Thursday and Friday, once",
    START,
  ],
  [
    { unit: "day", weekdays: [1, 2, 3, 4, 5], end: { kind: "after", count: 2 } },
    START,
    "FREQ=DAILY;COUNT=2",
    "Every day, 2 times",
    "2026-03-12 2026-03-13",
  ],
  [
    { unit: "month", every: 2, monthly: "weekday" },
    "2026-03-28",
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=4SA",
    "Every 2 months on the fourth Saturday",
    "2026-03-28 2026-05-23 2026-07-25",
  ],
  [
    { unit: "month", monthly: "weekday" },
    "2026-03-29",
    "FREQ=MONTHLY;BYDAY=-1SU",
    "Every month on the last Sunday",
    "2026-03-29 2026-04-26 2026-05-31",
  ],
  [
    { unit: "year", every: 2, monthly: "weekday", weekdays: [1, 2, 3, 4, 5] },
    START,
    "FREQ=YEARLY;INTERVAL=2",
    "Every 2 years on March 12",
    "2026-03-12 2028-03-12 2030-03-12",
  ],
  [
    { unit: "month", weekdays: [1, 2, 3, 4, 5] },
    START,
    "FREQ=MONTHLY",
    "Every month on day 12",
    "2026-03-12 2026-04-12 2026-05-12",
  ],
])("form fields %j starting %s are formatted as %s", (fields, start, written, description, days) => {
  expect([
    formatSimpleRule(rule(fields), start, until),
    describeSimpleRule(rule(fields), start),
    firstDays(rule(fields), start, 3).join(" "),
  ]).toEqual([written, description, days]);
});

test("returns as many days as requested, at most eight years ahead", () => {
  expect(firstDays(rule({ unit: "day", end: { kind: "after", count: 5 } }), START, 2)).toHaveLength(2);
  expect(firstDays(rule({ unit: "year" }), "2024-02-29", 2)).toEqual(["2024-02-29", "2028-02-29"]);
  expect(firstDays(rule({ unit: "year", every: 12 }), START, 2)).toEqual([START]);
});

test("rules that the form cannot represent are not simple rules", () => {
  for (const text of [
    "FREQ=HOURLY",
    "FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU",
    "FREQ=MONTHLY;BYDAY=3MO",
    "FREQ=MONTHLY;BYDAY=2TH,4TH",
    "FREQ=YEARLY;BYDAY=2TH",
    "FREQ=DAILY;BYDAY=MO",
    "FREQ=WEEKLY;BYDAY=MO,2TH",
    "FREQ=WEEKLY;BYMONTH=3",
  ])
    expect(parseSimpleRule(text, START), text).toBeNull();
  expect(parseSimpleRule("FREQ=WEEKLY;WKST=SU", START)).toEqual(EVERY_WEEK);
});
