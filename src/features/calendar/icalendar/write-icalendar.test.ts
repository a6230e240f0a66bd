import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { events } from "../calendar-events.ts";
import { calendarFiles } from "../calendar-files.ts";
import { calendars } from "../calendars.ts";
import type { EventOnWire } from "../model.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const somebody = async () => server.as(await server.aUser());
type Person = Awaited<ReturnType<typeof somebody>>;

const create = (person: Person, fields: object) =>
  person.invoke(events.create, { title: "Market", ...fields }) as Promise<EventOnWire>;
const change = ({ id, version }: EventOnWire, person: Person, fields: object) =>
  person.invoke(events.update, { id, version, ...fields });
const exported = async (person: Person, range: object = {}) =>
  ((await person.invoke(calendarFiles.export, range)) as { text: string }).text;

test("an occurrence that became a whole day names the time it replaces, as its series does (RFC 5545, 3.8.4.4)", async () => {
  const ada = await somebody();
  const first = await create(ada, {
    ...{ startTime: "2027-03-01T08:00:00Z", endTime: "2027-03-01T09:00:00Z" },
    ...{ zone: "Europe/Berlin", rrule: "FREQ=WEEKLY;COUNT=2" },
  });
  await change(first, ada, {
    ...{ isAllDay: true, startTime: "2027-03-01T00:00:00Z", endTime: "2027-03-02T00:00:00Z" },
  });
  const text = await exported(ada);
  expect(text).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20270301T090000\r\n");
  expect(text).toContain("DTSTART;VALUE=DATE:20270301\r\n");
});

test("an occurrence of an all-day series that takes a time of day names the day it replaces", async () => {
  const ada = await somebody();
  const first = await create(ada, {
    ...{ startTime: "2027-03-01T00:00:00Z", endTime: "2027-03-02T00:00:00Z", isAllDay: true },
    ...{ zone: "Europe/Berlin", rrule: "FREQ=WEEKLY;COUNT=2" },
  });
  const hours = { startTime: "2027-03-01T08:00:00Z", endTime: "2027-03-01T09:00:00Z" };
  await change(first, ada, { isAllDay: false, ...hours });
  for (const range of [{}, { eventId: first.id }])
    expect(await exported(ada, range)).toContain("RECURRENCE-ID;VALUE=DATE:20270301\r\n");
});

test("the events of one calendar are exported, or those of the built-in one", async () => {
  const ada = await somebody();
  const { id } = (await ada.invoke(calendars.create, { name: "Fairs" })) as { id: string };
  const times = { startTime: "2027-03-01T08:00:00Z", endTime: "2027-03-01T09:00:00Z" };
  await create(ada, { ...times, title: "Fair", calendarId: id });
  await create(ada, { ...times, title: "Dentist", calendarId: null });
  const titles = async (range: object) => (await exported(ada, range)).match(/(?<=SUMMARY:)\w+/g);
  expect(await titles({ calendarId: id })).toEqual(["Fair"]);
  expect(await titles({ calendarId: null })).toEqual(["Dentist"]);
  expect(await titles({})).toHaveLength(2);
});

test("an event without length that stands at the very start of a range is part of it", async () => {
  const ada = await somebody();
  const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:bell"];
  text.push("DTSTAMP:20260101T000000Z", "DTSTART:20270301T080000Z", "SUMMARY:Bell", "END:VEVENT");
  await ada.invoke(calendarFiles.import, { text: [...text, "END:VCALENDAR", ""].join("\r\n") });
  await create(ada, { startTime: "2027-03-01T07:00:00Z", endTime: "2027-03-01T08:00:00Z" });
  const range = { from: "2027-03-01T08:00:00Z", to: "2027-03-01T09:00:00Z" };
  const file = await exported(ada, range);
  expect(file).toContain("SUMMARY:Bell");
  expect(file).not.toContain("SUMMARY:Market");
  const { items } = (await ada.invoke(events.list, range)) as { items: EventOnWire[] };
  expect(items.map(({ title }) => title)).toEqual(["Bell"]);
});

test("lines are filled to 75 bytes and cut there, never within a character (RFC 5545, 3.1)", async () => {
  const ada = await somebody();
  const times = { startTime: "2027-03-01T08:00:00Z", endTime: "2027-03-01T09:00:00Z" };
  const sizesOf = (text: string) => text.split("\r\n").map((line) => Buffer.byteLength(line));
  await create(ada, { ...times, title: "x".repeat(200) });
  expect(Math.max(...sizesOf(await exported(ada)))).toBe(75);
  const bob = await somebody();
  await create(bob, { ...times, title: "ü".repeat(100) });
  const text = await exported(bob);
  expect(Math.max(...sizesOf(text))).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n ", "")).toContain(`SUMMARY:${"ü".repeat(100)}\r\n`);
});

test("a zone that changed its offset on the first day of a year is exported with that day", async () => {
  const ada = await somebody();
  const times = { startTime: "1997-03-01T08:00:00Z", endTime: "1997-03-01T09:00:00Z" };
  await create(ada, { ...times, zone: "America/Danmarkshavn", rrule: "FREQ=DAILY;COUNT=2" });
  expect(await exported(ada)).toContain(
    "DTSTART:19960101T000000\r\nTZOFFSETFROM:-0300\r\nTZOFFSETTO:+0000\r\n",
  );
});
