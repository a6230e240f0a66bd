import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { calendars } from "../calendars.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import type { TimeProposal } from "../model.ts";
import { eventOccurrences, events } from "../tables.ts";
import { type CalendarObject, groupByUid, listStoredObjects, upsertSeries } from "./upsert-series.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const { aUser, as, services } = await testDatabase(async () => ({ jobs }));
afterAll(() => services.workers.close());
let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
});

const HOUR = 3_600_000;
/** Nine o'clock on a day of March 2027. */
const at = (day: number) => Date.UTC(2027, 2, day, 9);
const fileEvent = (uid: string, day: number, fields: Partial<FileEvent> = {}): FileEvent => ({
  ...{
    uid,
    recurrenceId: null,
    title: uid,
    start: at(day),
    end: at(day) + HOUR,
    isAllDay: false,
    zone: "UTC",
  },
  ...{ description: null, location: null, meetingLink: null, category: null, organizer: null },
  ...{
    rrule: null,
    rdates: [],
    exdates: [],
    participants: [],
    minutesBefore: [],
    sequence: 0,
    dtstamp: null,
  },
  ...{ status: "confirmed", transparency: "opaque", visibility: "public", ...fields },
});
const DAILY = { rrule: "FREQ=DAILY;COUNT=3" };
const exception = (uid: string, day: number, fields: Partial<FileEvent> = {}) =>
  fileEvent(uid, day, { recurrenceId: at(day), title: `${uid} on ${day}`, ...fields });

const upsert = (
  groups: CalendarObject[],
  replaced: Record<string, string> = {},
  calendarId: string | null = null,
) => ada.run((context) => upsertSeries(context, calendarId, groups, new Map(Object.entries(replaced))));
const rows = () =>
  ada.run(({ db }) =>
    db
      .select()
      .from(events)
      .where(eq(events.userId, ada.userId))
      .orderBy(asc(events.uid), asc(events.startTime), asc(events.id)),
  );
const idOf = async (title: string) => (await rows()).find((row) => row.title === title)?.id ?? "";
/** The days of March on which the series has occurrences. */
const daysOf = (eventId: string) =>
  ada.run(async ({ db }) => {
    const own = and(eq(eventOccurrences.userId, ada.userId), eq(eventOccurrences.eventId, eventId));
    const found = await db
      .select()
      .from(eventOccurrences)
      .where(own)
      .orderBy(asc(eventOccurrences.startTime));
    return found.map(({ startTime }) => startTime.getUTCDate());
  });

test("events of one UID are one object, equal for equal content whatever its stamps", () => {
  const found = [fileEvent("a", 1, DAILY), fileEvent("b", 1), exception("a", 2)];
  const [a, b] = groupByUid(found);
  expect([a?.uid, a?.events.length, b?.uid, b?.events.length]).toEqual(["a", 2, "b", 1]);
  expect([a && "ics" in a, b?.etag === a?.etag]).toEqual([false, false]);
  const etagOf = (fields: Partial<FileEvent>, ics?: string) =>
    groupByUid([fileEvent("a", 1, fields)], new Map(ics === undefined ? [] : [["a", ics]]))[0]?.etag;
  expect(etagOf({ dtstamp: 7 })).toBe(etagOf({ dtstamp: 8 }));
  expect(etagOf({ title: "Other" })).not.toBe(etagOf({}));
  expect(etagOf({}, "DTSTAMP:1\nX-A:b")).toBe(etagOf({}, "DTSTAMP:2\nX-A:b"));
  expect(etagOf({}, "X-A:b")).not.toBe(etagOf({}, "X-A:c"));
  expect(groupByUid([fileEvent("a", 1)], new Map([["a", "text"]]))[0]).toMatchObject({ ics: "text" });
});

test("a series has its occurrences and exceptions; its address, ETag and text are those of the series", async () => {
  const about = { href: "/a.ics", etag: "1", ics: "text" };
  const series = { uid: "a", events: [exception("a", 2), fileEvent("a", 1, DAILY)], ...about };
  const single = { uid: "b", events: [fileEvent("b", 1, { minutesBefore: [5], dtstamp: at(1) })] };
  const byDates = { uid: "c", events: [fileEvent("c", 1, { rdates: [at(4)] })] };
  expect(await upsert([series, single, byDates])).toEqual(new Map());
  const none = { href: null, etag: null, remoteIcs: null };
  const stored = await rows();
  const id = await idOf("a");
  expect(stored).toMatchObject([
    {
      title: "a",
      isSeries: true,
      seriesId: null,
      recurrenceId: null,
      href: "/a.ics",
      etag: "1",
      remoteIcs: "text",
    },
    { title: "a on 2", isSeries: false, seriesId: id, recurrenceId: new Date(at(2)), ...none },
    {
      title: "b",
      isSeries: false,
      reminderSettings: { minutesBefore: [5] },
      dtstamp: new Date(at(1)),
      ...none,
    },
    { title: "c", isSeries: true, reminderSettings: {}, dtstamp: null, ...none },
  ]);
  expect([await daysOf(id), await daysOf(await idOf("b")), await daysOf(await idOf("c"))]).toEqual([
    [1, 3],
    [],
    [1, 4],
  ]);
});

