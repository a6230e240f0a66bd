import { afterAll, beforeEach, expect, test } from "vitest";
import "../slices.ts";
import { events } from "#features/calendar/calendar-events.ts";
import { calendars } from "#features/calendar/calendars.ts";
import { detachCalendars, syncCalendars } from "#features/calendar/jobs.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { connectedInstance } from "#features/integrations/factory.ts";
import { googleStandIn } from "#platform/testing/stand-ins/google-stand-in.ts";

const google = googleStandIn();
const { server, standIn, aConnected, atEnd } = await connectedInstance([google.api]);
afterAll(atEnd);

type Calendar = { id: string; name: string; kind: string };
let ada: Awaited<ReturnType<typeof aConnected>>;

beforeEach(async () => {
  google.clear();
  Object.assign(standIn.behaviour, { isRevoked: false, status: null, retryAfter: null, invalidAnswer: null });
  ada = await aConnected("google_calendar");
});

const board = {
  id: "board",
  summary: "Board",
  start: { dateTime: "2027-03-01T09:00:00Z", timeZone: "Europe/Berlin" },
  end: { dateTime: "2027-03-01T10:00:00Z", timeZone: "Europe/Berlin" },
};
const weekly = {
  ...board,
  id: "weekly",
  summary: "Jour fixe",
  start: { dateTime: "2027-03-02T09:00:00+01:00", timeZone: "Europe/Berlin" },
  end: { dateTime: "2027-03-02T10:00:00+01:00", timeZone: "Europe/Berlin" },
  recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
};

