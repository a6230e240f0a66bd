import { toSnakeCase } from "drizzle-orm/casing";
import { expect, test } from "vitest";
import { fieldsWhere, namesOf } from "#platform/fields/field-shapes.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { events } from "./calendar-events.ts";
import { eventFields } from "./fields.ts";
import type { EventOnWire } from "./model.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser({ fullName: "Ada" }));
const bob = server.as(await server.aUser({ fullName: "Bob" }));

type Fields = Record<string, unknown>;
const invoker =
  <T>(verb: unknown) =>
  (input: Fields = {}, person: Person = ada) =>
    person.invoke(verb, input) as Promise<T>;
const newEvent = invoker<EventOnWire>(events.create);
const TEN = "2026-03-05T10:00:00.000Z";
const ELEVEN = "2026-03-05T11:00:00.000Z";
const create = (fields: Fields = {}) =>
  newEvent({ title: "Board", startTime: TEN, endTime: ELEVEN, ...fields });
const update = invoker<EventOnWire>(events.update);
const change = ({ id, version }: EventOnWire, fields: Fields) => update({ id, version, ...fields });
const get = ({ id }: { id: string }) => invoker<EventOnWire>(events.get)({ id });
const remove = invoker<{ id: string }>(events.delete);
const restore = invoker<EventOnWire>(events.restore);
const trash = invoker<{ items: EventOnWire[] }>(events.trash);
const undo = () => undoLastAction(server, ada, events);
const notFound = { code: "not_found" };

test("CAL-01, DATA-11: an event is stored with all its fields", async () => {
  const fields = {
    title: "Board meeting",
    description: "Budget and \u202eLisbon\u202c 🚀",
    startTime: "2026-03-05T10:00:00.123Z",
    endTime: "2026-03-05T11:30:00.000Z",
    location: "Room Delta",
    meetingLink: "https://meet.example/board",
    attendees: ["maya@example.com"],
    category: "board",
    isAllDay: false,
    reminderSettings: { minutesBefore: [10, 60] },
    createdByAi: true,
    createdFrom: { quote: "the board meets on Thursday at ten", reason: "You asked the assistant for it" },
  };
  const event = await create(fields);
  expect(event).toMatchObject({ ...fields, userId: ada.userId, deletedAt: null, version: 1 });
  expect(await get(event)).toEqual(event);
});

test("CAL-10: title, start time and end time are required, the title is trimmed", async () => {
  expect((await create({ title: "  Board  " })).title).toBe("Board");
  await expect(create({ title: "  " })).rejects.toMatchObject({
    code: "invalid",
    details: { fields: { title: "Title, start time, and end time are required" } },
  });
  for (const missing of ["title", "startTime", "endTime"])
    await expect(create({ [missing]: undefined })).rejects.toMatchObject({
      code: "invalid",
      details: { fields: { [missing]: expect.any(String) } },
    });
});

test("CAL-11: the end must be after the start", async () => {
  for (const endTime of [TEN, "2026-03-05T09:59:59.999Z", "2026-03-05T11:00:00+02:00"])
    await expect(create({ endTime })).rejects.toMatchObject({
      code: "invalid",
      message: "End time must be after start time",
    });
  expect((await create({ endTime: "2026-03-05T10:00:00.001Z" })).endTime).toBe("2026-03-05T10:00:00.001Z");
});

test("CAL-12: attendees are trimmed, empty ones and repetitions are dropped", async () => {
  const event = await create({ attendees: [" a@example.com ", "", "  ", "b@example.com", "a@example.com"] });
  expect(event.attendees).toEqual(["a@example.com", "b@example.com"]);
});

test("CAL-13: an all-day event is stored as the dates that its times touch in the given zone", async () => {
  const days = async (startTime: string, endTime: string, timeZone?: string) => {
    const event = await create({ isAllDay: true, startTime, endTime, ...(timeZone && { timeZone }) });
    return [event.startTime.slice(0, 10), event.endTime.slice(0, 10)];
  };
  const [fifth, sixth] = ["2026-03-05T00:00:00Z", "2026-03-06T00:00:00Z"];
  expect(await days(fifth, sixth)).toEqual(["2026-03-05", "2026-03-06"]);
  expect(await days("2026-03-05T09:00:00Z", "2026-03-06T09:00:00Z")).toEqual(["2026-03-05", "2026-03-07"]);
  // The day on which Berlin's clocks skip an hour.
  const berlin = ["2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00", "Europe/Berlin"] as const;
  expect(await days(...berlin)).toEqual(["2026-03-29", "2026-03-30"]);
  expect(await days("2026-03-05T12:00:00Z", "2026-03-05T13:00:00Z", "Pacific/Auckland")).toEqual([
    "2026-03-06",
    "2026-03-07",
  ]);
});

test("CAL-14: an edit with a blank title or a wrong end is accepted and stored as a valid event", async () => {
  const event = await create();
  const blank = await change(event, { title: "" });
  expect(blank.title).toBe("");
  const backwards = await change(blank, { startTime: ELEVEN, endTime: TEN });
  expect(backwards).toMatchObject({ startTime: ELEVEN, endTime: "2026-03-05T12:00:00.000Z" });
  const later = await change(backwards, { startTime: "2026-03-05T20:00:00.000Z" });
  expect(later.endTime).toBe("2026-03-05T21:00:00.000Z");
  await expect(
    server.owner.query("update events set end_time = start_time - interval '1 minute' where id = $1", [
      event.id,
    ]),
  ).rejects.toThrow("events_end_after_start");
});

