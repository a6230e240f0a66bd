import { afterAll, expect, test, vi } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { events } from "../calendar-events.ts";
import { calendarFiles } from "../calendar-files.ts";
import type { EventOnWire } from "../model.ts";

vi.useFakeTimers({ now: new Date("2026-03-01T08:00:00Z"), toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const somebody = async () => server.as(await server.aUser());
type Person = Awaited<ReturnType<typeof somebody>>;

/** A rehearsal on 2 March and on the given dates, all at nine in Berlin. */
async function rehearsals(person: Person, ...more: string[]) {
  const text = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:rehearsal"],
    ...["DTSTAMP:20260101T000000Z", "SUMMARY:Rehearsal", "DTSTART;TZID=Europe/Berlin:20260302T090000"],
    ...["DTEND;TZID=Europe/Berlin:20260302T100000", ...more, "END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");
  await person.invoke(calendarFiles.import, { text });
}
const DATES = "RDATE;TZID=Europe/Berlin:20260305T090000,20260312T090000,20260407T090000";
const BEFORE = [
  "03-02T08:00 Rehearsal",
  "03-05T08:00 Rehearsal",
  "03-12T08:00 Rehearsal",
  "04-07T07:00 Rehearsal",
];

const list = async (person: Person) =>
  (
    (await person.invoke(events.list, {
      ...{ from: "2026-03-01T00:00:00Z", to: "2026-05-01T00:00:00Z", limit: 200 },
    })) as { items: EventOnWire[] }
  ).items;
const shown = async (person: Person) =>
  (await list(person)).map(({ title, startTime }) => `${startTime.slice(5, 16)} ${title}`);
async function on(person: Person, day: string) {
  const found = (await list(person)).find(({ startTime }) => startTime.startsWith(`2026-${day}`));
  if (!found) throw new Error(`Nothing begins on ${day}`);
  return found;
}
function change({ id, version }: EventOnWire, person: Person, fields: object) {
  vi.setSystemTime(Date.now() + 1000);
  return person.invoke(events.update, { id, version, ...fields }) as Promise<EventOnWire>;
}
async function remove(day: string, person: Person, scope?: "following" | "all") {
  vi.setSystemTime(Date.now() + 1000);
  await person.invoke(events.delete, { id: (await on(person, day)).id, ...(scope && { scope }) });
}
const undo = (person: Person) => undoLastAction(server, person, events);

test("a series of single dates keeps them all when the whole of it changes, and when that is undone", async () => {
  const ada = await somebody();
  await rehearsals(ada, DATES);
  expect(await shown(ada)).toEqual(BEFORE);
  await change(await on(ada, "03-05"), ada, { scope: "all", title: "Dress rehearsal" });
  expect(await shown(ada)).toEqual(BEFORE.map((line) => line.replace("Rehearsal", "Dress rehearsal")));
  await undo(ada);
  expect(await shown(ada)).toEqual(BEFORE);
  const times = { startTime: "2026-03-12T10:00:00Z", endTime: "2026-03-12T11:00:00Z" };
  await change(await on(ada, "03-12"), ada, { scope: "all", ...times });
  const later = ["03-02T10:00", "03-05T10:00", "03-12T10:00", "04-07T09:00"];
  expect(await shown(ada)).toEqual(later.map((time) => `${time} Rehearsal`));
  await undo(ada);
  expect(await shown(ada)).toEqual(BEFORE);
});

test("a series of single dates that takes a rule loses none of them, and has them alone after undo", async () => {
  const ada = await somebody();
  await rehearsals(ada, DATES);
  await change(await on(ada, "03-05"), ada, { scope: "all", rrule: "FREQ=DAILY;COUNT=2" });
  expect(await shown(ada)).toEqual([BEFORE[0], "03-03T08:00 Rehearsal", ...BEFORE.slice(1)]);
  await undo(ada);
  expect(await shown(ada)).toEqual(BEFORE);
});

test("a series of single dates is split before any of them, and the undo brings every one of them back", async () => {
  const ada = await somebody();
  await rehearsals(ada, DATES);
  for (const [day, split] of [
    ["03-05", 1],
    ["03-12", 2],
    ["04-07", 3],
  ] as const) {
    await change(await on(ada, day), ada, { scope: "following", title: "Show" });
    expect(await shown(ada)).toEqual([
      ...BEFORE.slice(0, split),
      ...BEFORE.slice(split).map((line) => line.replace("Rehearsal", "Show")),
    ]);
    await undo(ada);
    expect(await shown(ada)).toEqual(BEFORE);
    await remove(day, ada, "following");
    expect(await shown(ada)).toEqual(BEFORE.slice(0, split));
    await undo(ada);
    expect(await shown(ada)).toEqual(BEFORE);
  }
});

test("a series with a rule and single dates is split at such a date and joined again", async () => {
  const ada = await somebody();
  await rehearsals(ada, "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4", DATES);
  await change(await on(ada, "03-16"), ada, { startTime: "2026-03-17T08:00:00Z", title: "Rehearsal" });
  await remove("03-23", ada);
  const before = await shown(ada);
  expect(before).toHaveLength(6);
  const times = { startTime: "2026-03-12T10:00:00Z", endTime: "2026-03-12T11:00:00Z" };
  await change(await on(ada, "03-12"), ada, { scope: "following", title: "Show", ...times });
  expect((await shown(ada)).slice(3)).toEqual(["03-12T10:00 Show", "03-17T08:00 Show", "04-07T09:00 Show"]);
  await undo(ada);
  expect(await shown(ada)).toEqual(before);
  await change(await on(ada, "03-05"), ada, { scope: "following", rrule: null });
  expect(await shown(ada)).toEqual(before.slice(0, 2));
  await undo(ada);
  expect(await shown(ada)).toEqual(before);
});

test("a series that ceases to repeat has its dates and its exceptions again after undo", async () => {
  const ada = await somebody();
  await rehearsals(ada, "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3", DATES);
  await change(await on(ada, "03-09"), ada, { title: "With costumes" });
  await remove("03-16", ada);
  const before = await shown(ada);
  await change(await on(ada, "03-02"), ada, { scope: "all", rrule: null });
  expect(await shown(ada)).toEqual(["03-02T08:00 Rehearsal"]);
  await undo(ada);
  expect(await shown(ada)).toEqual(before);
});

test("a series that is deleted and restored does not bring back the occurrence deleted before", async () => {
  const ada = await somebody();
  await rehearsals(ada, DATES);
  await remove("03-12", ada);
  const before = await shown(ada);
  expect(before).toHaveLength(3);
  await remove("03-02", ada, "all");
  await undo(ada);
  expect(await shown(ada)).toEqual(before);
  await remove("03-05", ada, "following");
  await undo(ada);
  expect(await shown(ada)).toEqual(before);
});
