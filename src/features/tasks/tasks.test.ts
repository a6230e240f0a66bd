import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import type { TaskOnWire } from "./model.ts";
import { projects } from "./projects.ts";
import { taskCalls } from "./task-calls.factory.ts";
import { tasks } from "./tasks.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser({ fullName: "Ada" }));
const bob = server.as(await server.aUser({ fullName: "Bob" }));
const { callerOf, newTask, create, update, change, get, move, remove, newProject } = taskCalls(ada);
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
    estimateMinutes: 90,
    notBefore: "2026-03-30T07:00:00.000Z",
    leastPieceMinutes: 30,
    hoursOfDay: "08:00-12:00",
    place: "Office",
    energy: "deep",
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
  expect(await get(task)).toEqual({ ...task, blockers: [] });
});

test("TASK-20, TASK-21: a new task is to do and of medium priority", async () => {
  expect(await create()).toMatchObject({ status: "todo", priority: "medium", tags: [], dueDate: null });
});

test("what plans need of a task is optional, limited, and can be taken away again", async () => {
  const task = await create();
  const nothing = {
    estimateMinutes: null,
    notBefore: null,
    leastPieceMinutes: null,
    hoursOfDay: null,
    place: null,
    energy: "any",
  };
  expect(task).toMatchObject(nothing);
  const planned = await change(task, {
    estimateMinutes: 45,
    leastPieceMinutes: 15,
    hoursOfDay: " 14:00-24:00",
    place: " Office ",
    energy: "light",
  });
  expect(planned).toMatchObject({
    estimateMinutes: 45,
    leastPieceMinutes: 15,
    hoursOfDay: "14:00-24:00",
    place: "Office",
    energy: "light",
  });
  const { place, ...others } = nothing;
  expect(await change(planned, { ...others, place })).toMatchObject(nothing);
  for (const fault of [
    { estimateMinutes: 0 },
    { leastPieceMinutes: 4 },
    { hoursOfDay: "morning" },
    { hoursOfDay: "12:00-08:00" },
    { energy: "high" },
  ])
    await expect(change(await get(task), fault)).rejects.toMatchObject({
      code: "invalid",
      details: { fields: { [Object.keys(fault)[0] ?? ""]: expect.any(String) } },
    });
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
  expect(await get(task)).toEqual({ ...first, blockers: [] });
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

test("creating can be undone", async () => {
  const task = await create();
  await undo();
  await expect(get(task)).rejects.toMatchObject({ code: "not_found" });
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
