import { expect, test } from "vitest";
import { RuleError } from "../series/recurrence-rule.ts";
import { formatPattern, parsePattern } from "./outlook-recurrence.ts";

const VIENNA = { zone: "Europe/Vienna", isAllDay: false };
/** Monday, 2 March 2026, 9:00 in Vienna. */
const START = Date.UTC(2026, 2, 2, 8);
const pattern = (rule: string) => formatPattern(rule, START, VIENNA.zone);
const noEnd = { type: "noEnd", startDate: "2026-03-02", recurrenceTimeZone: "Europe/Vienna" };

test.each([
  ["FREQ=DAILY;COUNT=5", { type: "daily", interval: 1 }, { type: "numbered", numberOfOccurrences: 5 }],
  ["FREQ=DAILY;INTERVAL=3", { type: "daily", interval: 3 }, {}],
  [
    "FREQ=WEEKLY;BYDAY=MO,WE;WKST=SU",
    { type: "weekly", interval: 1, daysOfWeek: ["monday", "wednesday"], firstDayOfWeek: "sunday" },
    {},
  ],
  [
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
    { type: "weekly", interval: 2, daysOfWeek: ["monday"], firstDayOfWeek: "monday" },
    {},
  ],
  ["FREQ=MONTHLY;BYMONTHDAY=1", { type: "absoluteMonthly", interval: 1, dayOfMonth: 1 }, {}],
  [
    "FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1",
    { type: "relativeMonthly", interval: 1, daysOfWeek: ["friday"], index: "last" },
    {},
  ],
  [
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=4",
    {
      type: "relativeMonthly",
      ...{ interval: 1, daysOfWeek: ["monday", "tuesday", "wednesday", "thursday", "friday"] },
      index: "fourth",
    },
    {},
  ],
  [
    "FREQ=YEARLY;BYMONTHDAY=7;BYMONTH=5",
    { type: "absoluteYearly", interval: 1, month: 5, dayOfMonth: 7 },
    {},
  ],
  [
    "FREQ=YEARLY;BYMONTH=5;BYDAY=SU;BYSETPOS=2",
    { type: "relativeYearly", interval: 1, month: 5, daysOfWeek: ["sunday"], index: "second" },
    {},
  ],
])("%s is converted to Outlook and back to the same rule", (rule, shape, range) => {
  expect(pattern(rule)).toEqual({ pattern: shape, range: { ...noEnd, ...range } });
  const parts = (text: string) => text.split(";").sort();
  expect(parts(parsePattern(pattern(rule), VIENNA))).toEqual(parts(rule));
});

test("missing parts of a rule come from its start; an ordinal before BYDAY becomes the index", () => {
  expect(pattern("FREQ=WEEKLY")).toMatchObject({ pattern: { daysOfWeek: ["monday"] } });
  expect(pattern("FREQ=MONTHLY")).toMatchObject({ pattern: { type: "absoluteMonthly", dayOfMonth: 2 } });
  expect(pattern("FREQ=YEARLY")).toMatchObject({
    pattern: { type: "absoluteYearly", dayOfMonth: 2, month: 3 },
  });
  expect(pattern("FREQ=MONTHLY;BYDAY=+1MO")).toMatchObject({
    pattern: { type: "relativeMonthly", index: "first" },
  });
  expect(pattern("FREQ=MONTHLY;BYDAY=-1FR")).toMatchObject({
    pattern: { daysOfWeek: ["friday"], index: "last" },
  });
});

test("a series ends on the same day here and in Outlook, east and west of Greenwich", () => {
  const day = { type: "daily", interval: 1 };
  const range = { type: "endDate", endDate: "2026-03-10" };
  const inAuckland = { zone: "Pacific/Auckland", isAllDay: false };
  const rule = parsePattern({ pattern: day, range }, inAuckland);
  expect(rule).toBe("FREQ=DAILY;UNTIL=20260310T105959Z");
  const back = (text: string) => formatPattern(text, Date.UTC(2026, 2, 1, 20), inAuckland.zone);
  expect(back(rule)).toMatchObject({ range: { ...range, startDate: "2026-03-02" } });
  // The last occurrence begins at nine in Auckland, which is the day before in Greenwich.
  expect(back("FREQ=DAILY;UNTIL=20260309T200000Z")).toMatchObject({ range });
  expect(back("FREQ=DAILY;UNTIL=20260310T090000")).toMatchObject({ range });
  expect(back("FREQ=DAILY;UNTIL=20260310")).toMatchObject({ range });
  expect(parsePattern({ pattern: day, range }, { zone: "UTC", isAllDay: true })).toBe(
    "FREQ=DAILY;UNTIL=20260310",
  );
});

test.each([
  ["FREQ=MONTHLY;BYDAY=MO", "no such place"],
  ["FREQ=MONTHLY;BYDAY=5MO", "no such place"],
  ["FREQ=MONTHLY;BYDAY=1MO,3WE", "no such place"],
  ["FREQ=MONTHLY;BYDAY=1MO,WE", "no such place"],
  ["FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=1", "no such place"],
  ["FREQ=MONTHLY;BYDAY=FR;BYSETPOS=1;BYMONTHDAY=13", "no such place"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "from the first"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,15", "from the first"],
  ["FREQ=MONTHLY;BYMONTH=3", "BYMONTH"],
  ["FREQ=WEEKLY;BYDAY=MO;BYMONTH=6", "BYMONTH"],
  ["FREQ=DAILY;BYDAY=MO", "no such"],
  ["FREQ=DAILY;BYMONTHDAY=1", "BYMONTHDAY"],
  ["FREQ=DAILY;BYHOUR=9", "BYHOUR"],
  ["FREQ=HOURLY", "no such rule"],
  ["FREQ=YEARLY;BYDAY=1MO", "the month"],
  ["FREQ=YEARLY;BYMONTHDAY=2", "the month"],
  ["FREQ=YEARLY;BYMONTH=1,7", "one month"],
])("rules without an Outlook equivalent are rejected with a reason: %s", (rule, words) => {
  expect(() => pattern(rule)).toThrow(RuleError);
  expect(() => pattern(rule)).toThrow(words);
});

test("an unknown pattern or an unreadable end date is rejected", () => {
  const range = { type: "noEnd" };
  for (const given of [
    null,
    { pattern: { type: "hourly", interval: 1 }, range },
    { pattern: { type: "weekly", interval: 1, daysOfWeek: [] }, range },
    { pattern: { type: "daily", interval: 1 }, range: { type: "endDate", endDate: "soon" } },
  ])
    expect(() => parsePattern(given, VIENNA)).toThrow(RuleError);
});
