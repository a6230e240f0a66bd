import { expect, test } from "vitest";
import { formatAgo } from "./dates.ts";

test("a moment is told as long as it is near, then by its date", () => {
  const now = new Date(2026, 2, 5, 15, 0);
  const at = (minutes: number) => formatAgo(new Date(now.getTime() - minutes * 60_000), now);
  expect([0, 5, 59, 60, 23 * 60 + 59, 24 * 60].map(at)).toEqual([
    "just now",
    "5 min ago",
    "59 min ago",
    "1 h ago",
    "23 h ago",
    "Mar 04, 2026",
  ]);
  expect(at(-60)).toBe("Mar 05, 2026 4:00 PM");
});
