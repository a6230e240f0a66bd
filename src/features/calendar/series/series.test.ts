import { expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { events } from "../calendar-events.ts";
import type { EventOnWire } from "../model.ts";
import {
  at,
  change,
  create,
  list,
  type Page,
  seriesInstance,
  timesAndTitles,
} from "./series-calls.factory.ts";

const { server, createUser } = await seriesInstance();

const undo = (person: Person) => undoLastAction(server, person, events);

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

test("a series that becomes a whole day covers its day in its own zone; given times are days of the person", async () => {
  const ada = await createUser();
  const toDay = async (fields: object) => {
    const nightly = { startTime: "2026-03-02T23:30:00Z", endTime: "2026-03-03T00:30:00Z" };
    const { id, version } = await create(ada, { ...nightly, rrule: "FREQ=DAILY;COUNT=2" });
    const times = { scope: "all", isAllDay: true, timeZone: "America/Los_Angeles", ...fields };
    const { startTime, endTime } = (await ada.invoke(events.update, {
      id,
      version,
      ...times,
    })) as EventOnWire;
    return [startTime.slice(0, 10), endTime.slice(0, 10)];
  };
  // Half past midnight in Berlin, and still the day before in Los Angeles.
  expect(await toDay({})).toEqual(["2026-03-03", "2026-03-04"]);
  const given = { startTime: "2026-03-05T08:00:00Z", endTime: "2026-03-06T08:00:00Z" };
  expect(await toDay(given)).toEqual(["2026-03-05", "2026-03-06"]);
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
