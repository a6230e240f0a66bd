import { afterAll, expect, test, vi } from "vitest";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { PLAN_DEFAULTS } from "../model.ts";
import { aPlanner, shownOf, timesOf } from "../plan-calls.factory.ts";
import { planSettings } from "../plan-settings.ts";

// Tuesday, 7:00 in Berlin; all times below are UTC, one hour earlier than there.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));

/** Without preparation, pauses and breaks; works on all days. */
async function aPlainPlanner(hours: object = {}) {
  const ada = await aPlanner(server, "Ada");
  const plain = { preparationMinutes: 0, pauseMinutes: 0, focus: [], breaks: [] };
  await ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, ...plain });
  const everyDay = { workingDays: [0, 1, 2, 3, 4, 5, 6], workFrom: 540, workTo: 1020 };
  await ada.person.invoke(calendarSettings.save, {
    ...{ ...everyDay, secondTimeZone: null, version: 0 },
    ...hours,
  });
  return ada;
}

test("a task that can only be done at some hours of the day lies there, with the reason, and others make room", async () => {
  const ada = await aPlainPlanner();
  await ada.task("Call the school", { estimateMinutes: 30, hoursOfDay: "14:00-16:00" });
  await ada.task("Write", { estimateMinutes: 60 });
  const { blocks } = await ada.propose({ span: "day" });
  expect(blocks.map(timesOf)).toEqual(["Write 01T08:00-09:00", "Call the school 01T13:00-13:30"]);
  expect(blocks[1]?.reasons[0]).toMatchObject({
    ...{ kind: "hours", at: "2026-12-01T13:00:00.000Z", minutes: 120 },
    text: "Only between 14:00 and 16:00",
  });
  await ada.task("Fetch the parcel", { estimateMinutes: 60, hoursOfDay: "18:00-20:00" });
  const { unplaced } = await ada.propose({ span: "day" });
  expect(unplaced).toMatchObject([
    {
      title: "Fetch the parcel",
      because: "hours",
      text: "No time is free at the hours of the day at which it can be done",
    },
  ]);
});

test("on the day on which the clocks change, hours of the day are those of the clock", async () => {
  const ada = await aPlainPlanner();
  await ada.task("Call the school", { estimateMinutes: 30, hoursOfDay: "14:00-16:00" });
  const placed = async (day: string) => (await ada.propose({ from: day, to: day })).blocks.map(timesOf);
  expect(await placed("2027-03-27")).toEqual(["Call the school 27T13:00-13:30"]);
  expect(await placed("2027-03-28")).toEqual(["Call the school 28T12:00-12:30"]);
});

test("a plan is refused when the hours of a task changed since it was shown", async () => {
  const ada = await aPlainPlanner();
  const school = await ada.task("Call the school", { estimateMinutes: 30, hoursOfDay: "14:00-16:00" });
  const proposal = await ada.propose({ span: "day" });
  await ada.changeTask(school, { hoursOfDay: "09:00-10:00" });
  await expect(ada.apply(shownOf(proposal))).rejects.toMatchObject({ code: "conflict" });
});