test("CAL-13, CAL-14: an event becomes an all-day event and back, on the days of its owner's time zone", async () => {
  const timeZone = "America/New_York";
  const event = await create({ startTime: "2026-03-06T02:00:00Z", endTime: "2026-03-06T03:00:00Z" });
  const allDay = await change(event, { isAllDay: true, timeZone });
  expect(allDay).toMatchObject({
    startTime: "2026-03-05T00:00:00.000Z",
    endTime: "2026-03-06T00:00:00.000Z",
    isAllDay: true,
  });
  const moved = await change(allDay, { startTime: "2026-03-09T00:00:00Z", endTime: "2026-03-08T00:00:00Z" });
  expect(moved).toMatchObject({ startTime: "2026-03-09T00:00:00.000Z", endTime: "2026-03-10T00:00:00.000Z" });
  const longer = await change(moved, { endTime: "2026-03-12T00:00:00Z" });
  expect(longer).toMatchObject({ startTime: moved.startTime, endTime: "2026-03-12T00:00:00.000Z" });
  const timed = await change(moved.id === longer.id ? longer : moved, { isAllDay: false, timeZone });
  expect(timed).toMatchObject({ startTime: "2026-03-09T04:00:00.000Z", isAllDay: false });
});

test("CAL-17: an update changes only the given fields and can be undone", async () => {
  const event = await create({ location: "Room Delta", attendees: ["maya@example.com"] });
  const changed = await change(event, { title: "Board, moved", startTime: ELEVEN, location: null });
  expect(changed).toMatchObject({ location: null, attendees: ["maya@example.com"], version: 2 });
  await undo();
  const { version: _, updatedAt: __, sequence: ___, ...before } = event;
  expect(await get(event)).toMatchObject(before);
});

test("undo restores an all-day event to its original days", async () => {
  const event = await create({
    isAllDay: true,
    startTime: "2026-03-05T00:00:00Z",
    endTime: "2026-03-07T00:00:00Z",
  });
  await change(event, { isAllDay: false, startTime: TEN, endTime: ELEVEN, timeZone: "Asia/Tokyo" });
  await undo();
  const { version: _, updatedAt: __, sequence: ___, ...before } = event;
  expect(await get(event)).toMatchObject(before);
});

test("the second of two concurrent updates gets a conflict with the current event", async () => {
  const event = await create();
  const first = await change(event, { title: "Board at noon" });
  await expect(change(event, { title: "Board at one" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: first },
  });
  const saved = await Promise.allSettled([1, 2, 3, 4].map((tab) => change(first, { title: `Tab ${tab}` })));
  expect(saved.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("CAL-15: users cannot read, change, delete or restore the events of others", async () => {
  const event = await create();
  const { id, version } = event;
  await expect(update({ id, version, title: "Mine" }, bob)).rejects.toMatchObject(notFound);
  await expect(remove({ id }, bob)).rejects.toMatchObject(notFound);
  await expect(bob.invoke(events.get, { id })).rejects.toMatchObject(notFound);
  await remove({ id });
  await expect(restore({ id }, bob)).rejects.toMatchObject(notFound);
  expect((await trash({}, bob)).items).toEqual([]);
  expect(await restore({ id })).toMatchObject({ title: "Board" });
});

test("a deleted event is in the trash, last deleted first, and can be restored", async () => {
  const [first, second] = [await create({ title: "First" }), await create({ title: "Second" })];
  await remove({ id: first.id });
  await expect(get(first)).rejects.toMatchObject(notFound);
  await expect(remove({ id: first.id })).rejects.toMatchObject(notFound);
  await remove({ id: second.id });
  expect((await trash()).items.slice(0, 2).map(({ title }) => title)).toEqual(["Second", "First"]);
  await undo();
  expect(await get(second)).toMatchObject({ title: "Second", deletedAt: null });
  const back = await restore({ id: first.id });
  expect(await restore({ id: first.id })).toEqual(back);
  await undo();
  await expect(get(first)).rejects.toMatchObject(notFound);
});

test("invalid events are rejected: years out of range, longer than a year, too many attendees", async () => {
  const year = (days: number) => new Date(Date.parse(TEN) + days * 86_400_000).toISOString();
  expect((await create({ endTime: year(366) })).endTime).toBe(year(366));
  for (const [startTime, endTime] of [
    ["1900-01-01T00:00:00.000Z", "1900-01-01T01:00:00.000Z"],
    ["2199-12-31T23:00:00.000Z", "2200-01-01T00:00:00.000Z"],
  ])
    expect(await create({ startTime, endTime })).toMatchObject({ startTime, endTime });
  const addresses = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com`);
  expect((await create({ attendees: addresses(200) })).attendees).toHaveLength(200);
  for (const fields of [
    { endTime: "2027-03-06T10:00:00.001Z" },
    { startTime: "1899-12-31T23:59:59Z", endTime: "1900-01-01T01:00:00Z" },
    { startTime: "2199-12-31T23:00:00Z", endTime: "2200-01-01T00:00:01Z" },
    { attendees: addresses(201) },
    { title: "x".repeat(501) },
    { reminderSettings: { minutesBefore: [-1] } },
    { reminderSettings: { minutesBefore: [1, 2, 3, 4, 5, 6] } },
  ])
    await expect(create(fields)).rejects.toMatchObject({ code: "invalid" });
});

test("every field that is synced to other calendars triggers a push when it changes", async () => {
  const { rows } = await server.owner.query(
    "select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'events_unsynced'",
  );
  const pushed = namesOf(fieldsWhere(eventFields, "elsewhere", "remote", "first")).map(toSnakeCase);
  expect(rows[0].text.match(/UPDATE OF (.*?) ON/)[1].split(", ")).toEqual(expect.arrayContaining(pushed));
});
