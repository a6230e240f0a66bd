import { expect, test } from "vitest";
import { readDays } from "./read-days.ts";

/** A Wednesday. */
const situation = { now: new Date("2026-11-18T08:30:00Z"), timeZone: "Europe/Vienna" };

test.each([
  ["today through Friday", "2026-11-18", "2026-11-21"],
  ["from now til EOD friday", "2026-11-18", "2026-11-21"],
  ["today up to and including Friday", "2026-11-18", "2026-11-21"],
  ["Monday to Friday", "2026-11-23", "2026-11-28"],
  ["Next week, Monday to Friday", "2026-11-23", "2026-11-28"],
  ["from the 23rd to the 27th", "2026-11-23", "2026-11-28"],
  ["nov 23 thru 27", "2026-11-23", "2026-11-28"],
  ["between tomorrow and Saturday", "2026-11-19", "2026-11-22"],
  ["in December", "2026-12-01", "2027-01-01"],
  ["november", "2026-11-01", "2026-12-01"],
  ["next November", "2027-11-01", "2027-12-01"],
  ["in March 2028", "2028-03-01", "2028-04-01"],
])("'%s' are days from %s until %s", (words, from, to) => {
  const period = readDays(words, situation);
  const day = (at?: Date) => at?.toLocaleDateString("sv", { timeZone: "Europe/Vienna" });
  expect([day(period?.from), day(period?.to)]).toEqual([from, to]);
});

test.each(["Friday", "ten to eleven", "the report and the lease", "to Friday"])(
  "'%s' are not several days",
  (words) => {
    expect(readDays(words, situation)).toBeNull();
  },
);
