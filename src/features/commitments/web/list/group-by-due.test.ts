import { afterAll, expect, test } from "vitest";
import { browserClock, setReaderClock } from "#platform/time/reader-clock.ts";
import { groupByDue } from "./group-by-due.ts";

setReaderClock({ timeZone: "Asia/Tokyo", hourCycle: "h23", firstWeekday: 1 });
afterAll(() => setReaderClock(browserClock()));

/** In Tokyo it is Thursday, half past seven in the morning. */
const NOW = new Date("2026-03-04T22:30:00.000Z");

const groupsAt = (now: Date, ...dues: (string | null)[]) =>
  groupByDue(
    dues.map((due) => ({ due })),
    now,
  ).map(({ group, promises }) => [group, promises.map(({ due }) => due)]);

test("promises are grouped by the days and the week of their reader's clock", () => {
  const late = "2026-03-04T14:59:00.000Z";
  const tonight = "2026-03-05T14:59:00.000Z";
  const tomorrow = "2026-03-05T15:00:00.000Z";
  const sunday = "2026-03-08T14:59:00.000Z";
  const monday = "2026-03-08T15:00:00.000Z";
  expect(groupsAt(NOW, late, tonight, tomorrow, sunday, monday, null)).toEqual([
    ["late", [late]],
    ["today", [tonight]],
    ["week", [tomorrow, sunday]],
    ["later", [monday]],
    ["none", [null]],
  ]);
});

test("on the last day of the week nothing else is this week, and empty groups are omitted", () => {
  const sunday = new Date("2026-03-08T01:00:00.000Z");
  const monday = "2026-03-08T15:00:00.000Z";
  expect(groupsAt(sunday, monday)).toEqual([["later", [monday]]]);
});
