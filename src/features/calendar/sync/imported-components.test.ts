import { expect, test } from "vitest";
import { calendarServer } from "#platform/testing/servers/calendar-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { calendarAccounts } from "../calendar-accounts.ts";
import { events } from "../calendar-events.ts";
import { calendars } from "../calendars.ts";
import { change, find, importInto, linesOf } from "../icalendar/imported-file.factory.ts";
import { RICH_EVENT } from "../icalendar/rich-event.factory.ts";
import { syncCalendars } from "../jobs.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const testDb = await testDatabase(async () => ({ jobs }));

type Calendars = { items: { id: string; name: string }[] };

test("an event that is imported into a connected calendar reaches the server with its properties", async () => {
  const server = await calendarServer({ name: "ada", password: "secret" });
  const ada = testDb.as(await testDb.aUser({ fullName: "Ada" }));
  const account = { name: "Office", serverUrl: server.url, username: "ada", password: "secret" };
  await ada.invoke(calendarAccounts.connect, account);
  const { items } = (await ada.invoke(calendars.list)) as Calendars;
  const calendarId = items.find(({ name }) => name === "Work")?.id ?? "";
  const sync = () => syncCalendars.run(testDb.services as never, { calendarId });
  const onServer = async () => linesOf(await (await server.request("GET", "/ada/work/rich.ics")).text());
  // The server writes parameters in an order of its own.
  await server.request("PUT", "/ada/work/rich.ics", RICH_EVENT, { "content-type": "text/calendar" });
  const whole = await onServer();
  await server.request("DELETE", "/ada/work/rich.ics");
  await importInto(ada, RICH_EVENT, { calendarId });
  await sync();
  expect(await onServer()).toEqual(whole);
  // Deleted here, then restored: the object is created again, whole.
  const event = await find(ada, "Zahnarzt");
  await ada.invoke(events.delete, { id: event?.id });
  await sync();
  expect((await server.request("GET", "/ada/work/rich.ics")).status).toBe(404);
  await ada.invoke(events.restore, { id: event?.id });
  await sync();
  expect(await onServer()).toEqual(whole);
  // Changed here while another client deletes it: it is created again.
  await server.request("DELETE", "/ada/work/rich.ics");
  await change(ada, "Zahnarzt", { title: "Dentist" });
  await sync();
  await sync();
  const renamed = whole.map((line) => (line.startsWith("SUMMARY;LANGUAGE") ? "SUMMARY:Dentist" : line));
  expect(await onServer()).toEqual(renamed.toSorted());
});
