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
const { newTask, create, change, updateMany, get, remove, restore, trash } = taskCalls(ada);
const undo = () => undoLastAction(server, ada, tasks, projects);

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
