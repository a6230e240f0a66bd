import { expect, test } from "vitest";
import { tasks } from "#features/tasks/tasks.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { events } from "../calendar-events.ts";
import { calendarFiles } from "../calendar-files.ts";
import { calendars } from "../calendars.ts";
import type { EventOnWire } from "../model.ts";
import { decodeICalendar } from "./decode-icalendar.ts";
import { readICalendar } from "./read-icalendar.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const somebody = async () => server.as(await server.aUser());
type Person = Awaited<ReturnType<typeof somebody>>;
type Imported = { added: number; existing: number; tasks: number; skipped: number; problems: object[] };

const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
const file = (...components: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...components, "END:VCALENDAR", ""].join("\r\n");
const importing = (person: Person, text: string, fields: object = {}) =>
  person.invoke(calendarFiles.import, { text, ...fields }) as Promise<Imported>;
const all = async (person: Person) =>
  (
    (await person.invoke(events.list, {
      from: "2027-01-01T00:00:00Z",
      to: "2027-12-31T00:00:00Z",
      limit: 100,
    })) as { items: EventOnWire[] }
  ).items;
const titles = async (person: Person) => (await all(person)).map(({ title }) => title);
const START = "DTSTART:20270301T090000Z";

function read(text: string) {
  const found = readICalendar({ text, zone: "Europe/Berlin" });
  if ("problem" in found) throw new Error(found.problem);
  return found;
}
const startOf = (text: string) => {
  const [first] = read(text).events;
  return first && { at: new Date(first.start).toISOString(), isAllDay: first.isAllDay, zone: first.zone };
};

test("every event that can be read is imported; each of the others is listed with its line and the reason", async () => {
  const ada = await somebody();
  const text = file(
    event("UID:1", START, "SUMMARY:Good"),
    event("UID:2", "SUMMARY:No start"),
    event("UID:3", "DTSTART:20270231T090000Z", "SUMMARY:Never"),
    event("UID:4", START, "RRULE:FREQ=SECONDLY", "SUMMARY:Too often"),
    event("UID:5", START, "DTEND:20270101T000000Z", "SUMMARY:Ends before"),
    event(START, "SUMMARY:No uid"),
    ...["BEGIN:VFREEBUSY", "UID:6", "SUMMARY:Busy", "END:VFREEBUSY"],
  );
  expect(await ada.invoke(calendarFiles.preview, { text })).toMatchObject({ events: 4, skipped: 3 });
  expect(await importing(ada, text)).toMatchObject({
    added: 4,
    skipped: 3,
    problems: [
      { line: 8, title: "No start", reason: "It has no start (DTSTART)", isImported: false },
      { title: "Never", reason: "DTSTART is a date that does not exist", isImported: false },
      { title: "Busy", reason: "Free and busy times are not an event", isImported: false },
      { title: "Too often", isImported: true },
    ],
  });
  expect((await titles(ada)).toSorted()).toEqual(["Ends before", "Good", "No uid", "Too often"]);
  expect(await importing(ada, text)).toMatchObject({ added: 0, existing: 4 });
});

test("an import into a calendar that has events is undone as one, tasks included, and can be repeated", async () => {
  const ada = await somebody();
  const times = { startTime: "2027-03-01T10:00:00Z", endTime: "2027-03-01T11:00:00Z" };
  await ada.invoke(events.create, { title: "Mine", ...times });
  const text = file(
    event("UID:1", START, "RRULE:FREQ=DAILY;COUNT=2", "SUMMARY:Theirs"),
    event("UID:1", "RECURRENCE-ID:20270302T090000Z", "DTSTART:20270302T120000Z", "SUMMARY:Moved"),
    ["BEGIN:VTODO", "UID:t", "SUMMARY:Pay", "DUE;VALUE=DATE:20270305", "PRIORITY:1", "END:VTODO"].join(
      "\r\n",
    ),
  );
  expect(await importing(ada, text)).toMatchObject({ added: 1, tasks: 1, skipped: 0 });
  expect(await titles(ada)).toEqual(["Theirs", "Mine", "Moved"]);
  const listTasks = async () =>
    ((await ada.invoke(tasks.list, {})) as { items: { title: string; priority: string; dueDate: string }[] })
      .items;
  expect(await listTasks()).toMatchObject([
    { title: "Pay", priority: "high", dueDate: "2027-03-05T00:00:00.000Z" },
  ]);
  await undoLastAction(server, ada, calendarFiles);
  expect(await titles(ada)).toEqual(["Mine"]);
  expect(await listTasks()).toEqual([]);
  await undoLastAction(server, ada, calendarFiles);
  expect(await titles(ada)).toEqual(["Theirs", "Mine", "Moved"]);
  expect(await listTasks()).toHaveLength(1);
  expect(await importing(ada, text)).toMatchObject({ added: 0, existing: 1, tasks: 0 });
});

