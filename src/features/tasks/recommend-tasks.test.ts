import { expect, test } from "vitest";
import type { z } from "zod";
import { testDatabase } from "#platform/testing/test-database.ts";
import { aProject, aTask } from "./factory.ts";
import type { Recommendations } from "./model.ts";
import { projects as projectsTable, tasks as tasksTable } from "./tables.ts";
import { tasks } from "./tasks.ts";

const { aUser, as } = await testDatabase();
/** Days of 24 hours, which are the days of UTC; elsewhere one of 25 may lie between. */
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

async function recommended(rows: Partial<typeof tasksTable.$inferInsert>[], project?: { endDate: Date }) {
  const ada = as(await aUser({ fullName: "Ada" }));
  await ada.run(async ({ db }) => {
    const [made] = project
      ? await db
          .insert(projectsTable)
          .values(aProject({ userId: ada.userId, name: "Launch", ...project }))
          .returning()
      : [];
    const values = rows.map((row) => aTask({ userId: ada.userId, projectId: made?.id ?? null, ...row }));
    if (values.length > 0) await db.insert(tasksTable).values(values);
  });
  return (await ada.invoke(tasks.recommend, { timeZone: "UTC" })) as z.infer<typeof Recommendations>;
}

test("TASK-29: the built-in engine is named, and recommends nothing if nothing is to do", async () => {
  expect(await recommended([])).toEqual({ source: "built-in", recommendations: [] });
  expect(await recommended([{ status: "completed", priority: "urgent" }])).toMatchObject({
    recommendations: [],
  });
});

test("TASK-29: an overdue task comes before an urgent one, and that before an old one; each gives its reason", async () => {
  const { recommendations } = await recommended([
    { title: "Old", createdAt: days(-30) },
    { title: "Urgent", priority: "urgent" },
    { title: "Late", dueDate: days(-3) },
    { title: "New", priority: "low" },
  ]);
  expect(recommendations.map(({ title, type }) => [title, type])).toEqual([
    ["Finish or reschedule 'Late'", "overdue_review"],
    ["Urgent", "priority_focus"],
    ["Old", "priority_focus"],
    ["New", "priority_focus"],
  ]);
  expect(recommendations.map(({ description }) => description)).toEqual([
    expect.stringMatching(/^3 days overdue, priority medium, created today\.$/),
    expect.stringMatching(/^Priority urgent, /),
    expect.stringContaining("open for 30 days"),
    "Created today.",
  ]);
});

test("TASK-29: a project's end date raises the priority of its tasks", async () => {
  const { recommendations } = await recommended([{ title: "Slides", priority: "low" }], { endDate: days(1) });
  expect(recommendations).toEqual([
    {
      title: "Move 'Slides' forward",
      description: "Project 'Launch' ends tomorrow, created today.",
      priority: "low",
      type: "progress_update",
      taskIds: [expect.any(String)],
    },
  ]);
});

test("a task that waits for an open one is not recommended, until that one is completed", async () => {
  const ada = as(await aUser({ fullName: "Ada" }));
  const create = async (fields: object) => (await ada.invoke(tasks.create, fields)) as { id: string };
  const lease = await create({ title: "Sign the lease" });
  await create({ title: "Move in", dueDate: days(-3).toISOString(), blockedBy: [lease.id] });
  const titles = async () => {
    const { recommendations } = (await ada.invoke(tasks.recommend, {})) as z.infer<typeof Recommendations>;
    return recommendations.map(({ title }) => title);
  };
  expect(await titles()).toEqual(["Sign the lease"]);
  await ada.invoke(tasks.update, { id: lease.id, version: 1, status: "completed" });
  expect(await titles()).toEqual(["Finish or reschedule 'Move in'"]);
});

test("DATA-10: old tasks without steps are to be broken down; there are five recommendations at most", async () => {
  const { recommendations } = await recommended(
    Array.from({ length: 12 }, (_, index) => ({
      title: `T${index} ${"é".repeat(200)}`,
      createdAt: days(-60 - index),
      priority: "low" as const,
    })),
  );
  expect(recommendations).toHaveLength(5);
  expect(recommendations[0]).toMatchObject({ type: "task_breakdown", priority: "low" });
  expect(recommendations[0]?.title.length).toBeLessThan(120);
});
