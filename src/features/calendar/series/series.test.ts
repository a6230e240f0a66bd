import { afterAll, expect, test, vi } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { events } from "../calendar-events.ts";
import { calendars } from "../calendars.ts";
import { renewSeries } from "../jobs.ts";
import type { EventOnWire } from "../model.ts";

vi.useFakeTimers({ now: new Date("2026-03-01T08:00:00Z"), toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());
const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const createUser = async () => server.as(await server.aUser());
type Person = Awaited<ReturnType<typeof createUser>>;
type Page = { items: EventOnWire[] };

const create = (person: Person, fields: object) =>
  person.invoke(events.create, {
    title: "Standup",
    startTime: "2026-03-02T08:00:00Z",
    endTime: "2026-03-02T08:30:00Z",
    zone: "Europe/Berlin",
    rrule: "FREQ=WEEKLY;BYDAY=MO",
    ...fields,
  }) as Promise<EventOnWire>;
const list = async (person: Person, from = "2026-03-01", to = "2026-04-30") =>
  (
    (await person.invoke(events.list, {
      from: `${from}T00:00:00Z`,
      to: `${to}T00:00:00Z`,
      limit: 200,
    })) as Page
  ).items;
const timesAndTitles = async (person: Person, from?: string, to?: string) =>
  (await list(person, from, to)).map(({ title, startTime }) => `${startTime.slice(5, 16)} ${title}`);
const at = async (person: Person, day: string) => {
  const found = (await list(person)).find(({ startTime }) => startTime.startsWith(day));
  if (!found) throw new Error(`Nothing begins on ${day}`);
  return found;
};
const change = ({ id, version }: EventOnWire, person: Person, fields: object) =>
  person.invoke(events.update, { id, version, ...fields }) as Promise<EventOnWire>;
const undo = (person: Person) => undoLastAction(server, person, events);

test("CAL-16: a series is listed by its occurrences, which have the same local time across a DST change", async () => {
  const ada = await createUser();
  const first = await create(ada, { rrule: "FREQ=WEEKLY;BYDAY=MO;COUNT=6" });
  expect(first).toMatchObject({
    startTime: "2026-03-02T08:00:00.000Z",
    rrule: "FREQ=WEEKLY;BYDAY=MO;COUNT=6",
  });
  expect(await timesAndTitles(ada)).toEqual([
    "03-02T08:00 Standup",
    "03-09T08:00 Standup",
    "03-16T08:00 Standup",
    "03-23T08:00 Standup",
    "03-30T07:00 Standup",
    "04-06T07:00 Standup",
  ]);
  const { items } = (await ada.invoke(events.upcoming, { limit: 2 })) as Page;
  expect(items).toMatchObject([
    { id: first.id },
    { seriesId: first.seriesId, startTime: "2026-03-09T08:00:00.000Z" },
  ]);
  expect(await ada.invoke(events.get, { id: first.id })).toEqual(first);
  expect(await ada.invoke(events.get, { id: first.seriesId })).toMatchObject({
    seriesId: null,
    title: "Standup",
  });
  const found = (await ada.invoke(events.list, { text: "stand", limit: 3 })) as Page;
  expect(found.items).toHaveLength(3);
});

test("one occurrence is changed by itself and reset to the rule", async () => {
  const ada = await createUser();
  await create(ada, { rrule: "FREQ=WEEKLY;BYDAY=MO;COUNT=3" });
  const second = await at(ada, "2026-03-09");
  const moved = await change(second, ada, {
    title: "Offsite",
    startTime: "2026-03-10T10:00:00Z",
    endTime: "2026-03-10T11:00:00Z",
  });
  expect(moved).toMatchObject({ id: second.id, seriesId: second.seriesId, recurrenceId: second.startTime });
  const after = ["03-02T08:00 Standup", "03-10T10:00 Offsite", "03-16T08:00 Standup"];
  expect(await timesAndTitles(ada)).toEqual(after);
  await expect(change(moved, ada, { rrule: "FREQ=DAILY" })).rejects.toMatchObject({ code: "invalid" });
  await change(moved, ada, { scope: "this", location: "Lake" });
  await undo(ada);
  expect(await timesAndTitles(ada)).toEqual(after);
  await ada.invoke(events.rejoin, { id: moved.id });
  expect(await timesAndTitles(ada)).toEqual([
    "03-02T08:00 Standup",
    "03-09T08:00 Standup",
    "03-16T08:00 Standup",
  ]);
  await change(await at(ada, "2026-03-16"), ada, { title: "Last" });
  await undo(ada);
  expect(await timesAndTitles(ada)).toEqual([
    "03-02T08:00 Standup",
    "03-09T08:00 Standup",
    "03-16T08:00 Standup",
  ]);
});

test("moving one occurrence with scope all moves the series; exceptions retain their own changes", async () => {
  const ada = await createUser();
  await create(ada, { rrule: "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260407T000000Z" });
  await change(await at(ada, "2026-03-09"), ada, { title: "Offsite" });
  const before = await timesAndTitles(ada);
  const moved = await change(await at(ada, "2026-03-30"), ada, {
    scope: "all",
    startTime: "2026-03-31T08:00:00Z",
    endTime: "2026-03-31T09:00:00Z",
    location: "Harbour",
  });
  expect(moved).toMatchObject({
    startTime: "2026-03-31T08:00:00.000Z",
    rrule: "FREQ=WEEKLY;UNTIL=20260408T010000Z;BYDAY=TU",
  });
  expect(await timesAndTitles(ada)).toEqual([
    "03-03T09:00 Standup",
    "03-09T08:00 Offsite",
    "03-17T09:00 Standup",
    "03-24T09:00 Standup",
    "03-31T08:00 Standup",
    "04-07T08:00 Standup",
  ]);
  expect((await list(ada)).map(({ location }) => location)).toEqual(Array(6).fill("Harbour"));
  await undo(ada);
  expect(await timesAndTitles(ada)).toEqual(before);
  expect((await list(ada))[0]).toMatchObject({ location: null, endTime: "2026-03-02T08:30:00.000Z" });
});

test("a daily series moves to the next day as a whole, because its rule names no weekday", async () => {
  const ada = await createUser();
  await create(ada, { rrule: "FREQ=DAILY;COUNT=3" });
  await change(await at(ada, "2026-03-03"), ada, {
    scope: "all",
    startTime: "2026-03-04T09:00:00Z",
    endTime: "2026-03-04T09:30:00Z",
  });
  expect(await timesAndTitles(ada)).toEqual([
    "03-03T09:00 Standup",
    "03-04T09:00 Standup",
    "03-05T09:00 Standup",
  ]);
});

test("this and the following occurrences become a new series, and undo joins them again", async () => {
  const ada = await createUser();
  await create(ada, { rrule: "FREQ=WEEKLY;BYDAY=MO;COUNT=6" });
  await change(await at(ada, "2026-03-30"), ada, { title: "Special" });
  const before = await timesAndTitles(ada);
  const later = await change(await at(ada, "2026-03-16"), ada, {
    scope: "following",
    title: "Late standup",
    startTime: "2026-03-16T10:00:00Z",
    endTime: "2026-03-16T10:30:00Z",
  });
  expect(later).toMatchObject({ title: "Late standup", rrule: "FREQ=WEEKLY;COUNT=4;BYDAY=MO" });
  expect(await timesAndTitles(ada)).toEqual([
    "03-02T08:00 Standup",
    "03-09T08:00 Standup",
    "03-16T10:00 Late standup",
    "03-23T10:00 Late standup",
    "03-30T07:00 Special",
    "04-06T09:00 Late standup",
  ]);
  await undo(ada);
  expect(await timesAndTitles(ada)).toEqual(before);
  const first = await at(ada, "2026-03-02");
  expect(first.rrule).toBe("FREQ=WEEKLY;BYDAY=MO;COUNT=6");
  await change(first, ada, { scope: "following", title: "All" });
  expect(new Set((await list(ada)).map(({ title }) => title))).toEqual(new Set(["All", "Special"]));
});

test("one, the following or all occurrences are deleted and restored", async () => {
  const ada = await createUser();
  await create(ada, { rrule: "FREQ=WEEKLY;BYDAY=MO;COUNT=4" });
  await change(await at(ada, "2026-03-16"), ada, { title: "Special" });
  const before = await timesAndTitles(ada);
  const remove = async (day: string, scope?: string) =>
    ada.invoke(events.delete, { id: (await at(ada, day)).id, ...(scope && { scope }) });
  for (const day of ["2026-03-09", "2026-03-16"]) {
    await remove(day);
    expect(await timesAndTitles(ada)).toHaveLength(3);
    expect(((await ada.invoke(events.trash)) as Page).items).toHaveLength(1);
    await undo(ada);
    expect(await timesAndTitles(ada)).toEqual(before);
  }
  await remove("2026-03-09", "following");
  expect(await timesAndTitles(ada)).toEqual(["03-02T08:00 Standup"]);
  await undo(ada);
  expect(await timesAndTitles(ada)).toEqual(before);
  await remove("2026-03-23", "all");
  expect(await timesAndTitles(ada)).toEqual([]);
  await undo(ada);
  expect(await timesAndTitles(ada)).toEqual(before);
});

test("an all-day series has the same days, and an event starts and stops repeating", async () => {
  const ada = await createUser();
  await create(ada, {
    title: "Payday",
    startTime: "2026-03-31T00:00:00Z",
    endTime: "2026-04-01T00:00:00Z",
    isAllDay: true,
    rrule: "FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20260531",
    zone: null,
  });
  expect(await timesAndTitles(ada, "2026-03-01", "2026-12-01")).toEqual([
    "03-31T00:00 Payday",
    "04-30T00:00 Payday",
    "05-31T00:00 Payday",
  ]);
  const single = await create(ada, { title: "Gym", rrule: null });
  const series = await change(single, ada, { rrule: "FREQ=DAILY;COUNT=3", timeZone: "Europe/Berlin" });
  expect(await timesAndTitles(ada, "2026-03-01", "2026-03-10")).toEqual([
    "03-02T08:00 Gym",
    "03-03T08:00 Gym",
    "03-04T08:00 Gym",
  ]);
  await change(series, ada, { scope: "all", rrule: null });
  expect(await timesAndTitles(ada, "2026-03-01", "2026-03-10")).toEqual(["03-02T08:00 Gym"]);
});

test("an invalid rule is rejected with a clear message", async () => {
  const ada = await createUser();
  for (const [rrule, message] of [
    ["FREQ=SECONDLY", "more often than every hour"],
    ["FREQ=DAILY;COUNT=3;UNTIL=20260401", "not both"],
    ["BYDAY=MO", "how often"],
    ["FREQ=DAILY;BYMONTH=13", "BYMONTH lies between 1 and 12"],
    ["FREQ=DAILY;EVAL=1", "cannot be read: EVAL=1"],
    [`FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8,9,10;BYMINUTE=1,2,3,4,5,6,7,8,9,10`, "96 times a day"],
  ])
    await expect(create(ada, { rrule })).rejects.toMatchObject({
      message: expect.stringContaining(message ?? ""),
    });
  const yearly = await create(ada, { rrule: "FREQ=YEARLY;BYMONTH=3;BYDAY=1MO" });
  const message = "Change the rule to move the whole series to another day";
  await expect(
    change(yearly, ada, { scope: "all", startTime: "2026-03-03T08:00:00Z", endTime: "2026-03-03T08:30:00Z" }),
  ).rejects.toMatchObject({ message });
});

test("an uncommon rule is expanded in a separate process", async () => {
  const ada = await createUser();
  await create(ada, { title: "Watch", rrule: "FREQ=HOURLY;INTERVAL=6;COUNT=3" });
  expect(await timesAndTitles(ada)).toEqual(["03-02T08:00 Watch", "03-02T14:00 Watch", "03-02T20:00 Watch"]);
});

test("reminders are scheduled for the next occurrences, and the nightly job adds later ones", async () => {
  // Whether a reminder was sent is decided by the database's own clock.
  vi.setSystemTime(new Date("2089-03-01T08:00:00Z"));
  const ada = await createUser();
  const first = await create(ada, {
    startTime: "2089-03-02T08:00:00Z",
    endTime: "2089-03-02T08:30:00Z",
    zone: "UTC",
    rrule: "FREQ=DAILY;INTERVAL=14",
    reminderSettings: { minutesBefore: [10] },
  });
  const reminders = async () => {
    const { rows } = await server.owner.query(
      "select scheduled_for from smart_notifications where user_id = $1 order by 1",
      [ada.userId],
    );
    return rows.map((row) => row.scheduled_for.toISOString().slice(5, 16));
  };
  expect(await reminders()).toEqual(["03-02T07:50", "03-16T07:50", "03-30T07:50"]);
  await ada.invoke(events.delete, { id: first.id });
  expect(await reminders()).toEqual(["03-16T07:50", "03-30T07:50"]);
  const [second] = await list(ada, "2089-03-03", "2089-04-10");
  if (second)
    await change(second, ada, { startTime: "2089-03-16T10:00:00Z", endTime: "2089-03-16T11:00:00Z" });
  expect(await reminders()).toEqual(["03-16T09:50", "03-30T07:50"]);
  vi.setSystemTime(new Date("2089-03-20T08:00:00Z"));
  await server.owner.query("update events set expanded_until = now()");
  await renewSeries.run(server.services as never, {});
  expect(await reminders()).toEqual(["03-16T09:50", "03-30T07:50", "04-13T07:50", "04-27T07:50"]);
  vi.setSystemTime(new Date("2026-03-01T08:00:00Z"));
});

test("an occurrence far in the future is materialized on request and can be changed like others", async () => {
  const ada = await createUser();
  await create(ada, {
    rrule: "FREQ=YEARLY",
    startTime: "2026-03-05T09:00:00Z",
    endTime: "2026-03-05T10:00:00Z",
  });
  await create(ada, { title: "Ended", rrule: "FREQ=WEEKLY;COUNT=3" });
  const march = { from: "2031-02-01T00:00:00Z", to: "2031-05-01T00:00:00Z" };
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await timesAndTitles(ada, "2031-02-01", "2031-05-01")).toEqual(["03-05T09:00 Standup"]);
  const [far] = await list(ada, "2031-02-01", "2031-05-01");
  if (!far) throw new Error("Nothing far away");
  await change(far, ada, { title: "Jubilee" });
  expect(await timesAndTitles(ada, "2031-02-01", "2031-05-01")).toEqual(["03-05T09:00 Jubilee"]);
  // Without an end, a year is listed; no request makes the server materialize a century.
  const open = (await ada.invoke(events.list, { from: march.from, limit: 200 })) as Page;
  expect(open.items.map(({ startTime }) => startTime.slice(0, 10))).toEqual(["2031-03-05", "2032-03-05"]);
  await ada.invoke(events.list, { from: "1000-01-01T00:00:00Z", to: "9999-01-01T00:00:00Z" });
});

test("CAL-16: lists with visibleOnly leave out events in hidden calendars", async () => {
  const ada = await createUser();
  const { id } = (await ada.invoke(calendars.create, { name: "Fair" })) as { id: string };
  const { id: hiddenId } = await create(ada, { rrule: null, calendarId: id, title: "Fair" });
  await create(ada, { rrule: null, title: "Mine" });
  await ada.invoke(calendars.update, { id, isVisible: false });
  const titles = (page: unknown) => (page as Page).items.map(({ title }) => title);
  const window = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" };
  expect(titles(await ada.invoke(events.list, { ...window, visibleOnly: true }))).toEqual(["Mine"]);
  expect(titles(await ada.invoke(events.upcoming, { visibleOnly: true }))).toEqual(["Mine"]);
  expect(titles(await ada.invoke(events.list, window))).toHaveLength(2);
  expect(await ada.invoke(events.remoteVersion, { id: hiddenId })).toEqual({ remote: null, error: null });
});
