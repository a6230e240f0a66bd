import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { events } from "../calendar-events.ts";
import { calendarFiles } from "../calendar-files.ts";
import { calendars } from "../calendars.ts";
import { syncCalendars } from "../jobs.ts";
import type { EventOnWire } from "../model.ts";
import { folded } from "./content-lines.ts";
import { change, exportOf, find, importInto, linesOf } from "./imported-file.factory.ts";
import { MAX_OBJECT_LENGTH } from "./object-texts.ts";
import { RICH_EVENT } from "./rich-event.factory.ts";

// What came with an imported or subscribed event and has no field here comes out of an export, and goes to servers.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const testDb = await testDatabase(async () => ({ jobs }));

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
const aPerson = async () => testDb.as(await testDb.aUser({ fullName: "Ada" }));

test("an export of an import has every property that came with it, and a change touches only what it concerns", async () => {
  const ada = await aPerson();
  const { calendarId } = await importInto(ada, RICH_EVENT);
  expect(linesOf(await exportOf(ada, calendarId))).toEqual(linesOf(RICH_EVENT));
  await change(ada, "Zahnarzt", { title: "Dentist" });
  const renamed = RICH_EVENT.replace("SUMMARY;LANGUAGE=de:Zahnarzt", "SUMMARY:Dentist");
  expect(linesOf(await exportOf(ada, calendarId))).toEqual(linesOf(renamed));
  // The exported file is another person's import.
  const bob = await aPerson();
  const again = await importInto(bob, await exportOf(ada, calendarId));
  expect(linesOf(await exportOf(bob, again.calendarId))).toEqual(linesOf(renamed));
  await undoLastAction(testDb, bob, calendarFiles);
  expect(await find(bob, "Dentist")).toBeUndefined();
});

test("zones of one name and different rules stay apart in one file", async () => {
  const ada = await aPerson();
  const zone = (offset: string) => [
    ...["BEGIN:VTIMEZONE", "TZID:Office", "BEGIN:STANDARD", "DTSTART:16010101T000000"],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, "END:STANDARD", "END:VTIMEZONE"],
  ];
  const event = (uid: string) => [
    ...["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20260101T000000Z", `SUMMARY:${uid}`],
    ...["DTSTART;TZID=Office:20270301T090000", "DURATION:PT1H", "END:VEVENT"],
  ];
  const { calendarId } = await importInto(ada, calendar(...zone("+0100"), ...event("first")));
  await importInto(ada, calendar(...zone("-0500"), ...event("second")), { calendarId });
  const times = async (person: Person) => [
    (await find(person, "first"))?.startTime,
    (await find(person, "second"))?.startTime,
  ];
  const text = await exportOf(ada, calendarId);
  expect(text).toContain("DTSTART;TZID=Office:2027");
  expect(text).toContain("DTSTART;TZID=Office (2):2027");
  const bob = await aPerson();
  await importInto(bob, text);
  expect(await times(bob)).toEqual(["2027-03-01T08:00:00.000Z", "2027-03-01T14:00:00.000Z"]);
  expect(await times(bob)).toEqual(await times(ada));
});

test("any property that nobody knows comes out as it went in", async () => {
  const ada = await aPerson();
  const word = fc.stringMatching(/^[A-Z][A-Z0-9-]{0,20}$/);
  const text = fc
    .string({ unit: "grapheme", maxLength: 120 })
    .map((one) => one.replaceAll(/\p{Cc}/gu, "").trim());
  const quoted = text.map((one) => `"${one.replaceAll('"', "'")}"`);
  const property = fc
    .tuple(word, fc.array(fc.tuple(word, quoted), { maxLength: 3 }), text)
    .map(([name, parameters, value]) =>
      [`X-${name}`, ...parameters.map(([key, one]) => `X-${key}=${one}`)].join(";").concat(`:${value}`),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(property, { minLength: 1, maxLength: 8 }), async (properties) => {
      const file = calendar(
        ...["BEGIN:VEVENT", "UID:any", "DTSTAMP:20260101T000000Z", "DTSTART:20270301T090000Z", "SUMMARY:Any"],
        ...properties.map(folded),
        "END:VEVENT",
      );
      const { calendarId } = await importInto(ada, file);
      expect(linesOf(await exportOf(ada, calendarId))).toEqual(linesOf(file));
      await ada.invoke(calendars.delete, { id: calendarId });
    }),
    { numRuns: 40 },
  );
});

