import { expect, test } from "vitest";
import { orAtNine, orEndOfDay } from "./in-day.ts";

const VIENNA = "Europe/Vienna";
/** The midnights of the days on which clocks change. */
const SHORT_DAY = { at: new Date("2027-03-27T23:00:00Z"), hasTime: false };
const LONG_DAY = { at: new Date("2026-10-24T22:00:00Z"), hasTime: false };

test("nine o'clock and the end of a day are by the wall clock when clocks change", () => {
  expect(orAtNine(SHORT_DAY, VIENNA).toISOString()).toBe("2027-03-28T07:00:00.000Z");
  expect(orAtNine(LONG_DAY, VIENNA).toISOString()).toBe("2026-10-25T08:00:00.000Z");
  expect(orEndOfDay(SHORT_DAY, VIENNA).toISOString()).toBe("2027-03-28T22:00:00.000Z");
  expect(orEndOfDay(LONG_DAY, VIENNA).toISOString()).toBe("2026-10-25T23:00:00.000Z");
});

test("a time of day stays as it is", () => {
  const at = new Date("2026-11-20T14:30:00Z");
  expect([orAtNine({ at, hasTime: true }, VIENNA), orEndOfDay({ at, hasTime: true }, VIENNA)]).toEqual([
    at,
    at,
  ]);
});