const SPRING = { from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z", limit: 100 };
const listEvents = async () => ((await ada.invoke(events.list, SPRING)) as { items: EventOnWire[] }).items;
const titles = async () => (await listEvents()).map(({ title }) => title).sort();
async function titled(title: string): Promise<EventOnWire> {
  const found = (await listEvents()).find((event) => event.title === title);
  if (!found) throw new Error(`No event is titled ${title}`);
  return found;
}
const own = async () =>
  ((await ada.invoke(calendars.list)) as { items: Calendar[] }).items.find(({ kind }) => kind === "google");
const change = ({ id, version }: EventOnWire, fields: object) =>
  ada.invoke(events.update, { id, version, ...fields });

test("INT-14, INT-26: a first sync imports calendars, events and series; the next only changes", async () => {
  google.put(board);
  google.put(weekly);
  google.behaviour.pageSize = 1;
  expect(await ada.sync()).toEqual({ count: 2 });
  expect(await ada.row()).toMatchObject({ syncStep: 1, syncSteps: 1 });
  expect(await titles()).toEqual(["Board", "Jour fixe", "Jour fixe", "Jour fixe"]);
  expect((await titled("Board")).startTime).toBe("2027-03-01T09:00:00.000Z");
  expect((await own())?.name).toBe("primary@example.com");
  expect(await ada.sync()).toEqual({ count: 0 });
  google.put({ ...board, summary: "Board moved" });
  google.remove("weekly");
  expect(await ada.sync()).toEqual({ count: 1 });
  expect(await titles()).toEqual(["Board moved"]);
  const [run] = await ada.runs();
  expect(run).toMatchObject({ count: 1, removed: 1, isFull: false, isSuccessful: true });
});

test("a cancelled and a moved occurrence of a series are imported as such", async () => {
  google.put(weekly);
  await ada.sync();
  const of = { recurringEventId: "weekly", iCalUID: "weekly@google.com" };
  google.put({
    ...{ ...board, ...of, id: "weekly_20270302T080000Z", summary: "Jour fixe, later" },
    originalStartTime: { dateTime: "2027-03-02T08:00:00Z" },
  });
  google.put({
    ...{ ...of, id: "weekly_20270309T080000Z", status: "cancelled" },
    originalStartTime: { dateTime: "2027-03-09T08:00:00Z" },
  });
  await ada.sync();
  expect(await titles()).toEqual(["Jour fixe", "Jour fixe, later"]);
});

test("events created, changed and deleted here are written there with If-Match on the known version", async () => {
  google.put(board);
  google.put(weekly);
  await ada.sync();
  const calendarId = (await own())?.id;
  const times = { startTime: "2027-04-01T10:00:00Z", endTime: "2027-04-01T11:00:00Z" };
  const made = (await ada.invoke(events.create, { title: "From here", ...times, calendarId })) as EventOnWire;
  await change(await titled("Board"), { location: "Harbour", category: "Important" });
  const [first] = (await listEvents()).filter(({ title }) => title === "Jour fixe");
  if (first) await change(first, { title: "Only this one", scope: "this" });
  expect((await titled("From here")).syncState).toBe("pending");
  // Runs at once, without waiting for the next sync.
  await syncCalendars.run(server.services, { calendarId });
  expect(google.read("board")).toMatchObject({ location: "Harbour", summary: "Board" });
  expect(google.read("weekly_20270302T080000Z")).toMatchObject({ summary: "Only this one" });
  expect((await titled("From here")).syncState).toBe(null);
  expect(await ada.sync()).toMatchObject({ count: expect.any(Number) });
  expect(await titles()).toEqual(["Board", "From here", "Jour fixe", "Jour fixe", "Only this one"]);
  expect((await titled("Board")).category).toBe("Important");
  await ada.invoke(events.delete, { id: made.id });
  await ada.sync();
  await ada.invoke(events.restore, { id: made.id });
  await ada.sync();
  expect(await titles()).toContain("From here");
  expect((await titled("From here")).syncState).toBe(null);
});

test("changed on both sides: fields changed on one side are merged, others wait for the person", async () => {
  google.put(board);
  await ada.sync();
  await change(await titled("Board"), { location: "Harbour" });
  google.put({ ...board, summary: "Board and council" });
  await ada.sync();
  expect(google.read("board")).toMatchObject({ location: "Harbour", summary: "Board and council" });
  expect(await titled("Board and council")).toMatchObject({ location: "Harbour", syncState: null });
  await change(await titled("Board and council"), { title: "Mine" });
  google.put({ ...board, summary: "Theirs" });
  await ada.sync();
  expect((await titled("Mine")).syncState).toBe("conflict");
  const { id } = await titled("Mine");
  expect(await ada.invoke(events.remoteVersion, { id })).toMatchObject({ remote: { title: "Theirs" } });
  await ada.invoke(events.resolve, { id, keep: "local" });
  await ada.sync();
  expect(google.read("board")).toMatchObject({ summary: "Mine" });
});

test("deleted here and changed there: it comes back as a conflict, and nothing is lost", async () => {
  google.put(board);
  await ada.sync();
  const { id } = await titled("Board");
  await ada.invoke(events.delete, { id });
  google.put({ ...board, summary: "Still wanted" });
  await ada.sync();
  expect(await listEvents()).toMatchObject([{ id, syncState: "conflict" }]);
  expect(google.read("board")).toMatchObject({ summary: "Still wanted" });
  await ada.invoke(events.resolve, { id, keep: "remote" });
  expect(await titles()).toEqual(["Still wanted"]);
});

test("an expired cursor reads everything again, and local marks stay", async () => {
  google.put(board);
  google.put({ ...board, id: "gone", summary: "Gone meanwhile" });
  await ada.sync();
  const before = await titled("Board");
  await change(before, { category: "Important", reminderSettings: { minutesBefore: [10] } });
  await ada.sync();
  google.remove("gone");
  google.put({ ...(google.read("board") ?? board), location: "Elsewhere" });
  google.expireTokens();
  expect(await ada.sync()).toEqual({ count: 1 });
  expect(await titles()).toEqual(["Board"]);
  expect(await titled("Board")).toMatchObject({
    id: before.id,
    category: "Important",
    location: "Elsewhere",
    reminderSettings: { minutesBefore: [10] },
  });
  expect((await ada.runs())[0]).toMatchObject({ isFull: true, removed: 1 });
});

test("G16: overlapping pages duplicate nothing; an unreadable item is quarantined, the others are stored", async () => {
  Object.assign(google.behaviour, { paging: "overlapping", pageSize: 2 });
  for (const name of ["one", "two", "three", "four", "five"])
    google.put({ ...board, id: name, summary: name });
  google.put({ ...board, id: "broken", start: { dateTime: "never" } });
  expect(await ada.sync()).toEqual({ count: 5 });
  expect(await titles()).toEqual(["five", "four", "one", "three", "two"]);
  expect((await ada.runs())[0]).toMatchObject({ quarantined: 1, isSuccessful: true });
});

test("G16: garbage, 5xx and a rate limit store nothing, move no cursor and clear automatically", async () => {
  google.put(board);
  await ada.sync();
  google.put({ ...board, summary: "Board moved" });
  for (const garbage of ["<h1>secret</h1>", '{"items": [', "", '{"items": 7}', "null"]) {
    standIn.behaviour.invalidAnswer = garbage;
    expect(await ada.sync()).toEqual({
      error: "Google sent an unexpected response. Please try again later.",
    });
    expect(await titles()).toEqual(["Board"]);
  }
  standIn.behaviour.invalidAnswer = null;
  standIn.behaviour.status = 502;
  expect(await ada.sync()).toMatchObject({ error: expect.not.stringContaining("internal") });
  expect(await ada.row()).toMatchObject({ status: "connected", syncState: "waiting" });
  standIn.behaviour.status = null;
  expect(await ada.sync()).toEqual({ count: 1 });
  expect(await titles()).toEqual(["Board moved"]);
});

test("an expired access token costs one refresh; a revoked one asks to reconnect", async () => {
  google.put(board);
  standIn.expireAccess();
  const before = standIn.calls.length;
  expect(await ada.sync()).toEqual({ count: 1 });
  expect(standIn.calls.slice(before).filter((call) => call === "POST /token")).toHaveLength(1);
  standIn.behaviour.isRevoked = true;
  expect(await ada.sync()).toMatchObject({ error: expect.stringContaining("connect again") });
  expect(await ada.row()).toMatchObject({ status: "error", syncState: "needs_you" });
  expect(await titles()).toEqual(["Board"]);
});

test("INT-15: after a disconnect its calendars become local, or go to the trash", async () => {
  google.put(board);
  await ada.sync();
  const integrationId = (await ada.row()).id ?? "";
  const disconnected = { userId: ada.userId, integrationId, provider: "google_calendar" as const };
  await detachCalendars.run(server.services, { ...disconnected, keepData: true });
  expect((await titled("Board")).syncState).toBe(null);
  await change(await titled("Board"), { title: "Mine now" });
  expect((await titled("Mine now")).syncState).toBe(null);
  ada = await aConnected("google_calendar");
  await ada.sync();
  const again = { ...disconnected, userId: ada.userId, integrationId: (await ada.row()).id ?? "" };
  await detachCalendars.run(server.services, { ...again, keepData: false });
  expect(await titles()).toEqual([]);
  expect(google.read("board")).toMatchObject({ status: "confirmed" });
});
