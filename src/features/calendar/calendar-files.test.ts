import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { events } from "./calendar-events.ts";
import { calendarFeeds } from "./calendar-feeds.ts";
import { calendarFiles } from "./calendar-files.ts";
import { calendars } from "./calendars.ts";
import { syncCalendars } from "./jobs.ts";
import type { EventOnWire } from "./model.ts";
import { calendarRoutes } from "./routes.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const testDb = await testDatabase(async () => ({ jobs }));
const ada = testDb.as(await testDb.aUser({ fullName: "Ada" }));
const bob = testDb.as(await testDb.aUser({ fullName: "Bob" }));
type Person = typeof ada;
type Page = { items: EventOnWire[] };
type Calendar = { id: string; name: string; state: string; lastError: string | null };

const file = (...events: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...events, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
const BOARD = event(
  "UID:board@example.com",
  "DTSTAMP:20260101T000000Z",
  "DTSTART;TZID=W. Europe Standard Time:20270301T090000",
  "DTEND;TZID=W. Europe Standard Time:20270301T100000",
  "RRULE:FREQ=WEEKLY;COUNT=4",
  "EXDATE;TZID=Europe/Berlin:20270315T090000",
  "SUMMARY:Board\\, weekly",
  "DESCRIPTION:<b onmouseover=alert(1)>Agenda</b>\\nand notes",
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "TRIGGER:-PT15M",
  "END:VALARM",
);
const MOVED = event(
  "UID:board@example.com",
  "RECURRENCE-ID;TZID=Europe/Berlin:20270308T090000",
  "DTSTART:20270309T120000Z",
  "DURATION:PT30M",
  "SUMMARY:Board\\, moved",
);
const FAIR = event(
  "UID:fair@example.com",
  "DTSTART;VALUE=DATE:20270310",
  "DTEND;VALUE=DATE:20270312",
  "SUMMARY:Fair",
);

const importing = (text: string, fields: object = {}, person: Person = ada) =>
  person.invoke(calendarFiles.import, { text, ...fields });
const timesAndTitles = async (person: Person = ada) =>
  (
    (await person.invoke(events.list, { from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z" })) as Page
  ).items.map(({ title, startTime }) => `${startTime.slice(5, 16)} ${title}`);
const WEEKS = [
  "03-01T08:00 Board, weekly",
  "03-09T12:00 Board, moved",
  "03-10T00:00 Fair",
  "03-22T08:00 Board, weekly",
];

test("a calendar file is previewed and imported, with Microsoft zone names, exceptions and all-day events", async () => {
  const text = file(BOARD, MOVED, FAIR);
  expect(await ada.invoke(calendarFiles.preview, { text })).toMatchObject({
    events: 2,
    series: 1,
    existing: 0,
    from: "2027-03-01T08:00:00.000Z",
    first: [{ title: "Board, weekly" }, { title: "Board, moved" }, { title: "Fair", isAllDay: true }],
  });
  expect(await timesAndTitles()).toEqual([]);
  expect(await importing(text)).toMatchObject({ calendarId: null, added: 2, existing: 0, problems: [] });
  expect(await timesAndTitles()).toEqual(WEEKS);
  expect(await importing(text)).toMatchObject({ added: 0, existing: 2 });
  const page = (await ada.invoke(events.list, { text: "weekly" })) as Page;
  expect(page.items[0]).toMatchObject({ zone: "Europe/Berlin", reminderSettings: { minutesBefore: [15] } });
  expect(page.items[0]?.description).toBe("<b onmouseover=alert(1)>Agenda</b>\nand notes");
});

test("exported events are the same after they are imported again", async () => {
  const { text } = (await ada.invoke(calendarFiles.export, {})) as { text: string };
  expect(await importing(text, { newCalendar: "From Ada" }, bob)).toMatchObject({ added: 2 });
  expect(await timesAndTitles(bob)).toEqual(WEEKS);
  const again = (await bob.invoke(calendarFiles.export, {})) as { text: string };
  const bare = (written: string) => written.replaceAll(/(DTSTAMP|CREATED|LAST-MODIFIED):.*\r\n/g, "");
  expect(bare(again.text)).toBe(bare(text));
  expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  await undoLastAction(testDb, bob, calendarFiles);
  expect(await timesAndTitles(bob)).toEqual([]);
  const fair = ((await ada.invoke(events.list, { text: "fair" })) as Page).items[0];
  const one = (await ada.invoke(calendarFiles.export, { eventId: fair?.id })) as {
    text: string;
    fileName: string;
  };
  expect(one).toMatchObject({
    fileName: "Fair.ics",
    text: expect.stringContaining("DTSTART;VALUE=DATE:20270310"),
  });
  expect(one.text).not.toContain("Board");
});

test("what is no calendar file is rejected with the line number, and nothing is imported", async () => {
  for (const [text, message] of [
    ["", "Line 1: "],
    ["hello", "Line 1: This is not a calendar file"],
    ["BEGIN:VCALENDAR\nnonsense", "Line 2: The file ends before END:VCALENDAR"],
    [`${"BEGIN:VCALENDAR\nBEGIN:VEVENT\nBEGIN:VALARM\n".repeat(3)}`, "Line 7: The file is nested too"],
    [file(...Array(5501).fill(FAIR)), "A file has 5000 events at most"],
  ])
    await expect(importing(text ?? "", {}, bob), message).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining(message ?? ""),
    });
  await expect(importing(`${file(FAIR)}${" ".repeat(5_000_001)}`, {}, bob)).rejects.toMatchObject({
    code: "invalid",
  });
});

test("an event that lists too many dates is left out with the reason; the others are imported", async () => {
  const carol = testDb.as(await testDb.aUser());
  const dates = (count: number) => Array(count).fill("20270301T090000Z").join(",");
  const header = ["UID:x", "DTSTART:20270401T090000Z"];
  for (const [line, reason] of [
    [`RDATE:${dates(5001)}`, "An event has 5000 such dates at most"],
    [`EXDATE:${dates(20_001)}`, "An event lists 20000 dates at most"],
    [`EXDATE:${dates(4000)}\r\n ,${dates(16_001)}`, "An event lists 20000 dates at most"],
  ])
    expect(await importing(file(event(...header, line ?? ""), FAIR), {}, carol)).toMatchObject({
      skipped: 1,
      problems: [{ line: 7, reason }],
    });
  expect(await timesAndTitles(carol)).toEqual(["03-10T00:00 Fair"]);
});

const app = new Hono<Edge>();
app.use(async (context, next) => {
  const signedIn = context.req.header("x-test-as") === "ada" ? ada : null;
  context.set("actor", signedIn);
  context.set("requestId", "test");
  context.set("address", "127.0.0.1");
  await next();
});
app.onError((error) => errorResponse(error, "test", testDb.services.log));
calendarRoutes(app, { services: testDb.services, log: testDb.services.log });

test("HTTP: a file is uploaded for import and downloaded as an export", async () => {
  const form = new FormData();
  form.set(
    "file",
    new Blob([file(event("UID:up", "DTSTART:20270501T090000Z", "SUMMARY:Uploaded"))]),
    "up.ics",
  );
  form.set("newCalendar", "Uploads");
  const asAda = { "x-test-as": "ada" };
  const imported = await app.request("/files/calendar/import", {
    method: "POST",
    body: form,
    headers: asAda,
  });
  expect(await imported.json()).toMatchObject({ added: 1 });
  const saved = await app.request(
    "/files/calendar/export?from=2027-04-30T00:00:00Z&to=2027-05-02T00:00:00Z",
    { headers: asAda },
  );
  expect(saved.headers.get("content-disposition")).toContain("attachment");
  expect(await saved.text()).toContain("SUMMARY:Uploaded");
  expect((await app.request("/files/calendar/preview", { method: "POST", body: form })).status).toBe(401);
});

test("a private link returns the events to anyone who has it, supports ETags, and ends when it is revoked", async () => {
  const made = (await ada.invoke(calendarFeeds.create, { name: "Phone" })) as { id: string; path: string };
  const first = await app.request(`${made.path}.ics`);
  expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(await first.text()).toContain("SUMMARY:Board\\, weekly");
  const etag = first.headers.get("etag") ?? "";
  expect((await app.request(made.path, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect(await ada.invoke(calendarFeeds.list)).toMatchObject({
    items: [{ name: "Phone", lastReadAt: expect.any(String) }],
  });
  expect(JSON.stringify(await ada.invoke(calendarFeeds.list))).not.toContain(made.path.slice(-20));
  await ada.invoke(calendarFeeds.delete, { id: made.id });
  expect((await app.request(made.path)).status).toBe(404);
  await expect(ada.invoke(calendarFeeds.delete, { id: made.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a subscribed feed is fetched with ETags; errors are reported and no event is lost", async () => {
  let served = { status: 200, body: file(FAIR), headers: {} as Record<string, string> };
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers["if-none-match"]);
    if (request.url === "/moved") return void response.writeHead(302, { location: "/feed" }).end();
    const isSame = request.headers["if-none-match"] === served.headers.etag && served.headers.etag;
    response.writeHead(isSame ? 304 : served.status, served.headers).end(isSame ? "" : served.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  testDb.atEnd(async () => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/moved`;
  const carol = testDb.as(await testDb.aUser());
  await expect(carol.invoke(calendars.subscribe, { name: "x", url: "ftp://x" })).rejects.toMatchObject({
    code: "invalid",
  });
  const { id } = (await carol.invoke(calendars.subscribe, { name: "Fairs", url })) as Calendar;
  const sync = async () => {
    await syncCalendars.run(testDb.services as never, { calendarId: id });
    return (await carol.invoke(calendars.get, { id })) as Calendar;
  };
  served.headers = { etag: '"1"' };
  expect(await sync()).toMatchObject({ state: "ok", lastError: null });
  expect(await timesAndTitles(carol)).toEqual(["03-10T00:00 Fair"]);
  const before = ((await carol.invoke(events.list, { text: "fair" })) as Page).items[0];
  await expect(
    carol.invoke(events.update, { id: before?.id, version: before?.version, title: "Mine" }),
  ).rejects.toMatchObject({ code: "forbidden" });
  await sync();
  expect(asked.at(-1)).toBe('"1"');
  served = { status: 200, body: "<html>", headers: {} };
  expect(await sync()).toMatchObject({ state: "refused", lastError: expect.stringContaining("Line 1") });
  expect(await timesAndTitles(carol)).toEqual(["03-10T00:00 Fair"]);
  served = { status: 503, body: "", headers: {} };
  expect(await sync()).toMatchObject({ state: "refused", lastError: "The server answered with status 503" });
  served = {
    status: 200,
    body: file(FAIR.replace("SUMMARY:Fair", "SUMMARY:Trade fair"), BOARD),
    headers: {},
  };
  await sync();
  expect((await timesAndTitles(carol)).slice(0, 2)).toEqual([
    "03-01T08:00 Board, weekly",
    "03-08T08:00 Board, weekly",
  ]);
  const after = ((await carol.invoke(events.list, { text: "fair" })) as Page).items[0];
  expect(after).toMatchObject({ id: before?.id, title: "Trade fair" });
  served = { status: 200, body: file(), headers: {} };
  await sync();
  expect(await timesAndTitles(carol)).toEqual([]);
  server.close();
  server.closeAllConnections();
  expect(await sync()).toMatchObject({ state: "unreachable" });
});

test("calendars are renamed, hidden, deleted with their events and restored", async () => {
  const made = (await bob.invoke(calendars.create, { name: "Team", color: "#336699" })) as Calendar;
  const times = { startTime: "2027-05-01T10:00:00Z", endTime: "2027-05-01T11:00:00Z" };
  await bob.invoke(events.create, { title: "Retro", ...times, calendarId: made.id });
  expect(await bob.invoke(calendars.update, { id: made.id, name: "Crew", isVisible: false })).toMatchObject({
    name: "Crew",
    isVisible: false,
  });
  await undoLastAction(testDb, bob, calendars);
  expect(await bob.invoke(calendars.list)).toMatchObject({ items: [{ name: "Team", isVisible: true }] });
  await expect(bob.invoke(calendars.refresh, { id: made.id })).rejects.toMatchObject({ code: "conflict" });
  await bob.invoke(calendars.delete, { id: made.id });
  expect(await timesAndTitles(bob)).toEqual([]);
  await bob.invoke(calendars.restore, { id: made.id });
  expect(await timesAndTitles(bob)).toEqual(["05-01T10:00 Retro"]);
  await expect(
    ada.invoke(events.create, { title: "x", ...times, calendarId: made.id }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("a person has a hundred calendars at most; a deleted one makes room, and those of others take none", async () => {
  const dora = testDb.as(await testDb.aUser());
  await testDb.owner.query(
    "insert into calendars (user_id, name) select $1, n::text from generate_series(1, 99) as n",
    [dora.userId],
  );
  const create = () => dora.invoke(calendars.create, { name: "Last" }) as Promise<Calendar>;
  const { id } = await create();
  const message = "You can have at most 100 calendars";
  await expect(create()).rejects.toMatchObject({ code: "conflict", message });
  await bob.invoke(calendars.create, { name: "Elsewhere" });
  await dora.invoke(calendars.delete, { id });
  expect((await create()).name).toBe("Last");
});
