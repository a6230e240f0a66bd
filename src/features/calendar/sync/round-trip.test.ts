import { expect, test } from "vitest";
import { calendarServer } from "#platform/testing/servers/calendar-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { calendarAccounts } from "../calendar-accounts.ts";
import { events } from "../calendar-events.ts";
import { calendars } from "../calendars.ts";
import { syncCalendars } from "../jobs.ts";
import type { EventOnWire } from "../model.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const testDb = await testDatabase(async () => ({ jobs }));
const server = await calendarServer({ name: "ada", password: "secret" });

/** An event of another client with what Adjutant has no field for. */
const RICH = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//EN"],
  ...["BEGIN:VTIMEZONE", "TZID:Customized Time Zone", "BEGIN:STANDARD", "DTSTART:16010101T030000"],
  ...["TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
  ...[
    "BEGIN:VEVENT",
    "UID:rich",
    "DTSTAMP:20260101T000000Z",
    "CLASS:PRIVATE",
    "SUMMARY;LANGUAGE=de:Zahnarzt",
  ],
  ...["DTSTART;TZID=Customized Time Zone:20270301T090000", "DURATION:PT1H", "GEO:52.5;13.4", "COLOR:teal"],
  ...["CATEGORIES:Health,Family", "ATTACH;FMTTYPE=image/png:https://example.com/a.png", "X-SORT;X-BY=Ada:7"],
  "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Join:https://meet.example/x",
  'ORGANIZER;CN="Ada, Lady":mailto:ada@example.com',
  "ATTENDEE;CUTYPE=INDIVIDUAL;CN=Bob;PARTSTAT=TENTATIVE;X-GUESTS=2:mailto:bob@example.com",
  ...["BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT30M", "SUMMARY:Go", "DESCRIPTION:Now"],
  ...["ATTENDEE:mailto:ada@example.com", "END:VALARM"],
  ...["BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER;RELATED=END:PT5M", "X-SOUND:Bell", "END:VALARM"],
  ...["END:VEVENT", "END:VCALENDAR", ""],
].join("\r\n");

const put = (text: string) =>
  server.request("PUT", "/ada/work/rich.ics", text, { "content-type": "text/calendar" });
/** The lines of the server's copy, unfolded and sorted: Radicale writes them in an order of its own. */
const linesOf = async () =>
  (await (await server.request("GET", "/ada/work/rich.ics")).text())
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(/\r?\n/)
    .filter((line) => !/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE|$)/.test(line))
    .toSorted();

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
  await put(RICH);
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
    RICH.replace("SUMMARY;LANGUAGE=de:Zahnarzt", "SUMMARY:Dentist")
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
