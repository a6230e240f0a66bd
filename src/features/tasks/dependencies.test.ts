import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import type { TaskDetails, TaskOnWire } from "./model.ts";
import { taskCalls } from "./task-calls.factory.ts";
import { tasks } from "./tasks.ts";

const server = await testDatabase();
const ada = server.as(await server.aUser({ fullName: "Ada" }));
const bob = server.as(await server.aUser({ fullName: "Bob" }));
const { callerOf, newTask, create, change, get, move, remove, restore, updateMany } = taskCalls(ada);
const undo = () => undoLastAction(server, ada, tasks);
const details = (task: { id: string }) => callerOf<TaskDetails>(tasks.get)({ id: task.id });
const list = async () => (await callerOf<{ items: TaskOnWire[] }>(tasks.list)({ limit: 200 })).items;
const inList = async ({ id }: TaskOnWire) => (await list()).find((task) => task.id === id);
const blocked = { isBlocked: true };
const free = { isBlocked: false };

/** What the change feed was sent since the given moment. */
async function announcedIds(act: () => Promise<unknown>): Promise<string[]> {
  const { rows: before } = await server.owner.query("select coalesce(max(id), 0) as id from announcements");
  await act();
  const { rows } = await server.owner.query(
    "select record_ids from announcements where id > $1 and resource = 'tasks' and user_id = $2",
    [before[0].id, ada.userId],
  );
  return rows.flatMap(({ record_ids }) => record_ids);
}

const refused = (words: string) => ({
  code: "invalid",
  message: words,
  details: { fields: { blockedBy: words } },
});

test("a task waits for others: lists have the ids, and reading the one task names them", async () => {
  const lease = await create({ title: "Sign the lease" });
  const keys = await create({ title: "Get the keys", status: "completed" });
  const moving = await create({ title: "Move in", blockedBy: [lease.id, keys.id, lease.id] });
  expect(moving).toMatchObject({ blockedBy: [lease.id, keys.id], ...blocked, version: 1 });
  expect(await inList(moving)).toEqual(moving);
  expect(await inList(lease)).toMatchObject({ blockedBy: [], ...free });
  expect((await details(moving)).blockers).toEqual([
    { id: lease.id, title: "Sign the lease", isDone: false, provenance: "person" },
    { id: keys.id, title: "Get the keys", isDone: true, provenance: "person" },
  ]);
});

test("what a task waits for is replaced, and the change can be undone", async () => {
  const [one, two] = [await create({ title: "One" }), await create({ title: "Two" })];
  const task = await create({ blockedBy: [one.id] });
  const changed = await change(task, { title: "Call Berta", blockedBy: [two.id] });
  expect(changed).toMatchObject({ title: "Call Berta", blockedBy: [two.id], ...blocked });
  expect(await change(changed, { title: "Call Clara" })).toMatchObject({ blockedBy: [two.id] });
  await undo();
  const none = await change(await get(task), { blockedBy: [] });
  expect(none).toMatchObject({ blockedBy: [], ...free });
  await undo();
  expect(await get(task)).toMatchObject({ blockedBy: [two.id], ...blocked });
});

test("a completed blocker blocks no more, a reopened one again, and open lists are told of it", async () => {
  const lease = await create({ title: "Sign the lease" });
  const task = await create({ blockedBy: [lease.id] });
  expect(await announcedIds(() => move({ id: lease.id, status: "completed" }))).toContain(task.id);
  expect(await get(task)).toMatchObject({ blockedBy: [lease.id], ...free, version: task.version });
  expect(await announcedIds(() => move({ id: lease.id, status: "review" }))).toContain(task.id);
  expect(await get(task)).toMatchObject(blocked);
  expect(await announcedIds(() => move({ id: lease.id, status: "todo" }))).not.toContain(task.id);
  expect(await change(task, { status: "completed" })).toMatchObject(free);
});

test("completing a task together with its blocker shows neither as blocked", async () => {
  const lease = await create({ title: "Sign the lease" });
  const task = await create({ blockedBy: [lease.id] });
  const { items } = await updateMany({
    changes: [
      { id: task.id, title: "Move in" },
      { id: lease.id, status: "completed" },
    ],
  });
  expect(items).toMatchObject([
    { title: "Move in", ...free },
    { status: "completed", ...free },
  ]);
});

test("a deleted blocker blocks no more; restored, it blocks again, also after the list was changed", async () => {
  const [lease, other] = [await create({ title: "Sign the lease" }), await create({ title: "Other" })];
  const task = await create({ blockedBy: [lease.id] });
  expect(await announcedIds(() => remove({ id: lease.id }))).toContain(task.id);
  expect(await details(task)).toMatchObject({ blockedBy: [], blockers: [], ...free });
  await change(task, { blockedBy: [other.id] });
  expect(await announcedIds(() => restore({ id: lease.id }))).toContain(task.id);
  expect(await get(task)).toMatchObject({ blockedBy: [lease.id, other.id], ...blocked });
});

test("a blocker in the trash is left out, so that the rest of a change and its undo are saved", async () => {
  const [gone, other] = [await create({ title: "Gone" }), await create({ title: "Other" })];
  const task = await create({ title: "Move in", blockedBy: [gone.id] });
  const changed = await change(task, { title: "Move out", blockedBy: [other.id] });
  const undoOfChange = { id: task.id, version: changed.version, title: "Move in", blockedBy: [gone.id] };
  await remove({ id: gone.id });
  expect(await callerOf<TaskOnWire>(tasks.update)(undoOfChange)).toMatchObject({ title: "Move in", ...free });
  expect(await change(await get(task), { blockedBy: [gone.id, other.id] })).toMatchObject({
    blockedBy: [other.id],
  });
  expect(await create({ blockedBy: [gone.id] })).toMatchObject({ blockedBy: [], ...free });
  const both = [
    { id: other.id, blockedBy: [gone.id] },
    { id: gone.id, title: "Not there" },
  ];
  await expect(updateMany({ changes: both })).rejects.toMatchObject({ code: "not_found" });
});