test("an import into a calendar of its own is undone with that calendar; nobody else can undo it", async () => {
  const [ada, bob] = [await somebody(), await somebody()];
  const done = (await importing(ada, file(event("UID:1", START, "SUMMARY:Fair")), {
    newCalendar: "Fairs",
  })) as Imported & {
    records: object;
  };
  await expect(bob.invoke(calendarFiles.removeImport, done.records)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await titles(ada)).toEqual(["Fair"]);
  await ada.invoke(calendarFiles.removeImport, done.records);
  expect(await ada.invoke(calendars.list)).toMatchObject({ items: [] });
  expect(await titles(ada)).toEqual([]);
});

test("dates are read whatever VALUE says, and a date alone is a whole day", () => {
  const whole = { at: "2022-01-01T00:00:00.000Z", isAllDay: true, zone: "UTC" };
  for (const line of [
    "DTSTART:20220101",
    "DTSTART;VALUE=DATE-TIME:20220101",
    "DTSTART;VALUE=DATE:20220101T100000",
  ])
    expect(startOf(file(event("UID:1", line))), line).toEqual(whole);
  const timed = { at: "2022-01-01T09:00:00.000Z", isAllDay: false, zone: "Europe/Berlin" };
  for (const line of [
    "DTSTART:20220101T100000",
    "DTSTART\r\n :20220101T100000",
    "DTSTART:2022-01-01T10:00:00",
  ])
    expect(startOf(file(event("UID:1", line))), line).toEqual(timed);
});

test("a calendar needs no exact frame: byte order marks, bare line breaks, missing and wrong ENDs, text around it", () => {
  const one = event("UID:1", START, "SUMMARY:One");
  for (const text of [
    `\uFEFF${file(one)}`,
    file(one).replaceAll("\r\n", "\r"),
    `Subject: calendar\n\n${file(one)}-- \nAda`,
    one,
    file(one.replace("END:VEVENT", "END:VTODO\r\nEND:VEVENT")),
    file(one.replace("\r\nEND:VEVENT", "")),
    file(
      event("UID:1", START, "SUMMARY:One", "X-BAD/SLASH:TRUE", "REFRESH - INTERVAL; VALUE = DURATION:PT48H"),
    ),
  ])
    expect(
      read(text).events.map(({ title }) => title),
      text,
    ).toEqual(["One"]);
  const broken = event("UID:1", START, "SUMMARY:One", "DESCRIPTION:Dear all", "please come", "", "Ada");
  expect(read(file(broken)).events[0]?.description).toBe("Dear all\nplease come\nAda");
});

test("text in other character sets is read: UTF-16 and Windows-1252 files, quoted-printable with a charset", () => {
  const text = file(event("UID:1", START, "SUMMARY:Käse für Zoë"));
  const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
  for (const bytes of [Buffer.from(text), Buffer.from(text, "latin1"), utf16])
    expect(read(decodeICalendar(bytes)).events[0]?.title).toBe("Käse für Zoë");
  const old = "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:K=E4se f=\r\n=FCr Zo=EB";
  expect(read(file(event("UID:1", START, old))).events[0]?.title).toBe("Käse für Zoë");
  expect(read(file(event("UID:1", START, "RRULE:W2 MO TH #6"))).events[0]?.rrule).toBe(
    "FREQ=WEEKLY;INTERVAL=2;COUNT=6;BYDAY=MO,TH",
  );
});

test("a file of several messages has the events of each; answers and cancellations change none of them", async () => {
  const ada = await somebody();
  const message = (method: string, ...lines: string[]) =>
    file(`METHOD:${method}`, event("UID:one", "DTSTAMP:20270101T080000Z", ...lines));
  const text = [
    message("REQUEST", "DTSTART:20270301T13000Z", "SUMMARY:Short seconds"),
    message("REPLY", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bob@example.com"),
    message("CANCEL", "SEQUENCE:1"),
    file("METHOD:PUBLISH", event("UID:two", "RECURRENCE-ID:20270302T090000Z", "SUMMARY:One occurrence")),
    file(
      event("UID\r\n\r\n :three", "DTSTART\r\n\r\n ;VALUE=DATE\r\n :20270303", "SUMMARY\r\n :Folded names"),
    ),
  ].join("");
  expect(await importing(ada, text)).toMatchObject({
    ...{ added: 3, skipped: 2 },
    problems: [
      { line: 14, reason: "It only answers or cancels an event" },
      { line: 23, reason: "It only answers or cancels an event" },
    ],
  });
  expect((await all(ada)).map(({ title, startTime }) => `${startTime.slice(0, 16)} ${title}`)).toEqual([
    ...["2027-03-01T13:00 Short seconds", "2027-03-02T09:00 One occurrence", "2027-03-03T00:00 Folded names"],
  ]);
});
