import { expect, test } from "vitest";
import { attention } from "#features/attention/attention.ts";
import type { AttentionItemOnWire } from "#features/attention/model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";

const { aUser, as } = await testDatabase();
const timeZone = "Europe/Berlin";
const aPerson = async (fullName: string) => as(await aUser({ fullName }));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const endOfToday = () => new Date(startOfDay(new Date(), timeZone, 1).getTime() - 60_000);
const list = async (person: Person) =>
  ((await person.invoke(attention.list, { timeZone })) as { items: AttentionItemOnWire[] }).items;
const shown = async (person: Person) => (await list(person)).map(({ kind, title }) => `${kind}: ${title}`);
const newTask = async (person: Person, fields: object) =>
  (await person.invoke(tasks.create, { title: "Sign the lease", ...fields })) as { id: string };

test("a due task that waits for another one says so and comes after it, until the other one is completed", async () => {
  const ada = await aPerson("Ada");
  const lease = await newTask(ada, { dueDate: inDays(9).toISOString() });
  const unneeded = await newTask(ada, { title: "Paint the walls" });
  await newTask(ada, {
    title: "Move in",
    dueDate: endOfToday().toISOString(),
    blockedBy: [lease.id],
  });
  await newTask(ada, { title: "Call the bank", dueDate: endOfToday().toISOString() });
  await newTask(ada, { title: "Party", dueDate: inDays(3).toISOString(), blockedBy: [unneeded.id] });
  expect(await list(ada)).toMatchObject([
    { title: "Call the bank", reason: "This task is due today", importance: 60 },
    {
      id: `blocker:${lease.id}`,
      title: "Sign the lease",
      reason: "Another of your tasks waits for this",
      record: { kind: "task", id: lease.id },
      acts: ["complete", "done", "snooze", "unimportant", "not_mine"],
      importance: 50,
    },
    {
      title: "Move in",
      reason: "This task is due today and waits for “Sign the lease”",
      parts: [
        { part: "kind", points: 35 },
        { part: "due", points: 25 },
        { part: "priority", points: -15 },
      ],
    },
  ]);
  await ada.invoke(attention.mark, { items: [{ id: `blocker:${lease.id}`, as: "unimportant" }] });
  expect(await shown(ada)).toEqual(["task: Call the bank", "task: Move in"]);
  await ada.invoke(tasks.update, { id: lease.id, version: 1, status: "completed" });
  expect(await list(ada)).toMatchObject([
    { reason: "This task is due today" },
    { reason: "This task is due today" },
  ]);
});

test("a blocker that is due today or is in the trash is no item of its own", async () => {
  const ada = await aPerson("Ada");
  const today = await newTask(ada, { title: "Today", dueDate: endOfToday().toISOString() });
  const gone = await newTask(ada, { title: "Gone" });
  await newTask(ada, {
    title: "Late",
    dueDate: inDays(-2).toISOString(),
    blockedBy: [gone.id, today.id],
  });
  await ada.invoke(tasks.delete, { id: gone.id });
  expect(await list(ada)).toMatchObject([
    { title: "Today", kind: "task" },
    { title: "Late", reason: "This task is overdue and waits for “Today”" },
  ]);
});

test("a blocker that waits itself names what it waits for and counts for less", async () => {
  const ada = await aPerson("Ada");
  const keys = await newTask(ada, { title: "Get the keys" });
  const lease = await newTask(ada, { blockedBy: [keys.id] });
  await newTask(ada, { title: "Move in", dueDate: endOfToday().toISOString(), blockedBy: [lease.id] });
  const waiting = { kind: "blocker", title: "Sign the lease" };
  expect(await list(ada)).toMatchObject([
    { title: "Move in", importance: 45 },
    {
      ...waiting,
      reason: "Another of your tasks waits for this, and this for “Get the keys”",
      importance: 35,
    },
  ]);
  await ada.invoke(tasks.update, { id: keys.id, version: 1, status: "completed" });
  expect(await list(ada)).toMatchObject([
    { ...waiting, reason: "Another of your tasks waits for this", importance: 50 },
    { title: "Move in" },
  ]);
});
