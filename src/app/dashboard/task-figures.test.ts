import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "./dashboard.ts";
import { at, figuresAt, insertTasks, NOW } from "./figures.factory.ts";

const { aUser, as } = await testDatabase();

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

test("DASH-05: efficiency is the share completed on or before the due day, of the last 30 days", async () => {
  const completed = (completedAt: string, dueDate: string | null) => ({
    status: "completed" as const,
    completedAt: at(completedAt),
    dueDate: dueDate === null ? null : at(dueDate),
  });
  await insertTasks(
    ada,
    completed("2026-11-17T10:00:00Z", "2026-11-18T00:00:00Z"),
    completed("2026-11-16T22:00:00Z", "2026-11-16T00:00:00Z"),
    completed("2026-11-12T09:00:00Z", "2026-11-10T00:00:00Z"),
    completed("2026-11-12T09:00:00Z", null),
    completed("2026-10-02T09:00:00Z", "2026-09-30T00:00:00Z"),
  );
  expect(await figuresAt(ada, "UTC")).toMatchObject({ efficiency: 67, tasksDone: 5 });
});

test("a due day is in the person's time zone: one completion is late in Auckland and on time in Los Angeles", async () => {
  await insertTasks(ada, {
    status: "completed",
    dueDate: at("2026-11-15T10:30:00Z"),
    completedAt: at("2026-11-15T12:00:00Z"),
  });
  expect((await figuresAt(ada, "Pacific/Auckland")).efficiency).toBe(0);
  expect((await figuresAt(ada, "America/Los_Angeles")).efficiency).toBe(100);
});

test("DASH-25: productivity is the share completed of what was due in the last seven days, today included", async () => {
  await insertTasks(
    ada,
    { dueDate: at("2026-11-18T00:00:00Z") },
    { dueDate: at("2026-11-12T00:00:00Z"), status: "completed", completedAt: at("2026-11-12T08:00:00Z") },
    { dueDate: at("2026-11-15T00:00:00Z"), status: "completed", completedAt: at("2026-11-17T08:00:00Z") },
    { dueDate: at("2026-11-11T23:00:00Z") },
    { dueDate: at("2026-11-19T00:00:00Z") },
    { dueDate: at("2026-11-14T00:00:00Z"), deletedAt: NOW },
    {},
  );
  expect(await figuresAt(ada, "UTC")).toMatchObject({ cards: { productivity: 67, activeTasks: 4 } });
});

test("a percentage of nothing is unknown, not zero", async () => {
  await insertTasks(ada, {});
  expect(await figuresAt(ada, "UTC")).toMatchObject({ efficiency: null, cards: { productivity: null } });
});

test("S1: a figure opens exactly the rows that it counts, page by page", async () => {
  await insertTasks(
    ada,
    { title: "One" },
    { title: "Two" },
    { title: "Three" },
    { status: "completed", completedAt: NOW },
  );
  const input = { figure: "activeTasks", timeZone: "UTC", limit: 2 } as const;
  const first = await ada.run((context) => dashboard.rows(context, input));
  expect(first.items).toHaveLength(2);
  const second = await ada.run((context) =>
    dashboard.rows(context, { ...input, cursor: first.nextCursor ?? "" }),
  );
  expect(second.nextCursor).toBeNull();
  const titles = [...first.items, ...second.items].map(({ title }) => title);
  expect(titles.toSorted()).toEqual(["One", "Three", "Two"]);
});

test("created and completed tasks per day, by priority and by project", async () => {
  const now = new Date();
  const yesterday = new Date(now.getTime() - 86_400_000);
  await insertTasks(
    ada,
    { priority: "high" },
    { priority: "high", status: "completed", createdAt: yesterday, completedAt: now },
    {
      priority: "low",
      status: "completed",
      createdAt: yesterday,
      completedAt: new Date(now.getTime() - 40 * 86_400_000),
    },
  );
  await insertTasks(bob, {});
  const answer = await ada.run((context) => dashboard.productivity(context, { timeZone: "UTC", days: 2 }));
  const [first, last] = [yesterday, now].map((day) => day.toISOString().slice(0, 10));
  expect(answer).toEqual({
    days: [
      { date: first, created: 2, completed: 0 },
      { date: last, created: 1, completed: 1 },
    ],
    byPriority: [{ priority: "high", open: 1, completed: 1 }],
    byProject: [{ projectId: null, projectName: null, open: 1, completed: 1 }],
  });
});
