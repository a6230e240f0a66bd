import { expect, test } from "vitest";
import { endRuleBefore, type RuleStart, shiftBetween, shiftRule } from "./shift-rule.ts";

const at = (startTime: string, zone = "Europe/Berlin"): RuleStart => ({
  startTime: new Date(startTime),
  isAllDay: false,
  zone,
});
/** An all-day event ignores the zone of its calendar. */
const day = (date: string): RuleStart => ({ ...at(`${date}T00:00:00Z`, "America/New_York"), isAllDay: true });
const moved = (rule: string, from: RuleStart, to: RuleStart) => shiftRule(rule, shiftBetween(from, to));

/** A Monday in March at nine, before clocks change. */
const NINE = at("2026-03-09T08:00:00Z");
const TEN = at("2026-03-09T09:00:00Z");
const TUESDAY = at("2026-03-10T08:00:00Z");
const THURSDAY = day("2026-03-12");

test.each<[why: string, rule: string, from: RuleStart, to: RuleStart, expected: string]>([
  ["another hour", "FREQ=YEARLY;BYMONTH=3;BYDAY=2MO", NINE, TEN, "FREQ=YEARLY;BYMONTH=3;BYDAY=2MO"],
  [
    "the end goes along by the clock, also in summer",
    "FREQ=DAILY;UNTIL=20260330T070000Z",
    NINE,
    TEN,
    "FREQ=DAILY;UNTIL=20260330T080000Z",
  ],
  [
    "into a zone with other clocks",
    "FREQ=DAILY;UNTIL=20260330T070000Z",
    NINE,
    at("2026-03-09T14:00:00Z", "America/New_York"),
    "FREQ=DAILY;UNTIL=20260330T140000Z",
  ],
  [
    "an evening that is the next day elsewhere",
    "FREQ=WEEKLY;BYDAY=MO",
    at("2026-03-10T01:00:00Z", "America/New_York"),
    at("2026-03-09T23:00:00Z", "America/New_York"),
    "FREQ=WEEKLY;BYDAY=MO",
  ],
  ["without weekdays", "FREQ=WEEKLY;INTERVAL=2", NINE, TUESDAY, "FREQ=WEEKLY;INTERVAL=2"],
  ["weekdays a day later", "FREQ=WEEKLY;BYDAY=MO,SA", NINE, TUESDAY, "FREQ=WEEKLY;BYDAY=TU,SU"],
  ["weekdays a day earlier", "FREQ=WEEKLY;BYDAY=TU,SU", TUESDAY, NINE, "FREQ=WEEKLY;BYDAY=MO,SA"],
  [
    "weekdays over a week earlier",
    "FREQ=WEEKLY;BYDAY=TU",
    TUESDAY,
    at("2026-03-02T08:00:00Z"),
    "FREQ=WEEKLY;BYDAY=MO",
  ],
  ["the second to the third", "FREQ=MONTHLY;BYDAY=2MO", NINE, day("2026-03-18"), "FREQ=MONTHLY;BYDAY=3WE"],
  ["within the second week", "FREQ=MONTHLY;BYDAY=2MO", NINE, day("2026-03-14"), "FREQ=MONTHLY;BYDAY=2SA"],
  [
    "the last stays the last",
    "FREQ=MONTHLY;BYDAY=-1FR",
    day("2026-03-27"),
    day("2026-03-26"),
    "FREQ=MONTHLY;BYDAY=-1TH",
  ],
  ["a date", "FREQ=MONTHLY;BYMONTHDAY=12", THURSDAY, day("2026-03-15"), "FREQ=MONTHLY;BYMONTHDAY=15"],
  [
    "a date by the clocks of the place",
    "FREQ=MONTHLY;BYMONTHDAY=9",
    at("2026-03-10T01:00:00Z", "America/New_York"),
    at("2026-03-13T01:00:00Z", "America/New_York"),
    "FREQ=MONTHLY;BYMONTHDAY=12",
  ],
  [
    "to whole days",
    "FREQ=DAILY;UNTIL=20260330T070000Z",
    NINE,
    day("2026-03-10"),
    "FREQ=DAILY;UNTIL=20260331",
  ],
  [
    "a last day goes along",
    "FREQ=WEEKLY;UNTIL=20260326;BYDAY=TH",
    THURSDAY,
    day("2026-03-15"),
    "FREQ=WEEKLY;UNTIL=20260329;BYDAY=SU",
  ],
])("CAL-16: moving a series shifts its rule: %s", (_name, rule, from, to, expected) => {
  expect(moved(rule, from, to)).toBe(expected);
});

test.each([
  "FREQ=MONTHLY;BYDAY=2TH,4TH",
  "FREQ=MONTHLY;BYMONTHDAY=-1",
  "FREQ=MONTHLY;BYMONTHDAY=1,12",
  "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=12",
  "FREQ=YEARLY;BYMONTH=3",
  "FREQ=MONTHLY;BYDAY=TH;BYMONTHDAY=12",
  "FREQ=MONTHLY;BYDAY=WE,TH;BYSETPOS=-1",
])("CAL-16: %s cannot be shifted to another day and is rejected", (rule) => {
  expect(() => moved(rule, THURSDAY, day("2026-03-15"))).toThrow(
    expect.objectContaining({
      code: "invalid",
      message: "Change the rule to move the whole series to another day",
    }),
  );
});

test("CAL-16: occurrences shift by local time in both zones, and to whole days for an all-day series", () => {
  const summer = new Date("2026-06-01T07:00:00Z");
  expect(shiftBetween(NINE, TEN).map(summer)).toEqual(new Date("2026-06-01T08:00:00Z"));
  const inNewYork = at("2026-03-09T13:00:00Z", "America/New_York");
  expect(shiftBetween(NINE, inNewYork).map(summer)).toEqual(new Date("2026-06-01T13:00:00Z"));
  expect(shiftBetween(NINE, day("2026-03-09")).map(summer)).toEqual(new Date("2026-06-01T00:00:00Z"));
});

test("CAL-16: a rule cut before an occurrence ends one second before it, or on the previous day", () => {
  const third = new Date("2026-03-11T08:00:00Z");
  expect(endRuleBefore("FREQ=DAILY;COUNT=10", third, false)).toBe("FREQ=DAILY;UNTIL=20260311T075959Z");
  expect(endRuleBefore("FREQ=DAILY;UNTIL=20261231T000000Z", new Date("2026-03-11T00:00:00Z"), true)).toBe(
    "FREQ=DAILY;UNTIL=20260310",
  );
});
