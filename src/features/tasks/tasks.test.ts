import { expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import type { ProjectOnWire, TaskOnWire } from "./model.ts";
import { projects } from "./projects.ts";
import { tasks } from "./tasks.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser({ fullName: "Ada" }));
const bob = server.as(await server.aUser({ fullName: "Bob" }));

type Fields = Record<string, unknown>;
const callerOf =
  <T>(verb: unknown) =>
  (input: Fields = {}, person: Person = ada) =>
    person.invoke(verb, input) as Promise<T>;
const newTask = callerOf<TaskOnWire>(tasks.create);
const create = (fields: Fields = {}) => newTask({ title: "Call Anna", ...fields });
const update = callerOf<TaskOnWire>(tasks.update);
const change = ({ id, version }: TaskOnWire, fields: Fields) => update({ id, version, ...fields });
const updateMany = callerOf<{ ids: string[]; items: TaskOnWire[] }>(tasks.updateMany);
const read = callerOf<TaskOnWire>(tasks.get);
const get = (task: { id: string }) => read({ id: task.id });
const move = callerOf<TaskOnWire>(tasks.move);
const remove = callerOf<{ ids: string[] }>(tasks.delete);
const restore = callerOf<TaskOnWire>(tasks.restore);
const trash = callerOf<{ items: TaskOnWire[] }>(tasks.trash);
const newProject = callerOf<ProjectOnWire>(projects.create);
const undo = () => undoLastAction(server, ada, tasks, projects);

test("TASK-27, DATA-05: a task is saved with all its fields", async () => {
  const project = await newProject({ name: "Launch" });
  const fields = {
    title: "Call Anna",
    description: "About the \u202eboard\u202c 🚀",
    priority: "high",
    status: "review",
    dueDate: "2026-04-01T13:00:00.123Z",
    projectId: project.id,
    tags: ["board", "q3"],
  };
  const task = await create(fields);
  expect(task).toMatchObject({
    ...fields,
    userId: ada.userId,
    projectName: "Launch",
    completedAt: null,
    parentId: null,
    subtasks: { total: 0, completed: 0 },
    deletedAt: null,
    version: 1,
  });
  expect(await get(task)).toEqual(task);
});

test("TASK-20, TASK-21: a new task is to do and of medium priority", async () => {
  expect(await create()).toMatchObject({ status: "todo", priority: "medium", tags: [], dueDate: null });
});

test("TASK-17: any status follows any other", async () => {
  let task = await create();
  const statuses = [
    "review",
    "todo",
    "completed",
    "in_progress",
    "completed",
    "review",
    "in_progress",
    "todo",
  ];
  for (const status of statuses) {
    task = await change(task, { status });
    expect(task.status).toBe(status);
  }
});

test("TASK-18: a task saved as completed gets completed_at, any other status clears it", async () => {
  const task = await create();
  expect(task.completedAt).toBeNull();
  const completed = await change(task, { status: "completed" });
  expect(completed.completedAt).toBe(completed.updatedAt);
  const renamed = await change(completed, { title: "Call Anna back" });
  expect(renamed.completedAt).toBe(completed.completedAt);
  expect((await change(renamed, { status: "review" })).completedAt).toBeNull();
});

test("DATA-05: a task created as completed has its completed_at, and no other status can be given one", async () => {
  const task = await create({ status: "completed" });
  expect(task.completedAt).toBe(task.createdAt);
  const open = await change(task, { status: "todo", completedAt: "2026-01-01T00:00:00.000Z" });
  expect(open.completedAt).toBeNull();
  const alone = await change(open, { completedAt: "2026-01-01T00:00:00.000Z" });
  expect(alone.completedAt).toBeNull();
});

test("TASK-28: an update changes only the given fields, and can be undone", async () => {
  const task = await create({ description: "By phone", tags: ["board"], status: "completed" });
  await change(task, {
    title: "Write to Anna",
    description: null,
    tags: null,
    status: "todo",
    priority: "urgent",
  });
  expect(await get(task)).toMatchObject({
    title: "Write to Anna",
    description: null,
    tags: [],
    dueDate: null,
    priority: "urgent",
  });
  await undo();
  const { version: _, updatedAt: __, ...before } = task;
  expect(await get(task)).toMatchObject(before);
});

test("the second of two tabs gets what changed, and nothing is lost", async () => {
  const task = await create();
  const first = await change(task, { title: "Call Anna at noon" });
  await expect(change(task, { title: "Write to Anna" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: first },
  });
  expect(await get(task)).toEqual(first);
});

test("two tabs that save at the same moment: one succeeds, the other gets the conflict", async () => {
  const task = await create();
  const saved = await Promise.allSettled(
    Array.from({ length: 8 }, (_, tab) => change(task, { title: `Tab ${tab}` })),
  );
  expect(saved.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of saved)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
  expect((await get(task)).version).toBe(2);
});

test("T2: a subtask belongs to its task, which counts its steps", async () => {
  const task = await create();
  const step = await create({ parentId: task.id, title: "Find the number" });
  await create({ parentId: task.id, status: "completed" });
  expect((await get(task)).subtasks).toEqual({ total: 2, completed: 1 });
  await expect(create({ parentId: step.id })).rejects.toMatchObject({
    code: "invalid",
    details: { fields: { parentId: expect.any(String) } },
  });
});

test("T2: a page that shows a task is notified of every change of its subtasks", async () => {
  const task = await create({ title: "Trip" });
  const announced = async (act: () => Promise<unknown>) => {
    await server.owner.query("delete from announcements");
    const answer = await act();
    const { rows } = await server.owner.query<{ record_ids: string[] }>(
      "select record_ids from announcements where user_id = $1 and resource = 'tasks'",
      [ada.userId],
    );
    expect(rows.flatMap(({ record_ids }) => record_ids)).toContain(task.id);
    return answer as TaskOnWire;
  };
  const step = await announced(() => create({ title: "Book the train", parentId: task.id }));
  await announced(() => change(step, { status: "completed" }));
  await announced(() => remove({ id: step.id }));
  await announced(() => restore({ id: step.id }));
});

test("creating can be undone", async () => {
  const task = await create();
  await undo();
  await expect(get(task)).rejects.toMatchObject({ code: "not_found" });
});

test("a deleted task goes to the trash with its steps, and is restored with them", async () => {
  const task = await create({ title: "Trip" });
  const earlier = await create({ parentId: task.id });
  const step = await create({ parentId: task.id });
  await remove({ id: earlier.id });
  const { ids } = await remove({ id: task.id });
  expect(ids.toSorted()).toEqual([task.id, step.id].toSorted());
  await expect(get(task)).rejects.toMatchObject({ code: "not_found" });
  const listed = (await trash()).items.map(({ id }) => id);
  expect(listed.slice(0, 2)).toEqual([task.id, earlier.id]);
  expect(listed).not.toContain(step.id);
  await undo();
  expect(await get(task)).toMatchObject({ title: "Trip", subtasks: { total: 1 }, deletedAt: null });
  await expect(get(earlier)).rejects.toMatchObject({ code: "not_found" });
});

test("a step alone is not restored before its parent task", async () => {
  const task = await create();
  const step = await create({ parentId: task.id });
  await remove({ id: task.id });
  await expect(restore({ id: step.id })).rejects.toMatchObject({ code: "conflict" });
  await ada.invoke(tasks.restoreMany, { ids: [step.id, task.id] });
  expect((await get(task)).subtasks.total).toBe(1);
});

test("restoring is idempotent", async () => {
  const task = await create();
  await remove({ id: task.id });
  const back = await restore({ id: task.id });
  expect(await restore({ id: task.id })).toEqual(back);
});

test("many tasks are changed, deleted and restored together, or none", async () => {
  const made = [await create({ title: "One" }), await create({ title: "Two", tags: ["keep"] })];
  const ids = made.map(({ id }) => id);
  const { items } = await updateMany({
    changes: ids.map((id, index) => ({
      id,
      status: "completed",
      dueDate: "2026-04-01T00:00:00.000Z",
      tags: [`n${index}`],
    })),
  });
  expect(items.map(({ title, tags, status }) => [title, tags, status]).toSorted()).toEqual([
    ["One", ["n0"], "completed"],
    ["Two", ["n1"], "completed"],
  ]);
  await undo();
  expect(await get(made[1] as TaskOnWire)).toMatchObject({
    status: "todo",
    tags: ["keep"],
    dueDate: null,
    completedAt: null,
  });
  const foreign = await newTask({ title: "Bob's" }, bob);
  const withForeign = [...ids, foreign.id];
  const notFound = { code: "not_found" };
  await expect(
    updateMany({ changes: withForeign.map((id) => ({ id, title: "Mine" })) }),
  ).rejects.toMatchObject(notFound);
  await expect(ada.invoke(tasks.deleteMany, { ids: withForeign })).rejects.toMatchObject(notFound);
  await expect(ada.invoke(tasks.restoreMany, { ids: withForeign })).rejects.toMatchObject(notFound);
  expect((await get(made[0] as TaskOnWire)).title).toBe("One");
  expect((await bob.invoke(tasks.get, { id: foreign.id })) as TaskOnWire).toMatchObject({ title: "Bob's" });
  await ada.invoke(tasks.deleteMany, { ids });
  await undo();
  expect(await get(made[0] as TaskOnWire)).toMatchObject({ deletedAt: null });
});

test("T1: a task is moved on the board, below another or on top, and the move can be undone", async () => {
  const person = server.as(await server.aUser());
  const made: TaskOnWire[] = [];
  for (const title of ["A", "B", "C"]) made.push(await newTask({ title, status: "review" }, person));
  const [a, b, c] = made.map(({ id }) => id);
  const column = async (status = "review") => {
    const page = await callerOf<{ items: TaskOnWire[] }>(tasks.list)(
      { status: [status], sort: "position" },
      person,
    );
    return page.items.map(({ title }) => title).join("");
  };
  await move({ id: a, status: "review" }, person);
  expect(await column()).toMatch(/^A/);
  await move({ id: a, status: "review", afterId: c }, person);
  expect(await column()).toMatch(/CA/);
  await move({ id: b, status: "review", afterId: c }, person);
  expect(await column()).toMatch(/CBA|BCA/);
  expect(await column()).toMatch(/CB/);
  const moved = await move({ id: b, status: "completed", afterId: null }, person);
  expect(moved).toMatchObject({ status: "completed", completedAt: moved.updatedAt });
  expect([await column(), await column("completed")]).toEqual(["CA", "B"]);
  await undoLastAction(server, person, tasks);
  expect(await column()).toMatch(/CBA/);
  await expect(move({ id: a, status: "todo", afterId: b }, bob)).rejects.toMatchObject({ code: "not_found" });
});

test("moving within a column keeps the completion time", async () => {
  const [first, second] = [await create({ status: "completed" }), await create({ status: "completed" })];
  const moved = await move({ id: second.id, status: "completed", afterId: first.id });
  expect(moved.completedAt).toBe(second.completedAt);
});

test("T5: one line becomes a task in the named project, in the person's time zone", async () => {
  const project = await newProject({ name: "Board Meeting" });
  const quickAdd = callerOf<TaskOnWire>(tasks.quickAdd);
  const line = "Call Anna 2030-03-01 15:00 !high #board +board-m";
  expect(await quickAdd({ text: line, timeZone: "America/New_York" })).toMatchObject({
    title: "Call Anna",
    dueDate: "2030-03-01T20:00:00.000Z",
    priority: "high",
    tags: ["board"],
    projectId: project.id,
  });
  await undo();
  expect(await quickAdd({ text: line }, bob)).toMatchObject({ title: "Call Anna +board-m", projectId: null });
  await expect(quickAdd({ text: "x".repeat(501) })).rejects.toMatchObject({ code: "invalid" });
  await expect(quickAdd({ text: "x", timeZone: "Mars/Olympus" })).rejects.toMatchObject({ code: "invalid" });
});

test("counts cover own tasks, by the person's midnight", async () => {
  const person = server.as(await server.aUser());
  const now = new Date();
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
  const task = await newTask({ title: "Late", dueDate: at(-49), priority: "urgent" }, person);
  await newTask({ title: "Now", dueDate: now.toISOString() }, person);
  await newTask({ title: "Done", dueDate: at(-49), status: "completed" }, person);
  await newTask({ title: "Step", parentId: task.id }, person);
  const deleted = await newTask({ title: "Gone" }, person);
  await remove({ id: deleted.id }, person);
  expect(await person.invoke(tasks.counts, { timeZone: "Europe/Berlin" })).toEqual({
    byStatus: { todo: 2, in_progress: 0, completed: 1, review: 0 },
    overdue: 1,
    dueToday: 1,
    urgent: 1,
    trash: 1,
  });
});

test("DATA-05: a task can only be in projects and under tasks of its owner", async () => {
  const project = await newProject({ name: "Ada's" });
  const task = await create();
  for (const fields of [{ projectId: project.id }, { parentId: task.id }])
    await expect(newTask({ title: "Bob's", ...fields }, bob)).rejects.toMatchObject({ code: "not_found" });
  const bobTask = await newTask({ title: "Bob's" }, bob);
  const { id, version } = bobTask;
  await expect(update({ id, version, projectId: project.id }, bob)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(
    server.owner.query("update tasks set project_id = $1 where id = $2", [project.id, id]),
  ).rejects.toThrow("tasks_project");
});
