import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { calendarServer } from "#platform/testing/servers/calendar-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { calendarAccounts } from "../calendar-accounts.ts";
import { events } from "../calendar-events.ts";
import { calendars } from "../calendars.ts";
import { syncCalendars } from "../jobs.ts";
import type { EventOnWire } from "../model.ts";
import { vevent, withoutReports } from "./caldav-server.factory.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const testDb = await testDatabase(async () => ({ jobs }));
const server = await calendarServer({ name: "ada", password: "secret" });

type Unreadable = { href: string; line: number; title: string; reason: string; isShown: boolean };
type Calendar = { id: string; name: string; state: string; unreadable: Unreadable[] };

const somebody = async () => testDb.as(await testDb.aUser({ fullName: "Ada" }));
type Person = Awaited<ReturnType<typeof somebody>>;

const put = (name: string, text: string) =>
  server.request("PUT", `/ada/work/${name}.ics`, text, { "content-type": "text/calendar" });
const lasting = (title: string, start: string) => [`DTSTART:${start}`, "DURATION:PT1H", `SUMMARY:${title}`];
const NOON = "20270301T120000Z";
/** Before the first year of the calendar. */
const LONG_AGO = "18500101T120000Z";
const YEARS = "Events must be between the years 1900 and 2200";

const titles = async (person: Person) =>
  (
    (await person.invoke(events.list, { from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z" })) as {
      items: EventOnWire[];
    }
  ).items.map(({ title }) => title);

async function connected(serverUrl: string) {
  const ada = await somebody();
  const account = { name: "Office", serverUrl, username: "ada", password: "secret" };
  await ada.invoke(calendarAccounts.connect, account);
  const { items } = (await ada.invoke(calendars.list)) as { items: Calendar[] };
  const id = items.find(({ name }) => name === "Work")?.id;
  const sync = async () => {
    await syncCalendars.run(testDb.services as never, { calendarId: id });
    return (await ada.invoke(calendars.get, { id })) as Calendar;
  };
  return { ada, id, sync };
}

test.each([
  ["with the report of changes", async () => server.url],
  ["that only lists ETags", () => withoutReports(server.url, testDb.atEnd)],
])("events of a server %s that cannot be read are listed until they can be", async (_, url) => {
  const { ada, id, sync } = await connected(await url());
  await put("good", vevent("good", ...lasting("Lunch", NOON)));
  await put("old", vevent("old", ...lasting("Founding", LONG_AGO)));
  await put("older", vevent("older", ...lasting("", LONG_AGO)));
  const task = vevent("task", "SUMMARY:No event").replaceAll("VEVENT", "VTODO");
  expect((await put("task", task)).status).toBe(201);
  const old = {
    ...{ href: expect.stringMatching(/\/old\.ics$/), line: expect.any(Number) },
    ...{ title: "Founding", reason: YEARS, isShown: false },
  };
  const first = await sync();
  expect(first.state).toBe("ok");
  expect(first.unreadable).toHaveLength(2);
  expect(first.unreadable).toContainEqual(old);
  expect(await titles(ada)).toEqual(["Lunch"]);
  // Nothing changed on the server, so it reports nothing: they are listed still.
  expect((await sync()).unreadable).toHaveLength(2);
  await server.request("DELETE", "/ada/work/older.ics");
  expect((await sync()).unreadable).toEqual([old]);
  await put("old", vevent("old", ...lasting("Founding", NOON)));
  expect((await sync()).unreadable).toEqual([]);
  expect((await titles(ada)).toSorted()).toEqual(["Founding", "Lunch"]);

  // An event that was read before stays as it was.
  await put("old", vevent("old", ...lasting("Founded", LONG_AGO)));
  expect((await sync()).unreadable).toMatchObject([{ title: "Founded", isShown: true }]);
  expect((await titles(ada)).toSorted()).toEqual(["Founding", "Lunch"]);
  await ada.invoke(calendars.refresh, { id });
  expect((await sync()).unreadable).toMatchObject([{ title: "Founded" }]);
  for (const name of ["good", "old", "task"]) await server.request("DELETE", `/ada/work/${name}.ics`);
  expect((await sync()).unreadable).toEqual([]);
});

test("a series of a server whose rule cannot be followed is listed with the reason", async () => {
  const { sync } = await connected(server.url);
  await put("rule", vevent("rule", ...lasting("Rehearsal", NOON), "RRULE:FREQ=SECONDLY;COUNT=3"));
  expect((await sync()).unreadable).toMatchObject([{ title: "Rehearsal", isShown: true }]);
  await server.request("DELETE", "/ada/work/rule.ics");
});

const calendar = (...parts: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...parts, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");

test("events of a feed that cannot be read are listed until they can be, a hundred at most", async () => {
  const served = { body: "" };
  const feed = createServer((_, response) => void response.end(served.body));
  await new Promise<void>((resolve) => feed.listen(0, "127.0.0.1", resolve));
  testDb.atEnd(async () => void feed.close());
  const url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/`;
  const ada = await somebody();
  const { id } = (await ada.invoke(calendars.subscribe, { name: "Fairs", url })) as Calendar;
  const sync = async (...parts: string[]) => {
    served.body = calendar(...parts);
    await syncCalendars.run(testDb.services as never, { calendarId: id });
    return (await ada.invoke(calendars.get, { id })) as Calendar;
  };
  const good = event("UID:good", ...lasting("Fair", NOON));
  const bad = event("UID:bad", "SUMMARY:No time");
  const note = calendar("BEGIN:VJOURNAL", "SUMMARY:A note", "END:VJOURNAL");
  expect((await sync(good, bad, note, note.replace("A note", "Another"))).unreadable).toEqual([
    { href: "bad", line: 9, title: "No time", reason: "It has no start (DTSTART)", isShown: false },
    {
      ...{ href: "", line: 0, title: "2 notes", isShown: false, kind: "note" },
      reason: "A feed shows events only. Import its file to have its notes in Documents.",
    },
  ]);
  expect(await titles(ada)).toEqual(["Fair"]);
  const inPart = event("UID:part", ...lasting("In part", NOON), "RRULE:FREQ=NEVER");
  const many = Array.from({ length: 150 }, (_, n) => event(`UID:${n}`, `SUMMARY:${"x".repeat(400)}`));
  const { unreadable } = await sync(inPart, good, ...many);
  expect(unreadable).toHaveLength(100);
  expect(unreadable.every(({ title, isShown }) => title === "x".repeat(120) && !isShown)).toBe(true);
  expect((await sync(inPart, good)).unreadable).toMatchObject([{ title: "In part", isShown: true }]);
  expect((await sync(good)).unreadable).toEqual([]);
});
