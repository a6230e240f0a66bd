import { expect, test } from "vitest";
import { matchesZone, timeThere, timeZones } from "./time-zones.ts";

test("every zone can be chosen, also one that only the server knows", () => {
  expect(timeZones("Europe/Vienna")).toEqual(expect.arrayContaining(["UTC", "Europe/Vienna", "Asia/Tokyo"]));
  expect(timeZones("Mars/Olympus")).toContain("Mars/Olympus");
});

test("a city is found by any of its words", () => {
  expect(
    ["york", "new york", "America/New_York", "am new"].map((s) => matchesZone("America/New_York", s)),
  ).toEqual(Array(4).fill(true));
  expect(matchesZone("Europe/Vienna", "york")).toBe(false);
});

test("the clock of a zone is told with its offset", () => {
  const summer = new Date("2026-07-01T12:05:00Z");
  expect(timeThere("Europe/Vienna", summer, "en-GB")).toBe("14:05, GMT+2");
  expect(timeThere("UTC", summer, "en-GB")).toMatch(/^12:05, (UTC|GMT)/);
});
