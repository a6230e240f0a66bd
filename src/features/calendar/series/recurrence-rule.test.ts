import { expect, test } from "vitest";
import { formatRule, parseRule, RuleError, withParts } from "./recurrence-rule.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour).join(",");

test.each([
  ["FREQ=DAILY;FREQ=WEEKLY", "The rule names FREQ twice"],
  ["FREQ=DAILY;EVERY=2", "The rule has a part that cannot be read: EVERY=2"],
  ["FREQ=DAILY;INTERVAL=0", "The rule has a part that cannot be read: INTERVAL=0"],
  ["FREQ=DAILY;INTERVAL=2=3", "The rule has a part that cannot be read: INTERVAL=2=3"],
  ["FREQ=DAILY;COUNT=", "The rule has a part that cannot be read: COUNT="],
  ["FREQ=MINUTELY", "Events cannot repeat more often than every hour"],
  ["FREQ=SECONDLY", "Events cannot repeat more often than every hour"],
  ["FREQ=FORTNIGHTLY", "The rule does not say how often the event repeats"],
  ["INTERVAL=2", "The rule does not say how often the event repeats"],
  ["FREQ=DAILY;COUNT=3;UNTIL=20260301", "A rule ends after a count or on a day, not both"],
  ["FREQ=YEARLY;BYMONTH=0", "BYMONTH lies between 1 and 12: 0"],
  ["FREQ=YEARLY;BYMONTH=1,13", "BYMONTH lies between 1 and 12: 1,13"],
  ["FREQ=MONTHLY;BYMONTHDAY=-32", "BYMONTHDAY lies between 1 and 31: -32"],
  ["FREQ=DAILY;BYHOUR=24", "BYHOUR lies between 0 and 23: 24"],
  [`FREQ=DAILY;BYHOUR=${HOURS};BYMINUTE=0,10,20,30,40`, "Events take place 96 times a day at most"],
])("RFC 5545: %s is rejected with a reason", (text, message) => {
  expect(() => parseRule(text)).toThrow(new RuleError(message));
});

test.each([
  "FREQ=YEARLY;BYMONTH=1,12;BYMONTHDAY=-31,31",
  "FREQ=YEARLY;BYYEARDAY=-366,1;BYSETPOS=-366",
  "FREQ=DAILY;COUNT=3;BYHOUR=0,23;BYMINUTE=59",
  "FREQ=WEEKLY;INTERVAL=9999;UNTIL=20260301T090000Z;BYDAY=MO,-1FR;WKST=SU",
  `FREQ=DAILY;BYHOUR=${HOURS};BYMINUTE=0,15,30,45`,
])("RFC 5545: %s is parsed and formatted unchanged", (text) => {
  expect(formatRule(parseRule(text))).toBe(text);
});

test("RFC 5545: the RRULE prefix and lower case are accepted, and the parts are formatted in a fixed order", () => {
  expect(formatRule(parseRule(" rrule:byday=mo;freq=weekly "))).toBe("FREQ=WEEKLY;BYDAY=MO");
});

test("parts of a rule are added, replaced and removed without changing the original", () => {
  const rule = parseRule("FREQ=WEEKLY;COUNT=3;BYDAY=MO");
  expect(formatRule(withParts(rule, { COUNT: null, UNTIL: "20260301", BYDAY: "TU" }))).toBe(
    "FREQ=WEEKLY;UNTIL=20260301;BYDAY=TU",
  );
  expect(formatRule(rule)).toBe("FREQ=WEEKLY;COUNT=3;BYDAY=MO");
});
