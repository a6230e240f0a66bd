import { expect, test } from "vitest";
import { TimeZone } from "./time-zone.ts";
import { daysBetween, instantOf, isTimeZone, startOfDay, wallClock } from "./wall-clock.ts";

const at = (text: string) => new Date(text);

test("G25: a day starts at the zone's own midnight", () => {
  const evening = at("2026-03-28T23:30:00Z");
  expect(startOfDay(evening, "UTC").toISOString()).toBe("2026-03-28T00:00:00.000Z");
  expect(startOfDay(evening, "Europe/Berlin").toISOString()).toBe("2026-03-28T23:00:00.000Z");
  expect(startOfDay(evening, "America/Los_Angeles").toISOString()).toBe("2026-03-28T07:00:00.000Z");
  expect(startOfDay(evening, "Asia/Kathmandu").toISOString()).toBe("2026-03-28T18:15:00.000Z");
});

test("G25: days have 23 and 25 hours when the clocks change", () => {
  const hours = (day: string, zone: string) =>
    (startOfDay(at(day), zone, 1).getTime() - startOfDay(at(day), zone).getTime()) / 3_600_000;
  expect(hours("2026-03-29T12:00:00Z", "Europe/Berlin")).toBe(23);
  expect(hours("2026-10-25T12:00:00Z", "Europe/Berlin")).toBe(25);
  expect(hours("2026-06-01T12:00:00Z", "Europe/Berlin")).toBe(24);
});

test("a skipped local time becomes the time after the gap, and a repeated one is the first of the two", () => {
  const skipped = { year: 2026, month: 3, day: 29, hour: 2, minute: 30 };
  expect(instantOf(skipped, "Europe/Berlin").toISOString()).toBe("2026-03-29T01:30:00.000Z");
  const repeated = { year: 2026, month: 10, day: 25, hour: 2, minute: 30 };
  expect(instantOf(repeated, "Europe/Berlin").toISOString()).toBe("2026-10-25T00:30:00.000Z");
});

test("a day without midnight starts at its first local time", () => {
  expect(startOfDay(at("2018-11-04T15:00:00Z"), "America/Sao_Paulo").toISOString()).toBe(
    "2018-11-04T03:00:00.000Z",
  );
});

test("every local time converts to its instant and back", () => {
  for (const zone of ["Europe/Berlin", "America/New_York", "Pacific/Chatham", "Pacific/Apia", "Asia/Kolkata"])
    for (let hour = 0; hour < 24 * 366; hour += 7) {
      const instant = new Date(Date.UTC(2026, 0, 1, hour, 15));
      const clock = wallClock(instant, zone);
      expect(wallClock(instantOf(clock, zone), zone)).toEqual(clock);
    }
});

test("days are added on the calendar, not in hours", () => {
  const [evening, morning] = [at("2026-03-28T22:30:00Z"), at("2026-03-29T06:00:00Z")];
  expect(daysBetween(evening, morning, "Europe/Berlin")).toBe(1);
  expect(daysBetween(evening, morning, "America/New_York")).toBe(1);
  expect(daysBetween(evening, morning, "Asia/Tokyo")).toBe(0);
  expect(daysBetween(morning, evening, "UTC")).toBe(-1);
  expect(daysBetween(at("0001-01-01T00:00:00Z"), at("0001-01-03T00:00:00Z"), "UTC")).toBe(2);
});

test("only existing time zones are valid", () => {
  expect(["Europe/Berlin", "UTC", "America/Argentina/Ushuaia"].map(isTimeZone)).toEqual([true, true, true]);
  for (const name of ["", "Mars/Olympus", "../../etc/passwd", "Europe/Berlin ", "🚀", "x".repeat(10_000)])
    expect(TimeZone.safeParse(name).success).toBe(false);
});
