import pg from "pg";
import { expect, test, vi } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { aProject, aTask } from "./factory.ts";
import type { ProjectOnWire, TaskOnWire } from "./model.ts";
import { projects } from "./projects.ts";
import { projects as projectsTable, tasks as tasksTable } from "./tables.ts";
import { tasks } from "./tasks.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser({ fullName: "Ada" }));
const bob = server.as(await server.aUser({ fullName: "Bob" }));

type Fields = Record<string, unknown>;
const callerOf =
  <T>(verb: unknown) =>
  (input: Fields = {}, person: Person = ada) =>
    person.invoke(verb, input) as Promise<T>;
const newProject = callerOf<ProjectOnWire>(projects.create);
const create = (fields: Fields = {}) => newProject({ name: "Launch", ...fields });
const update = callerOf<ProjectOnWire>(projects.update);
const change = ({ id, version }: ProjectOnWire, fields: Fields) => update({ id, version, ...fields });
const read = callerOf<ProjectOnWire>(projects.get);
const get = ({ id }: ProjectOnWire) => read({ id });
const list = callerOf<{ items: ProjectOnWire[]; nextCursor: string | null }>(projects.list);
const newTask = callerOf<TaskOnWire>(tasks.create);
const undo = () => undoLastAction(server, ada, projects, tasks);

test("PROJ-12, DATA-06: a project is saved with all its fields", async () => {
  const fields = {
    name: "Launch",
    description: "Of the \u202enew\u202c office 🚀",
    status: "in_progress",
    startDate: "2026-03-01T00:00:00.000Z",
    endDate: "2026-06-30T00:00:00.000Z",
    progressPercentage: 40,
  };
  const project = await create(fields);
  expect(project).toMatchObject({
    ...fields,
    userId: ada.userId,
    computed: false,
    version: 1,
    deletedAt: null,
  });
  expect(await get(project)).toEqual(project);
});

test("PROJ-07: any status follows any other, to do comes first", async () => {
  let project = await create();
  expect(project.status).toBe("todo");
  for (const status of ["completed", "review", "in_progress", "todo", "completed"])
    project = await change(project, { status });
  expect(project.status).toBe("completed");
});

test("PROJ-08: a name is required, trimmed", async () => {
  for (const name of ["", "  \t "]) await expect(create({ name })).rejects.toMatchObject({ code: "invalid" });
  expect((await create({ name: "  Launch " })).name).toBe("Launch");
});

test("PROJ-09: progress is a whole number from 0 to 100", async () => {
  for (const progressPercentage of [-1, 101, 0.5, "50"])
    await expect(create({ progressPercentage })).rejects.toMatchObject({
      code: "invalid",
      details: { fields: { progressPercentage: expect.any(String) } },
    });
  expect((await create()).progressPercentage).toBe(0);
});

test("PROJ-11: projects come newest first, page by page, each once", async () => {
  const person = server.as(await server.aUser());
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, Math.floor(minute / 3)));
  await person.run(({ db }) =>
    db
      .insert(projectsTable)
      .values(
        Array.from({ length: 23 }, (_, n) =>
          aProject({ userId: person.userId, name: `${n}`, createdAt: at(n) }),
        ),
      ),
  );
  const seen: ProjectOnWire[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list({ limit: 5, cursor }, person);
    seen.push(...page.items);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(23);
  const times = seen.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect((await list({ status: ["review"] }, person)).items).toEqual([]);
});

test("T4: progress is computed from the tasks if there are any, else it is the typed number", async () => {
  const project = await create({ progressPercentage: 40 });
  const projectId = project.id;
  await newTask({ title: "One", projectId, status: "completed" });
  await newTask({ title: "Two", projectId, status: "completed" });
  const task = await newTask({ title: "Three", projectId });
  const computed = {
    progressPercentage: 67,
    computed: true,
    manualProgress: 40,
    tasks: { total: 3, completed: 2 },
  };
  expect(await get(project)).toMatchObject(computed);
  expect((await list()).items.find(({ id }) => id === projectId)).toMatchObject(computed);
  await ada.invoke(tasks.delete, { id: task.id });
  expect((await get(project)).progressPercentage).toBe(100);
  const other = await create();
  const { items } = await callerOf<{ items: TaskOnWire[] }>(tasks.list)({ projectId });
  await ada.invoke(tasks.updateMany, { changes: items.map(({ id }) => ({ id, projectId: other.id })) });
  expect(await get(project)).toMatchObject({ progressPercentage: 40, computed: false });
});

