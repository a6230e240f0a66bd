import { expect, test } from "vitest";
import { localTimeConverter } from "./local-time-conversion.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The local time in a zone, from the platform's Intl. */
function expectedLocal(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return format.format(at).replace(" ", "T");
}

// Offsets change by an hour, by half an hour, and across a date that a zone skipped.
test.each([
  ["Europe/Berlin", "2026-03-29T01:00:00Z"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z"],
  ["America/New_York", "2026-03-08T07:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
])(
  "%s: local times match Intl from days before an offset change until days after it (%s)",
  (zone, change) => {
    const { wallOf, instantOf } = localTimeConverter(zone);
    for (let hours = -96; hours <= 96; hours += 1) {
      const at = Date.parse(change) + hours * HOUR + 17 * MINUTE + 5000;
      const wall = wallOf(at);
      expect(new Date(wall).toISOString().slice(0, 19), new Date(at).toISOString()).toBe(
        expectedLocal(at, zone),
      );
      // A local time that occurs twice means the first one.
      expect(expectedLocal(instantOf(wall), zone)).toBe(expectedLocal(at, zone));
      expect(instantOf(wall)).toBeLessThanOrEqual(at);
      if (instantOf(wall) !== at)
        expect(wallOf(at - HOUR) === wall || wallOf(at - HOUR / 2) === wall).toBe(true);
    }
  },
);

test("UTC needs no conversion", () => {
  const { wallOf, instantOf } = localTimeConverter("UTC");
  expect([wallOf(1234), instantOf(1234)]).toEqual([1234, 1234]);
});
