import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { TaskOnWire } from "./model.ts";
import { projects } from "./projects.ts";
import { tasks } from "./tasks.ts";

const { aUser, as, owner } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada" }));
const bob = as(await aUser({ fullName: "Bob" }));

type Fields = Record<string, unknown>;
const create = (fields: Fields = {}, person = ada) =>
  person.invoke(tasks.create, { title: "Call Anna", ...fields }) as Promise<TaskOnWire>;
const update = (task: TaskOnWire, change: Fields, person = ada) =>
  person.invoke(tasks.update, { id: task.id, version: task.version, ...change }) as Promise<TaskOnWire>;
const get = (id: string, person = ada) => person.invoke(tasks.get, { id }) as Promise<TaskOnWire>;

/** What the audit row of the last act says about taking it back. */
async function undo(person = ada): Promise<unknown> {
  const { rows } = await owner.query(
    "select undo from audit_log where user_id = $1 and capability not like '%create' order by at desc limit 1",
    [person.userId],
  );
  const { capability, input } = rows[0].undo;
  const [noun, verb] = capability.split(".");
  const resource: Record<string, unknown> = noun === "tasks" ? tasks : projects;
  return person.invoke(resource[verb], input);
}

test("TASK-20, TASK-21, DATA-05: a new task is to do, of medium priority, and has every field", async () => {
  const task = await create();
  expect(task).toMatchObject({
    userId: ada.userId,
    title: "Call Anna",
    description: null,
    priority: "medium",
    status: "todo",
    dueDate: null,
    projectId: null,
    tags: [],
    completedAt: null,
    parentId: null,
    subtasks: { total: 0, completed: 0 },
    version: 1,
  });
  expect(await get(task.id)).toEqual(task);
});

test("TASK-18: a task saved as completed gets completed_at, any other status clears it", async () => {
  const task = await create();
  const before = Date.now();
  const completed = await update(task, { status: "completed" });
  expect(Date.parse(completed.completedAt ?? "")).toBeGreaterThanOrEqual(before - 1000);
  for (const status of ["todo", "in_progress", "review"]) {
    const done = await update(await get(task.id), { status: "completed" });
    expect(done.completedAt).not.toBeNull();
    expect((await update(done, { status })).completedAt).toBeNull();
  }
});

test("an update can be taken back, and a second one that does not know the first is told what changed", async () => {
  const task = await create({ tags: ["board"] });
  const first = await update(task, { title: "Call Anna at noon", tags: [] });
  await expect(update(task, { title: "Write to Anna" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: first },
  });
  await undo();
  expect(await get(task.id)).toMatchObject({ title: "Call Anna", tags: ["board"], version: 3 });
});

test("a project's progress", async () => {
  const project = (await ada.invoke(projects.create, { name: "Board", progressPercentage: 40 })) as {
    id: string;
  };
  const task = await create({ projectId: project.id });
  await create({ projectId: project.id, status: "completed" });
  expect(await ada.invoke(projects.get, { id: project.id })).toMatchObject({
    progressPercentage: 50,
    computed: true,
  });
  await expect(create({ projectId: project.id }, bob)).rejects.toMatchObject({ code: "not_found" });
  const page = (await ada.invoke(tasks.list, {
    projectId: project.id,
    text: "ann",
    sort: "title",
    due: "none",
  })) as { items: TaskOnWire[] };
  expect(page.items).toHaveLength(2);
  for (const sort of ["created", "due", "priority", "title", "position"]) {
    const one = (await ada.invoke(tasks.list, { sort, limit: 1 })) as {
      items: TaskOnWire[];
      nextCursor: string;
    };
    await ada.invoke(tasks.list, { sort, limit: 1, cursor: one.nextCursor });
  }
  await ada.invoke(tasks.move, { id: task.id, status: "review" });
  await ada.invoke(tasks.counts, {});
  await ada.invoke(tasks.delete, { id: task.id });
  await undo();
});
