import { expect, test } from "vitest";
import { matchesZone, timeZones } from "./time-zones.ts";

test("every zone can be chosen, also one that only the server supports", () => {
  expect(timeZones("Europe/Vienna")).toEqual(expect.arrayContaining(["UTC", "Europe/Vienna", "Asia/Tokyo"]));
  expect(timeZones("Mars/Olympus")).toContain("Mars/Olympus");
});

test("a city is found by any of its words", () => {
  expect(
    ["york", "new york", "America/New_York", "am new"].map((s) => matchesZone("America/New_York", s)),
  ).toEqual(Array(4).fill(true));
  expect(matchesZone("Europe/Vienna", "york")).toBe(false);
});
