import { beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { dayInZone, instantOf, startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import { briefings } from "../briefings.ts";
import type { Evening } from "../evening-model.ts";
import { composeEvening } from "./compose-evening.ts";

const server = await testDatabase();
const { aUser, as } = server;
const ZONE = "America/New_York";

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, timezone: ZONE });
});

/** An hour of today, or of a day after it, in New York. */
const at = (hour: number, days = 0) =>
  instantOf({ ...wallClock(startOfDay(new Date(), ZONE, days), ZONE), hour, minute: 0 }, ZONE);
type Made = { id: string; version: number };
const aTask = (title: string, due: Date) =>
  ada.invoke(tasks.create, { title, dueDate: due.toISOString() }) as Promise<Made>;
const evening = (now: Date): Promise<Evening> =>
  ada.run((context) => composeEvening(Object.assign(context, { now })));
const TODAY = dayInZone(new Date(), ZONE);
const move = (ids: string[], date = TODAY) => ada.invoke(briefings.moveLeft, { date, ids });
const textsOf = ({ lines }: Evening, part: string) =>
  lines.filter((line) => line.part === part).map(({ text, note }) => (note ? `${text} | ${note}` : text));

test("the evening names what was done and moved, what is left, and what comes first tomorrow", async () => {
  const done = await aTask("Sign the lease", at(12));
  await ada.invoke(tasks.update, { id: done.id, version: done.version, status: "completed" });
  const later = await aTask("Pay the rent", at(12));
  await ada.invoke(tasks.update, { id: later.id, version: later.version, dueDate: at(12, 3).toISOString() });
  const left = await aTask("Call the bank", at(0));
  await aTask("Write to Tom", at(12, 1));
  await ada.invoke(events.create, {
    ...{ title: "Board", startTime: at(9, 1).toISOString(), endTime: at(10, 1).toISOString() },
  });
  const facts = await evening(new Date(Math.max(at(20).getTime(), Date.now())));
  expect(facts).toMatchObject({ date: dayInZone(new Date(), ZONE), isTime: true, from: at(17) });
  expect(textsOf(facts, "done")).toEqual(["1 task done: 'Sign the lease'."]);
  expect(textsOf(facts, "moved")).toEqual([
    expect.stringMatching(/^Moved to later: 'Pay the rent' \(\w{3}, \w{3} \d+\)\.$/),
  ]);
  expect(textsOf(facts, "tomorrow")).toEqual([
    "'Board'",
    "'Call the bank' | This task is due today",
    "'Write to Tom' | This task is due tomorrow",
  ]);
  expect(facts.left).toEqual([{ id: left.id, title: "Call the bank", dueDate: at(0) }]);
});

test("it is not evening before the working hours end, and an evening without anything says nothing", async () => {
  expect(await evening(at(16))).toMatchObject({ isTime: false });
  expect(await evening(at(18))).toMatchObject({ lines: [], left: [] });
});

test("what is left moves to tomorrow at the same time of day, and one undo brings all of it back", async () => {
  const made = [await aTask("Call the bank", at(0)), await aTask("Write to Tom", at(23))];
  const other = await aTask("Next week", at(9, 7));
  const all = [...made, other].map(({ id }) => id);
  const { ids, moved } = (await move(all)) as { ids: string[]; moved: object[] };
  expect(moved).toContainEqual({
    id: made[0]?.id,
    before: at(0).toISOString(),
    dueDate: at(0, 1).toISOString(),
  });
  expect(ids.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  const dueOf = async ({ id }: Made) =>
    ((await ada.invoke(tasks.get, { id })) as { dueDate: string }).dueDate;
  const dues = () => Promise.all([...made, other].map(dueOf));
  const iso = (...times: Date[]) => times.map((time) => time.toISOString());
  expect(await dues()).toEqual(iso(at(0, 1), at(23, 1), at(9, 7)));
  expect(await move(all)).toEqual({ ids: [], moved: [] });
  await ada.invoke(tasks.update, { id: other.id, version: other.version, title: "In a week" });
});

test("Bob's evening is not Ada's, and moving hers leaves his tasks", async () => {
  const bob = as(await aUser({ fullName: "Bob" }));
  const ofBob = (await bob.invoke(tasks.create, {
    title: "Bob's secret",
    dueDate: at(12).toISOString(),
  })) as Made;
  expect(JSON.stringify(await evening(at(20)))).not.toContain("Bob");
  await move([ofBob.id]);
  expect(await bob.invoke(tasks.get, { id: ofBob.id })).toMatchObject({ dueDate: at(12).toISOString() });
});

test("tasks of another day than the page showed are not moved", async () => {
  const { id } = await aTask("Call the bank", at(12));
  await expect(move([id], dayInZone(at(12, -1), ZONE))).rejects.toMatchObject({ code: "conflict" });
});

test("an undo after moving is one act, and leaves what was thrown away or changed since", async () => {
  const made = [
    await aTask("Call the bank", at(12)),
    await aTask("Trash", at(12)),
    await aTask("Later", at(12)),
  ];
  const [back = "", gone = "", later = ""] = made.map(({ id }) => id);
  await move([back, gone, later]);
  const { rows } = await server.owner.query(
    "select undo from audit_log where user_id = $1 and capability = 'briefings.moveLeft'",
    [ada.userId],
  );
  await ada.invoke(tasks.delete, { id: gone });
  await ada.invoke(tasks.updateMany, { changes: [{ id: later, dueDate: at(9, 5).toISOString() }] });
  expect(await ada.invoke(briefings.moveBack, rows[0].undo.input)).toEqual({ ids: [back] });
  expect(await ada.invoke(tasks.get, { id: back })).toMatchObject({ dueDate: at(12).toISOString() });
  expect(await ada.invoke(tasks.get, { id: later })).toMatchObject({ dueDate: at(9, 5).toISOString() });
});