test("a component larger than the bound is imported without the rest, and the answer says so", async () => {
  const ada = await aPerson();
  const picture = folded(`ATTACH;ENCODING=BASE64;VALUE=BINARY:${"A".repeat(MAX_OBJECT_LENGTH)}`);
  const file = calendar(
    "BEGIN:VEVENT",
    "UID:big",
    "DTSTART:20270301T090000Z",
    picture,
    "X-A:b",
    "END:VEVENT",
  );
  const imported = await importInto(ada, file);
  expect(imported).toMatchObject({
    added: 1,
    skipped: 0,
    problems: [{ reason: expect.stringContaining("256 KB") }],
  });
  expect(await exportOf(ada, imported.calendarId)).not.toContain("X-A");
});

test("what other programs would not take is repaired: a date without its type, a missing UID, a text without folds", async () => {
  const ada = await aPerson();
  const lines = ["DTSTART:20270301", "SUMMARY:Fair", "DESCRIPTION:One", "two", "X-NUL:a\u0001b"];
  const { calendarId } = await importInto(ada, calendar("BEGIN:VEVENT", ...lines, "END:VEVENT"));
  const text = await exportOf(ada, calendarId);
  for (const line of ["DTSTART;VALUE=DATE:20270301", "DESCRIPTION:One\\ntwo", "X-NUL:ab"])
    expect(text).toContain(`\r\n${line}\r\n`);
  expect(text).toMatch(/\r\nUID:\w{32}@made-here\r\n/);
  expect(text).toMatch(/\r\nDTSTAMP:\d{8}T\d{6}Z\r\n/);
});

test("a subscribed feed's events have their properties too, also when only those change", async () => {
  const ada = await aPerson();
  let body = RICH_EVENT;
  const server = createServer((_request, response) => void response.writeHead(200).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  testDb.atEnd(async () => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { id } = (await ada.invoke(calendars.subscribe, { name: "Feed", url })) as { id: string };
  const sync = () => syncCalendars.run(testDb.services as never, { calendarId: id });
  await sync();
  expect(linesOf(await exportOf(ada, id))).toEqual(linesOf(RICH_EVENT));
  const { version } = (await find(ada, "Zahnarzt")) ?? {};
  body = RICH_EVENT.replace("DTSTAMP:20260101T000000Z", "DTSTAMP:20260202T000000Z");
  await sync();
  expect((await find(ada, "Zahnarzt"))?.version).toBe(version);
  body = RICH_EVENT.replace("COLOR:teal", "COLOR:red");
  await sync();
  expect(linesOf(await exportOf(ada, id))).toEqual(linesOf(body));
});

test("the later part of a series that is split has the properties of the whole", async () => {
  const ada = await aPerson();
  const weekly = RICH_EVENT.replace("DURATION:PT1H", "DURATION:PT1H\r\nRRULE:FREQ=WEEKLY;COUNT=4");
  const { calendarId } = await importInto(ada, weekly);
  const { items } = (await ada.invoke(events.list, {
    ...{ from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z" },
  })) as { items: EventOnWire[] };
  expect(items).toHaveLength(4);
  const { id, version } = items[2] ?? {};
  await ada.invoke(events.update, { id, version, scope: "following", title: "Dentist" });
  const text = await exportOf(ada, calendarId);
  expect(text.match(/^X-SOUND:Bell$/gm)).toHaveLength(2);
  expect(text.match(/^CONFERENCE;/gm)).toHaveLength(2);
  expect(new Set(text.match(/^UID:.*$/gm)).size).toBe(2);
  expect(text.match(/^RRULE:FREQ=WEEKLY.*$/gm)?.toSorted()).toEqual([
    expect.stringContaining("COUNT=2"),
    expect.stringContaining("UNTIL=20270315"),
  ]);
});
