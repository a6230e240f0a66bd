import { afterAll, beforeEach, expect, test } from "vitest";
import "../slices.ts";
import { events } from "#features/calendar/calendar-events.ts";
import { calendars } from "#features/calendar/calendars.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { connectedInstance } from "#features/integrations/factory.ts";
import { microsoftStandIn } from "#platform/testing/stand-ins/microsoft-stand-in.ts";

const graph = microsoftStandIn();
const { standIn, aConnected, atEnd } = await connectedInstance([graph.api]);
afterAll(atEnd);
let ada: Awaited<ReturnType<typeof aConnected>>;

beforeEach(async () => {
  graph.clear();
  Object.assign(standIn.behaviour, { isRevoked: false, status: null, retryAfter: null, invalidAnswer: null });
  ada = await aConnected("outlook_calendar");
});

const firstDay = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2, 5));
const day = (offset: number) => new Date(firstDay.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
const utc = (text: string) => ({ dateTime: `${text}.0000000`, timeZone: "UTC" });
const board = {
  id: "board",
  subject: "Board",
  start: utc(`${day(0)}T09:00:00`),
  end: utc(`${day(0)}T10:00:00`),
};
const range = { from: `${day(-10)}T00:00:00Z`, to: `${day(60)}T00:00:00Z`, limit: 100 };
const listEvents = async () => ((await ada.invoke(events.list, range)) as { items: EventOnWire[] }).items;
const titles = async () => (await listEvents()).map(({ title }) => title).sort();
async function titled(title: string): Promise<EventOnWire> {
  const found = (await listEvents()).find((event) => event.title === title);
  if (!found) throw new Error(`No event is titled ${title}`);
  return found;
}
const change = ({ id, version }: EventOnWire, fields: object) =>
  ada.invoke(events.update, { id, version, ...fields });

test("INT-14, INT-26: Outlook's calendar by delta: first everything, then changes, then deletions", async () => {
  for (const name of ["one", "two", "three"]) graph.put({ ...board, id: name, subject: name });
  graph.put({
    id: "holiday",
    subject: "Holiday",
    isAllDay: true,
    start: utc(`${day(3)}T00:00:00`),
    end: utc(`${day(4)}T00:00:00`),
  });
  graph.behaviour.pageSize = 2;
  expect(await ada.sync()).toEqual({ count: 4 });
  expect(await titles()).toEqual(["Holiday", "one", "three", "two"]);
  expect(await titled("Holiday")).toMatchObject({ isAllDay: true, startTime: `${day(3)}T00:00:00.000Z` });
  graph.put({ ...board, id: "one", subject: "one, moved" });
  graph.remove("two");
  expect(await ada.sync()).toEqual({ count: 1 });
  expect(await titles()).toEqual(["Holiday", "one, moved", "three"]);
  expect(await ada.sync()).toEqual({ count: 0 });
});

test("a series with an exception and a cancelled occurrence is one series here", async () => {
  graph.put({
    ...board,
    id: "weekly",
    subject: "Jour fixe",
    type: "seriesMaster",
    recurrence: {
      pattern: { type: "daily", interval: 1 },
      range: { type: "numbered", startDate: day(0), numberOfOccurrences: 4 },
    },
    cancelledOccurrences: [`OID.weekly.${day(2)}`],
  });
  graph.put({
    ...board,
    id: "weekly-1",
    subject: "Jour fixe, later",
    type: "exception",
    seriesMasterId: "weekly",
    originalStart: `${day(1)}T09:00:00Z`,
    start: utc(`${day(1)}T15:00:00`),
    end: utc(`${day(1)}T16:00:00`),
  });
  await ada.sync();
  expect(await titles()).toEqual(["Jour fixe", "Jour fixe", "Jour fixe, later"]);
  expect((await titled("Jour fixe, later")).startTime).toBe(`${day(1)}T15:00:00.000Z`);
});

test("an occurrence deleted there later is deleted here too, although only its own id is named", async () => {
  const weekly = {
    ...board,
    id: "weekly",
    subject: "Jour fixe",
    type: "seriesMaster",
    recurrence: {
      pattern: { type: "daily", interval: 1 },
      range: { type: "numbered", startDate: day(0), numberOfOccurrences: 3 },
    },
  };
  graph.put(weekly);
  await ada.sync();
  expect(await titles()).toHaveLength(3);
  graph.putWithoutDelta({ ...weekly, cancelledOccurrences: [`OID.weekly.${day(1)}`] });
  graph.remove("occurrence of day 1");
  await ada.sync();
  expect(await titles()).toHaveLength(2);
});

test("events created, changed and deleted here are written there with If-Match; both sides are merged", async () => {
  graph.put(board);
  await ada.sync();
  const { items } = (await ada.invoke(calendars.list)) as { items: { id: string; kind: string }[] };
  const calendarId = items.find(({ kind }) => kind === "microsoft")?.id;
  const times = { startTime: `${day(5)}T10:00:00Z`, endTime: `${day(5)}T11:00:00Z` };
  const made = (await ada.invoke(events.create, {
    ...{ title: "From here", ...times, calendarId, zone: "Europe/Berlin" },
    rrule: "FREQ=WEEKLY;COUNT=3",
  })) as EventOnWire;
  await change(await titled("Board"), { location: "Harbour" });
  graph.put({ ...board, subject: "Board and council" });
  await ada.sync();
  expect(graph.read("board")).toMatchObject({
    subject: "Board and council",
    location: { displayName: "Harbour" },
  });
  expect(graph.all().find(({ subject }) => subject === "From here")).toMatchObject({
    recurrence: { pattern: { type: "weekly" }, range: { type: "numbered", numberOfOccurrences: 3 } },
    start: { timeZone: "Europe/Berlin" },
  });
  expect((await titled("Board and council")).syncState).toBe(null);
  await ada.invoke(events.delete, { id: made.seriesId ?? made.id, scope: "all" });
  await ada.sync();
  expect(graph.all().map(({ subject }) => subject)).toEqual(["Board and council"]);
});

test("an event that Outlook cannot represent or refuses says why; the others and the run continue", async () => {
  await ada.sync();
  const { items } = (await ada.invoke(calendars.list)) as { items: { id: string; kind: string }[] };
  const calendarId = items.find(({ kind }) => kind === "microsoft")?.id;
  const times = { startTime: `${day(5)}T10:00:00Z`, endTime: `${day(5)}T11:00:00Z`, calendarId, zone: "UTC" };
  const make = (title: string, more: object = {}) => ada.invoke(events.create, { title, ...times, ...more });
  await make("Month's end", { rrule: "FREQ=MONTHLY;BYMONTHDAY=-1" });
  await make("Refused there");
  await make("Fine");
  graph.behaviour.refused = "Refused there";
  expect(await ada.sync()).toEqual({
    count: 0,
    message: "2 events were not taken by Microsoft. Open one to see why.",
  });
  expect(await ada.row()).toMatchObject({ status: "connected", syncState: "idle", lastError: null });
  expect(graph.all().map(({ subject }) => subject)).toEqual(["Fine"]);
  const faultOf = async (title: string) => {
    const { id, syncState } = await titled(title);
    const { error } = (await ada.invoke(events.remoteVersion, { id })) as { error: string | null };
    return [syncState, error];
  };
  expect(await faultOf("Month's end")).toEqual(["refused", "Outlook counts days from the first."]);
  const reason = "Outlook rejected this event, or you may not change it.";
  expect(await faultOf("Refused there")).toEqual(["refused", reason]);
  expect(await faultOf("Fine")).toEqual([null, null]);
  // Nothing is retried automatically until the event changes; a person may retry.
  expect(await ada.sync()).toEqual({ count: 0 });
  graph.behaviour.refused = null;
  await ada.invoke(events.resolve, { id: (await titled("Refused there")).id, keep: "local" });
  const series = await titled("Month's end");
  await ada.invoke(events.update, {
    ...{ id: series.seriesId ?? series.id, version: series.version, scope: "all" },
    rrule: "FREQ=MONTHLY;BYMONTHDAY=28",
  });
  await ada.sync();
  expect(await faultOf("Refused there")).toEqual([null, null]);
  expect(
    graph
      .all()
      .map(({ subject }) => subject)
      .toSorted(),
  ).toEqual(["Fine", "Month's end", "Refused there"]);
});

test("an expired delta token reads everything again and keeps local marks", async () => {
  graph.put(board);
  graph.put({ ...board, id: "gone", subject: "Gone meanwhile" });
  await ada.sync();
  const before = await titled("Board");
  await change(before, { category: "Important" });
  await ada.sync();
  graph.remove("gone");
  graph.expireTokens();
  await ada.sync();
  expect(await titles()).toEqual(["Board"]);
  expect(await titled("Board")).toMatchObject({ id: before.id, category: "Important" });
  expect((await ada.runs())[0]).toMatchObject({ isFull: true, removed: 1 });
});

test("D18: a next page on another host is not followed, and gets no token", async () => {
  graph.put(board);
  graph.put({ ...board, id: "second" });
  Object.assign(graph.behaviour, { pageSize: 1, foreignNextLink: "https://evil.example/v1.0/me" });
  expect(await ada.sync()).toEqual({
    error: "Microsoft sent an unexpected response. Please try again later.",
  });
});
