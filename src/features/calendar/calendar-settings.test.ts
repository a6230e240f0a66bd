import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { events } from "./calendar-events.ts";
import { calendarSettings } from "./calendar-settings.ts";
import { calendars } from "./calendars.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const ada = server.as(await server.aUser());
const get = () => ada.invoke(calendarSettings.get, {});
const save = (fields: object) => ada.invoke(calendarSettings.save, fields);
const DEFAULTS = {
  workingDays: [1, 2, 3, 4, 5],
  workFrom: 540,
  workTo: 1020,
  otherHours: [],
  secondTimeZone: null,
  defaultCalendarId: null,
  version: 0,
};

test("working hours and second time zone are saved and can be undone", async () => {
  expect(await get()).toEqual(DEFAULTS);
  const input = { ...DEFAULTS, workingDays: [4, 1, 4], secondTimeZone: "Asia/Kolkata" };
  const saved = { ...input, workingDays: [1, 4], version: 1 };
  expect(await save(input)).toEqual(saved);
  await expect(save({ ...input, workFrom: 480 })).rejects.toMatchObject({
    code: "conflict",
    details: { current: saved },
  });
  expect(await save({ ...saved, workFrom: 480 })).toMatchObject({ workFrom: 480, version: 2 });
  await undoLastAction(server, ada, calendarSettings);
  expect(await get()).toEqual({ ...saved, version: 3 });
});

test("a day of the week has other hours, is a working day then, and keeps them where they are not given", async () => {
  const bob = server.as(await server.aUser());
  const saved = (fields: object) => bob.invoke(calendarSettings.save, { ...DEFAULTS, ...fields });
  const otherHours = [
    { weekday: 5, from: 480, to: 780 },
    { weekday: 6, from: 540, to: 720 },
  ];
  expect(await saved({ otherHours: otherHours.toReversed() })).toMatchObject({
    ...{ workingDays: [1, 2, 3, 4, 5, 6], otherHours },
  });
  const { otherHours: _, ...known } = DEFAULTS;
  expect(await bob.invoke(calendarSettings.save, { ...known, workFrom: 600, version: 1 })).toMatchObject({
    ...{ workFrom: 600, workingDays: [1, 2, 3, 4, 5, 6], otherHours },
  });
  expect(await saved({ otherHours: [], version: 2 })).toMatchObject({ workingDays: [1, 2, 3, 4, 5] });
});

test("a new event without a calendar goes to the default calendar while that is writable", async () => {
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
  const bob = server.as(await server.aUser());
  const bobsCalendar = (await bob.invoke(calendars.create, { name: "Bob's" })) as { id: string };
  await expect(
    save({ ...DEFAULTS, version: version + 1, defaultCalendarId: bobsCalendar.id }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
});

test("invalid week settings are rejected", async () => {
  const { version } = (await get()) as { version: number };
  for (const fields of [
    { workTo: 540 },
    { workTo: 1441 },
    { workingDays: [7] },
    { secondTimeZone: "Atlantis/Capital" },
    { otherHours: [{ weekday: 5, from: 780, to: 540 }] },
    { otherHours: [{ weekday: 7, from: 540, to: 780 }] },
    { otherHours: [5, 5].map((weekday) => ({ weekday, from: 540, to: 780 })) },
  ])
    await expect(save({ ...DEFAULTS, version, ...fields })).rejects.toMatchObject({ code: "invalid" });
});
