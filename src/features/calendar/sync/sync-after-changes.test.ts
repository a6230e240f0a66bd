import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { events } from "../calendar-events.ts";
import { calendarFiles } from "../calendar-files.ts";
import { calendarSync } from "../calendar-sync.ts";

// A connected calendar is synced right after each change, whatever the act: its server must not wait for the next round.

type Enqueued = { name: string; payload: unknown };
const enqueued: Enqueued[] = [];
const jobs = {
  enqueue: async (_db: unknown, { name }: { name: string }, payload: unknown) =>
    void enqueued.push({ name, payload }),
  publish: async () => undefined,
};
const server = await testDatabase(async () => ({ jobs }));
beforeEach(() => void enqueued.splice(0));

const FILE = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:1", "SUMMARY:First"],
  ...["DTSTART:20270301T080000Z", "DTEND:20270301T090000Z", "END:VEVENT", "END:VCALENDAR", ""],
].join("\r\n");

test("each act on an event of a calendar has it synced, one on an event without a calendar does not", async () => {
  const ada = server.as(await server.aUser());
  const { calendarId } = (await ada.invoke(calendarFiles.import, { text: FILE, newCalendar: "Work" })) as {
    calendarId: string;
  };
  const syncsOf = async (act: () => Promise<unknown>) => {
    enqueued.splice(0);
    const done = (await act()) as { id: string; version: number };
    return { done, syncs: enqueued.filter(({ name }) => name === calendarSync.name) };
  };
  const times = { startTime: "2027-03-02T08:00:00Z", endTime: "2027-03-02T09:00:00Z" };
  const expected = [{ name: calendarSync.name, payload: { calendarId } }];
  const made = await syncsOf(() => ada.invoke(events.create, { title: "Lunch", ...times, calendarId }));
  const { id, version } = made.done;
  const acts = {
    create: made.syncs,
    update: (await syncsOf(() => ada.invoke(events.update, { id, version, title: "Dinner" }))).syncs,
    delete: (await syncsOf(() => ada.invoke(events.delete, { id }))).syncs,
    restore: (await syncsOf(() => ada.invoke(events.restore, { id }))).syncs,
  };
  expect(acts).toEqual({ create: expected, update: expected, delete: expected, restore: expected });
  const own = await syncsOf(() => ada.invoke(events.create, { title: "Mine", ...times }));
  expect(own.syncs).toEqual([]);
});
