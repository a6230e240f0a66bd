import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { TaskOnWire } from "./model.ts";
import { taskCalls } from "./task-calls.factory.ts";
import { tasks } from "./tasks.ts";

const published: unknown[] = [];
const jobs = {
  enqueue: async () => undefined,
  publish: async (_: unknown, fact: { name: string }, payload: unknown) => {
    published.push([fact.name, payload]);
  },
};
const server = await testDatabase(async () => ({ jobs }));
const ada = server.as(await server.aUser({ fullName: "Ada" }));
const { create, change, remove } = taskCalls(ada);

test("that tasks ended is published once, for those that were open", async () => {
  const [call, mail] = [await create({ title: "Call Anna" }), await create({ title: "Mail Bob" })];
  const changed = await change(call, { priority: "high" });
  expect(published).toEqual([]);
  const done = await change(changed, { status: "completed" });
  const ended = ["tasks.ended", { userId: ada.userId, ids: [call.id] }];
  expect(published).toEqual([ended]);
  await change(done, { title: "Call Anna again" });
  expect(published).toEqual([ended]);
  const sub = (await ada.invoke(tasks.create, { title: "Attach", parentId: mail.id })) as TaskOnWire;
  await remove({ id: mail.id });
  expect(published[1]).toEqual([
    "tasks.ended",
    { userId: ada.userId, ids: expect.arrayContaining([mail.id, sub.id]) },
  ]);
  expect(published).toHaveLength(2);
});
