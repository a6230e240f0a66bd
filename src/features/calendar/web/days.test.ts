import { afterAll, expect, test } from "vitest";
import { browserClock, setReaderClock } from "#platform/time/reader-clock.ts";

setReaderClock({ ...browserClock(), timeZone: "Europe/Berlin" });
afterAll(() => setReaderClock(browserClock()));
const { addDays, addMonths, dayAt, daysBetween, instantAt, minutesAt, startOfWeek, weekOf, weeksOfMonth } =
  await import("./days.ts");

test("days are counted by calendar dates, also across a DST change and a leap day", () => {
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
});

test("adding a month gives the same date, or the last one of a shorter month", () => {
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
  expect(addMonths("2026-12-05", 1)).toBe("2027-01-05");
});

test("a local time of a day is converted to its instant, also on days of 23 and 25 hours", () => {
  expect(instantAt("2026-03-29", 8 * 60).toISOString()).toBe("2026-03-29T06:00:00.000Z");
  expect(instantAt("2026-10-25", 8 * 60).toISOString()).toBe("2026-10-25T07:00:00.000Z");
  expect(minutesAt(instantAt("2026-03-29", 8 * 60))).toBe(8 * 60);
  expect(instantAt("2026-03-05", 25 * 60)).toEqual(instantAt("2026-03-06", 60));
  expect(dayAt(new Date("2026-03-05T23:30:00Z"))).toBe("2026-03-06");
});

test("CAL-02: a month is shown in whole weeks", () => {
  const march = weeksOfMonth("2026-03-05", 1);
  expect(march.map(([first]) => first)).toEqual([
    "2026-02-23",
    "2026-03-02",
    "2026-03-09",
    "2026-03-16",
    "2026-03-23",
    "2026-03-30",
  ]);
  expect(weeksOfMonth("2027-02-10", 1)).toHaveLength(4);
  expect(weekOf("2026-03-05", 0)[0]).toBe("2026-03-01");
  expect(startOfWeek("2026-03-01", 1)).toBe("2026-02-23");
});
