import { expect, test } from "vitest";
import { commitments } from "#features/commitments/commitments.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

const { aUser, as } = await testDatabase();

test("a promise whose task is in the trash has no task in any answer: read, changed, refused and kept", async () => {
  const ada = as(await aUser({ fullName: "Ada" }));
  type Answer = { id: string; version: number; taskId: string | null };
  const promise = (await ada.invoke(commitments.create, { what: "send the figures" })) as Answer;
  const { id } = promise;
  const { taskId, version } = (await ada.invoke(commitments.makeTask, { id })) as Answer;
  expect(taskId).not.toBeNull();
  await ada.invoke(tasks.delete, { id: taskId });
  expect(await ada.invoke(commitments.get, { id })).toMatchObject({ taskId: null });
  const withoutTask = { code: "conflict", details: { current: { id, taskId: null } } };
  const old = ada.invoke(commitments.update, { id, version: version - 1, what: "send them" });
  await expect(old).rejects.toMatchObject(withoutTask);
  expect(await ada.invoke(commitments.update, { id, version, what: "send it" })).toMatchObject({
    what: "send it",
    taskId: null,
  });
  await expect(ada.invoke(commitments.accept, { id })).rejects.toMatchObject(withoutTask);
  expect(await ada.invoke(commitments.markMet, { id })).toMatchObject({ state: "met", taskId: null });
});