test("a project in the trash keeps its tasks: they show no project meanwhile, and show it again afterwards", async () => {
  const project = await create({ name: "Office" });
  const task = await newTask({ title: "Find rooms", projectId: project.id });
  await ada.invoke(projects.delete, { id: project.id });
  await expect(get(project)).rejects.toMatchObject({ code: "not_found" });
  const hidden = (await ada.invoke(tasks.get, { id: task.id })) as TaskOnWire;
  expect(hidden).toMatchObject({ projectId: null, projectName: null });
  await expect(newTask({ title: "More", projectId: project.id })).rejects.toMatchObject({
    code: "not_found",
  });
  const page = await callerOf<{ items: TaskOnWire[] }>(tasks.list)({ projectId: project.id });
  expect(page.items).toEqual([]);
  await ada.invoke(tasks.update, {
    id: task.id,
    version: task.version,
    title: "Find 12 rooms",
    projectId: null,
  });
  await ada.invoke(projects.restore, { id: project.id });
  expect(await ada.invoke(tasks.get, { id: task.id })).toMatchObject({
    projectId: project.id,
    projectName: "Office",
  });
});

test("the trash of projects lists what was deleted in the last 30 days, newest first, to its owner only", async () => {
  const [first, second, old] = [
    await create({ name: "First" }),
    await create({ name: "Second" }),
    await create(),
  ];
  for (const { id } of [first, second, old]) await ada.invoke(projects.delete, { id });
  await server.owner.query("update projects set deleted_at = now() - interval '31 days' where id = $1", [
    old.id,
  ]);
  const trash = async (person = ada) =>
    ((await person.invoke(projects.trash, {})) as { items: ProjectOnWire[] }).items.map(({ id }) => id);
  expect((await trash()).slice(0, 2)).toEqual([second.id, first.id]);
  expect(await trash()).not.toContain(old.id);
  expect(await trash(bob)).toEqual([]);
  await ada.invoke(projects.restore, { id: second.id });
  expect((await trash())[0]).toBe(first.id);
});

test("creating, changing and deleting a project can be undone", async () => {
  const project = await create({ progressPercentage: 10 });
  await change(project, { name: "Start", progressPercentage: 90, endDate: "2026-06-30T00:00:00.000Z" });
  await undo();
  expect(await get(project)).toMatchObject({
    name: "Launch",
    progressPercentage: 10,
    endDate: null,
    version: 3,
  });
  await ada.invoke(projects.delete, { id: project.id });
  await undo();
  expect(await get(project)).toMatchObject({ name: "Launch" });
  const other = await create();
  await undo();
  await expect(get(other)).rejects.toMatchObject({ code: "not_found" });
});

test("the second of two tabs gets what changed, and nothing is lost", async () => {
  const project = await create();
  const first = await change(project, { name: "Launch in Lisbon" });
  await expect(change(project, { progressPercentage: 5 })).rejects.toMatchObject({
    code: "conflict",
    details: { current: first },
  });
  expect(await get(project)).toEqual(first);
});

test("SHELL-03: Bob sees, changes and deletes none of Ada's projects", async () => {
  const project = await create();
  const { id, version } = project;
  for (const [verb, input] of [
    [projects.get, { id }],
    [projects.update, { id, version, name: "Bob's" }],
    [projects.delete, { id }],
    [projects.restore, { id }],
  ] as const)
    await expect(bob.invoke(verb, input)).rejects.toMatchObject({ code: "not_found" });
  expect((await list({}, bob)).items).toEqual([]);
  expect(await get(project)).toEqual(project);
});

test("a page of 50 projects takes as many statements as a page of one", async () => {
  const person = server.as(await server.aUser());
  const { userId } = person;
  await person.run(async ({ db }) => {
    const rows = await db
      .insert(projectsTable)
      .values(Array.from({ length: 50 }, () => aProject({ userId })))
      .returning();
    await db.insert(tasksTable).values(rows.map(({ id }) => aTask({ userId, projectId: id })));
  });
  const queries = vi.spyOn(pg.Client.prototype, "query");
  const statements = async (limit: number) => {
    queries.mockClear();
    expect((await list({ limit }, person)).items).toHaveLength(limit);
    return queries.mock.calls.length;
  };
  expect(await statements(50)).toBe(await statements(1));
  queries.mockRestore();
});
