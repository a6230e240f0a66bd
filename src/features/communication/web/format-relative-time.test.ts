import { expect, test } from "vitest";
import { formatRelativeTime } from "./format-relative-time.ts";

const now = Date.parse("2026-03-05T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test("COMM-17: a message is from 'just now' for its first hour", () => {
  for (const minutes of [0, 1, 59]) expect(formatRelativeTime(minutesAgo(minutes), now)).toBe("Just now");
  // A clock that is a little behind the server's.
  expect(formatRelativeTime(minutesAgo(-2), now)).toBe("Just now");
});

test("COMM-18: after that it shows hours for a day, then its date", () => {
  expect(formatRelativeTime(minutesAgo(60), now)).toBe("1h ago");
  expect(formatRelativeTime(minutesAgo(119), now)).toBe("1h ago");
  expect(formatRelativeTime(minutesAgo(23 * 60 + 59), now)).toBe("23h ago");
  expect(formatRelativeTime(minutesAgo(24 * 60), now)).toBe("Mar 04, 2026");
});
