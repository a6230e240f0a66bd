import dayjs from "dayjs";
import { expect, test } from "vitest";
import { reminderTimes, snoozeTimes } from "./later-times.ts";

const days = (times: readonly { at: Date }[]) => times.map(({ at }) => dayjs(at).format("ddd D MMM"));

test("reminders are on workdays, whatever day the mail was sent", () => {
  const thursday = new Date(2026, 2, 5, 16);
  expect(days(reminderTimes(thursday))).toEqual([
    ...["Fri 6 Mar", "Mon 9 Mar", "Tue 10 Mar", "Thu 12 Mar", "Thu 19 Mar"],
  ]);
  const saturday = new Date(2026, 2, 7, 9);
  expect(days(reminderTimes(saturday)).slice(0, 2)).toEqual(["Mon 9 Mar", "Tue 10 Mar"]);
  expect(reminderTimes(saturday).every(({ at }) => at.getHours() === 8)).toBe(true);
});

test("snooze times are in the future, within two weeks", () => {
  const now = new Date(2026, 2, 8, 17, 30);
  expect(snoozeTimes(now).every(({ at }) => at > now)).toBe(true);
  expect(snoozeTimes(now).map(({ label }) => label)).not.toContain("This evening");
});
