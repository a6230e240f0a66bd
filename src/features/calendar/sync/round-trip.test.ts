import { expect, test } from "vitest";
import { calendarServer } from "#platform/testing/servers/calendar-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { calendarAccounts } from "../calendar-accounts.ts";
import { events } from "../calendar-events.ts";
import { calendars } from "../calendars.ts";
import { RICH_EVENT, sortedLines } from "../icalendar/rich-event.factory.ts";
import { syncCalendars } from "../jobs.ts";
import type { EventOnWire } from "../model.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const testDb = await testDatabase(async () => ({ jobs }));
const server = await calendarServer({ name: "ada", password: "secret" });

const put = (text: string) =>
  server.request("PUT", "/ada/work/rich.ics", text, { "content-type": "text/calendar" });
const linesOf = async () => sortedLines(await (await server.request("GET", "/ada/work/rich.ics")).text());

async function connected() {
  const ada = testDb.as(await testDb.aUser({ fullName: "Ada" }));
  const account = { name: "Office", serverUrl: server.url, username: "ada", password: "secret" };
  await ada.invoke(calendarAccounts.connect, account);
  const { items } = (await ada.invoke(calendars.list)) as { items: { id: string; name: string }[] };
  const calendarId = items.find(({ name }) => name === "Work")?.id;
  const sync = () => syncCalendars.run(testDb.services as never, { calendarId });
  const find = async (text: string) =>
    ((await ada.invoke(events.list, { text })) as { items: EventOnWire[] }).items[0];
  const change = async (text: string, fields: object) => {
    const found = await find(text);
    await ada.invoke(events.update, { id: found?.id, version: found?.version, ...fields });
    await sync();
  };
  return { sync, find, change };
}

test("a change is written into the event as another client made it; all that it does not concern stays", async () => {
  const { sync, find, change } = await connected();
  await put(RICH_EVENT);
  const before = await linesOf();
  await sync();
  expect(await find("Zahnarzt")).toMatchObject({
    ...{ startTime: "2027-03-01T08:00:00.000Z", meetingLink: "https://meet.example/x" },
    reminderSettings: { minutesBefore: [30] },
  });
  await change("Zahnarzt", { title: "Dentist" });
  const renamed = before.map((line) => (line.startsWith("SUMMARY;LANGUAGE") ? "SUMMARY:Dentist" : line));
  expect(await linesOf()).toEqual(renamed.toSorted());

  // The other client changes an alarm and the privacy; then the time is changed here.
  await put(
    RICH_EVENT.replace("SUMMARY;LANGUAGE=de:Zahnarzt", "SUMMARY:Dentist")
      .replace("TRIGGER:-PT30M", "TRIGGER:-PT45M")
      .replace("CLASS:PRIVATE", "CLASS:CONFIDENTIAL"),
  );
  await sync();
  expect(await find("Dentist")).toMatchObject({
    ...{ reminderSettings: { minutesBefore: [45] }, visibility: "confidential" },
  });
  const known = await linesOf();
  await change("Dentist", { startTime: "2027-03-01T10:00:00Z", endTime: "2027-03-01T11:00:00Z" });
  const moved = known.map((line) => line.replace(/(?<=^DTSTART.*)T090000$/, "T110000"));
  expect(await linesOf()).toEqual(moved.toSorted());

  // The privacy that is chosen here reaches the other client, and only that line changes.
  await change("Dentist", { visibility: "private" });
  const hidden = moved.map((line) => line.replace("CLASS:CONFIDENTIAL", "CLASS:PRIVATE"));
  expect(await linesOf()).toEqual(hidden.toSorted());
  await change("Dentist", { visibility: "public" });
  expect(await linesOf()).toEqual(hidden.filter((line) => !line.startsWith("CLASS")).toSorted());
});
