import { expect, test } from "vitest";
import { calendarServer } from "#platform/testing/servers/calendar-server.ts";
import { httpRelay } from "#platform/testing/servers/http-relay.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { calendarAccounts } from "../calendar-accounts.ts";
import { events } from "../calendar-events.ts";
import { calendars } from "../calendars.ts";
import { RICH_EVENT } from "../icalendar/rich-event.factory.ts";
import { syncCalendars } from "../jobs.ts";
import type { EventOnWire } from "../model.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const testDb = await testDatabase(async () => ({ jobs }));
const server = await calendarServer({ name: "ada", password: "secret" });

test("a server that refuses every merged version is asked a few times, and gets the change with a later sync", async () => {
  let isRefusing = true;
  let writeCount = 0;
  const relay = await httpRelay(server.url, async ({ method }) => {
    if (method !== "PUT") return undefined;
    writeCount += 1;
    return isRefusing ? 412 : undefined;
  });
  await server.request("PUT", "/ada/work/rich.ics", RICH_EVENT, { "content-type": "text/calendar" });
  const ada = testDb.as(await testDb.aUser({ fullName: "Ada" }));
  const account = { name: "Office", serverUrl: relay, username: "ada", password: "secret" };
  await ada.invoke(calendarAccounts.connect, account);
  const { items } = (await ada.invoke(calendars.list)) as { items: { id: string; name: string }[] };
  const calendarId = items.find(({ name }) => name === "Work")?.id;
  const sync = () => syncCalendars.run(testDb.services as never, { calendarId });
  await sync();
  const [event] = ((await ada.invoke(events.list, { text: "Zahnarzt" })) as { items: EventOnWire[] }).items;
  await ada.invoke(events.update, { id: event?.id, version: event?.version, title: "Dentist" });
  await sync();
  expect(writeCount).toBe(4);
  isRefusing = false;
  await sync();
  expect(await (await server.request("GET", "/ada/work/rich.ics")).text()).toContain("Dentist");
});