test("occurrences without their series are events of their own, and the first has the address", async () => {
  await upsert([{ uid: "a", events: [exception("a", 2), exception("a", 3)], href: "/a.ics" }]);
  expect(await rows()).toMatchObject([
    { title: "a on 2", isSeries: false, seriesId: null, recurrenceId: new Date(at(2)), href: "/a.ics" },
    { title: "a on 3", isSeries: false, seriesId: null, recurrenceId: new Date(at(3)), href: null },
  ]);
});

test("a replaced series is the same row, without the exceptions that are gone, and with the proposals of the others", async () => {
  const series = (...more: FileEvent[]) => ({ uid: "a", events: [fileEvent("a", 1, DAILY), ...more] });
  const other = { uid: "b", events: [fileEvent("b", 1, DAILY), exception("b", 2)] };
  await upsert([series(exception("a", 2), exception("a", 3)), other]);
  const [id, moved] = [await idOf("a"), await idOf("a on 2")];
  const proposals: TimeProposal[] = [
    {
      ...{ address: "bob@example.com", recurrenceId: null, isAllDay: false, comment: null, sequence: 0 },
      ...{ startTime: "2027-03-05T09:00:00.000Z", endTime: "2027-03-05T10:00:00.000Z" },
      ...{ state: "open", proposedAt: "2027-03-01T09:00:00.000Z" },
    },
  ];
  await ada.run(({ db }) => db.update(events).set({ proposals }).where(eq(events.id, moved)));
  await upsert([series(exception("a", 2, { title: "Later" }))], { a: id });
  const after = await rows();
  expect(after.map(({ title }) => title)).toEqual(["a", "Later", "b", "b on 2"]);
  expect(after[0]).toMatchObject({ id, version: 2 });
  expect(after[1]).toMatchObject({ id: moved, seriesId: id, proposals });
  expect([await daysOf(id), await daysOf(await idOf("b"))]).toEqual([
    [1, 3],
    [1, 3],
  ]);
});

test("a series that became a single event has no occurrences any more", async () => {
  await upsert([
    { uid: "a", events: [fileEvent("a", 1, DAILY)] },
    { uid: "b", events: [fileEvent("b", 1, DAILY)] },
  ]);
  const [a, b] = [await idOf("a"), await idOf("b")];
  await upsert([{ uid: "a", events: [fileEvent("a", 1)] }], { a });
  expect([await daysOf(a), await daysOf(b)]).toEqual([[], [1, 2, 3]]);
  expect((await rows())[0]).toMatchObject({ id: a, isSeries: false, rrule: null });
});

test("what a calendar has stored is listed by UID, without its trash and its exceptions", async () => {
  const { id: work } = (await ada.invoke(calendars.create, { name: "Work" })) as { id: string };
  await upsert([{ uid: "a", events: [fileEvent("a", 1, DAILY), exception("a", 2)] }], {}, work);
  await upsert([
    { uid: "b", events: [fileEvent("b", 1)] },
    { uid: "c", events: [fileEvent("c", 1)] },
  ]);
  await ada.run(async ({ db, now }) => {
    await db.insert(events).values({
      ...{ userId: ada.userId, uid: "gone", title: "gone", deletedAt: now },
      ...{ startTime: new Date(at(1)), endTime: new Date(at(2)) },
    });
  });
  const listed = async (calendarId: string | null, uids?: string[]) => {
    const found = await ada.run((context) => listStoredObjects(context, calendarId, uids));
    return [...found].map(([uid, { id }]) => [uid, id]).toSorted();
  };
  expect(await listed(work)).toEqual([["a", await idOf("a")]]);
  const own = [
    ["b", await idOf("b")],
    ["c", await idOf("c")],
  ];
  expect(await listed(null)).toEqual(own);
  expect(await listed(null, ["c", "a"])).toEqual([own[1]]);
});
