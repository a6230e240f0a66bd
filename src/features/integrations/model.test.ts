import { expect, test } from "vitest";
import { knownStatus, PROVIDER_TEXTS, PROVIDERS, successRate } from "./model.ts";

test("MINT-11, INT-09: six providers, each with its name, type, description and fixed features", () => {
  expect(Object.keys(PROVIDER_TEXTS).toSorted()).toEqual([...PROVIDERS].toSorted());
  expect(PROVIDERS.toSorted()).toEqual([
    "gmail",
    "google_calendar",
    "outlook",
    "outlook_calendar",
    "slack",
    "teams",
  ]);
  expect(PROVIDER_TEXTS.teams.name).toBe("Microsoft Teams");
  for (const { description, features } of Object.values(PROVIDER_TEXTS)) {
    expect(description).not.toBe("");
    expect(features.length).toBeGreaterThanOrEqual(3);
  }
});

test.each([
  ["connected", "connected"],
  ["error", "error"],
  ["disconnected", "disconnected"],
  ["paused", "disconnected"],
  ["", "disconnected"],
  [null, "disconnected"],
] as const)("INT-16, MINT-07: the status '%s' means %s", (status, known) => {
  expect(knownStatus(status)).toBe(known);
});

test.each([
  [[], "100%"],
  [[[0, 0]], "100%"],
  [[[3, 2]], "67%"],
  [
    [
      [3, 3],
      [5, 2],
    ],
    "63%",
  ],
  [[[4, 0]], "0%"],
] as [[number, number][], string][])("INT-06, INT-11: of %j syncs %s succeeded", (runs, rate) => {
  const stats = runs.map(([totalSyncs, successfulSyncs]) => ({ totalSyncs, successfulSyncs }));
  expect(successRate(stats)).toBe(rate);
});