test("blockers are added and removed without touching the others, and so does the undo", async () => {
  const [one, two, three] = [await create(), await create(), await create()];
  const task = await create({ blockedBy: [one.id, two.id] });
  const changed = await change(task, { addBlockers: [three.id, one.id], removeBlockers: [two.id] });
  expect(changed).toMatchObject({ blockedBy: [one.id, three.id], ...blocked });
  await undo();
  expect((await get(task)).blockedBy.toSorted()).toEqual([one.id, two.id].toSorted());
  const { items } = await updateMany({
    changes: [
      { id: task.id, blockedBy: [one.id], addBlockers: [two.id] },
      { id: task.id, addBlockers: [three.id], removeBlockers: [one.id, two.id] },
    ],
  });
  expect(items).toMatchObject([{ blockedBy: [three.id] }]);
  await undo();
  expect((await get(task)).blockedBy.toSorted()).toEqual([one.id, two.id].toSorted());
  await expect(change(one, { addBlockers: [task.id] })).rejects.toMatchObject({ code: "invalid" });
  await remove({ id: one.id });
  await change(await get(task), { removeBlockers: [one.id] });
  await restore({ id: one.id });
  expect(await get(task)).toMatchObject({ blockedBy: [two.id] });
});

test("a blocker that was deleted for good is left out of the undo of a change, and is an error of any other", async () => {
  for (const removal of [{ blockedBy: [] }, { removeBlockers: true }]) {
    const [gone, other] = [await create({ title: "Gone" }), await create({ title: "Other" })];
    const task = await create({ title: "Move in", blockedBy: [gone.id, other.id] });
    const ids = [gone.id, other.id];
    const change_ = "removeBlockers" in removal ? { removeBlockers: ids } : removal;
    await change(task, { title: "Move out", ...change_ });
    await server.owner.query("delete from tasks where id = $1", [gone.id]);
    await undo();
    const back = await get(task);
    expect(back).toMatchObject({ title: "Move in", blockedBy: [other.id] });
    await expect(change(back, { addBlockers: [gone.id] })).rejects.toMatchObject({ code: "not_found" });
  }
});

test("tasks cannot wait for themselves or in a circle, completed and deleted ones included", async () => {
  const lease = await create({ title: "Sign the lease" });
  const keys = await create({ title: "Get the keys", blockedBy: [lease.id] });
  const moving = await create({ title: "Move in", blockedBy: [keys.id] });
  await expect(change(lease, { blockedBy: [lease.id] })).rejects.toMatchObject(
    refused("A task cannot wait for itself"),
  );
  await remove({ id: keys.id });
  const circle = refused("“Move in” already waits for this task");
  await expect(change(lease, { blockedBy: [moving.id] })).rejects.toMatchObject(circle);
  const [one, two] = [await create({ title: "One" }), await create({ title: "Two" })];
  const crossed = [
    { id: one.id, blockedBy: [two.id] },
    { id: two.id, blockedBy: [one.id] },
  ];
  await expect(updateMany({ changes: crossed })).rejects.toMatchObject({ code: "invalid" });
  expect(await get(one)).toMatchObject({ blockedBy: [], version: 1 });
});

test("changes at the same moment never close a circle", async () => {
  const halves = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const [end, next] = [await create({ title: "End" }), await create({ title: "Next" })];
      const one = await create({ title: "One", blockedBy: [end.id] });
      const two = await create({ title: "Two", blockedBy: [next.id] });
      return { close: () => [change(end, { blockedBy: [two.id] }), change(next, { blockedBy: [one.id] })] };
    }),
  );
  const saved = await Promise.all(halves.map(({ close }) => Promise.allSettled(close())));
  for (const both of saved)
    expect(both.filter((result) => result.status === "rejected")).toMatchObject([
      { reason: { code: "invalid", message: expect.stringContaining("already waits for this task") } },
    ]);
});

test("a task waits for at most 20 others, those in the trash included", async () => {
  const made = [];
  for (let count = 0; count < 21; count += 1) made.push(await create({ title: `Step ${count}` }));
  const ids = made.map(({ id }) => id);
  await expect(create({ blockedBy: ids })).rejects.toMatchObject({ code: "invalid" });
  const task = await create({ blockedBy: ids.slice(0, 20) });
  await remove({ id: made[0]?.id });
  await expect(change(task, { blockedBy: ids.slice(1) })).rejects.toMatchObject(
    refused("A task can wait for at most 20 others, those in the trash included"),
  );
  expect(await change(task, { blockedBy: ids.slice(2) })).toMatchObject({ blockedBy: ids.slice(2) });
});

test("DATA-05: a task waits only for tasks of its owner", async () => {
  const [task, foreign] = [await create(), await newTask({ title: "Bob's" }, bob)];
  const notFound = { code: "not_found" };
  await expect(create({ blockedBy: [foreign.id] })).rejects.toMatchObject(notFound);
  await expect(change(task, { blockedBy: [foreign.id] })).rejects.toMatchObject(notFound);
  await expect(change(task, { addBlockers: [foreign.id] })).rejects.toMatchObject(notFound);
  const insert =
    "insert into task_dependencies (user_id, task_id, blocked_by_id, provenance) values ($1, $2, $3, 'person')";
  for (const owner of [ada, bob])
    await expect(server.owner.query(insert, [owner.userId, task.id, foreign.id])).rejects.toThrow(
      /task_dependencies_(task|blocked_by)/,
    );
});
