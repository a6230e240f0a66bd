import { expect, test } from "vitest";
import { formatShortDate } from "#ui/dates.ts";
import { reminderTimes, snoozeTimes } from "./later-times.ts";

const days = (times: readonly { at: Date }[]) =>
  times.map(({ at }) => formatShortDate(at, "en-US").replace(/, 2026$/, ""));

test("reminders are on workdays, whatever day the mail was sent", () => {
  const thursday = new Date(2026, 2, 5, 16);
  expect(days(reminderTimes(thursday))).toEqual([
    ...["Fri, Mar 6", "Mon, Mar 9", "Tue, Mar 10", "Thu, Mar 12", "Thu, Mar 19"],
  ]);
  const saturday = new Date(2026, 2, 7, 9);
  expect(days(reminderTimes(saturday)).slice(0, 2)).toEqual(["Mon, Mar 9", "Tue, Mar 10"]);
  expect(reminderTimes(saturday).every(({ at }) => at.getHours() === 8)).toBe(true);
});

test("snooze times are in the future, within two weeks", () => {
  const now = new Date(2026, 2, 8, 17, 30);
  expect(snoozeTimes(now).every(({ at }) => at > now)).toBe(true);
  expect(snoozeTimes(now).map(({ label }) => label)).not.toContain("This evening");
});
