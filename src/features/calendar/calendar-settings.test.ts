import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { events } from "./calendar-events.ts";
import { calendarSettings } from "./calendar-settings.ts";
import { calendars } from "./calendars.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const house = await testDatabase(async () => ({ jobs }));
const ada = house.as(await house.aUser());
const get = () => ada.invoke(calendarSettings.get, {});
const save = (fields: object) => ada.invoke(calendarSettings.save, fields);
const DEFAULTS = {
  firstWeekday: null,
  workingDays: [1, 2, 3, 4, 5],
  workFrom: 540,
  workTo: 1020,
  secondTimeZone: null,
  defaultCalendarId: null,
  version: 0,
};

test("a person's week, working hours and second zone are kept, and can be taken back", async () => {
  expect(await get()).toEqual(DEFAULTS);
  const wanted = { ...DEFAULTS, firstWeekday: 0, workingDays: [4, 1, 4], secondTimeZone: "Asia/Kolkata" };
  const saved = { ...wanted, workingDays: [1, 4], version: 1 };
  expect(await save(wanted)).toEqual(saved);
  await expect(save({ ...wanted, workFrom: 480 })).rejects.toMatchObject({
    code: "conflict",
    details: { current: saved },
  });
  expect(await save({ ...saved, workFrom: 480 })).toMatchObject({ workFrom: 480, version: 2 });
  await undoLastAction(house, ada, calendarSettings);
  expect(await get()).toEqual({ ...saved, version: 3 });
});

test("an event that names no calendar goes to the chosen one, as long as that takes events", async () => {
  const { version } = (await get()) as { version: number };
  const work = (await ada.invoke(calendars.create, { name: "Work" })) as { id: string };
  await save({ ...DEFAULTS, version, defaultCalendarId: work.id });
  const times = { startTime: "2027-03-01T09:00:00Z", endTime: "2027-03-01T10:00:00Z" };
  const make = (fields: object) => ada.invoke(events.create, { title: "Board", ...times, ...fields });
  expect(await make({})).toMatchObject({ calendarId: work.id });
  expect(await make({ calendarId: null })).toMatchObject({ calendarId: null });
  const line = { text: "Lunch tomorrow 13-14", timeZone: "UTC" };
  expect(await ada.invoke(events.addQuickly, line)).toMatchObject({ calendarId: work.id });
  await ada.invoke(calendars.delete, { id: work.id });
  expect(await make({})).toMatchObject({ calendarId: null });
  const bob = house.as(await house.aUser());
  const theirs = (await bob.invoke(calendars.create, { name: "Bob's" })) as { id: string };
  await expect(
    save({ ...DEFAULTS, version: version + 1, defaultCalendarId: theirs.id }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
});

test("what no week can be is refused", async () => {
  const { version } = (await get()) as { version: number };
  for (const fields of [
    { workTo: 540 },
    { workTo: 1441 },
    { firstWeekday: 7 },
    { workingDays: [7] },
    { secondTimeZone: "Atlantis/Capital" },
  ])
    await expect(save({ ...DEFAULTS, version, ...fields })).rejects.toMatchObject({ code: "invalid" });
});
