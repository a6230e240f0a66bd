import { afterAll, expect, test, vi } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { endBlocksOfTasks, purgeBlocks } from "./jobs.ts";
import { plan } from "./plan.ts";
import { aPlanner, timesOf } from "./plan-calls.factory.ts";

// Tuesday, 7:00 in Berlin.
const MORNING = "2026-12-01T06:00:00Z";
vi.useFakeTimers({ now: new Date(MORNING), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const published: { userId: string; ids: string[] }[] = [];
const jobs = {
  enqueue: async () => undefined,
  publish: async (_: unknown, fact: { name: string }, payload: unknown) => {
    if (fact.name === endBlocksOfTasks.subscribesTo?.name)
      published.push(endBlocksOfTasks.payload.parse(payload));
  },
};
const server = await testDatabase(async () => ({ jobs }));

async function runJobs() {
  for (const payload of published.splice(0)) await endBlocksOfTasks.run(server.services, payload);
}

test("a completed or deleted task frees its coming blocks, and ends the one that has begun", async () => {
  const ada = await aPlanner(server, "Ada");
  const long = await ada.task("Long", { estimateMinutes: 120, leastPieceMinutes: 120, priority: "urgent" });
  const afternoon = { estimateMinutes: 30, notBefore: "2026-12-01T13:00:00Z" };
  const second = await ada.task("Second", afternoon);
  await ada.task("Third", afternoon);
  const { proposal } = await ada.applyShown({ span: "day" });
  const begun = proposal.blocks.find(({ title }) => title === "Long");
  vi.setSystemTime(new Date(Date.parse(begun?.startTime ?? "") + 50 * 60_000));
  await ada.changeTask(long, { status: "completed" });
  await ada.person.invoke(tasks.delete, { id: second.id });
  await runJobs();
  const left = await ada.calendar();
  expect(left.map(({ title }) => title).sort()).toEqual(["Long", "Third"]);
  const [ended] = left.filter(({ title }) => title === "Long");
  expect(Date.parse(ended?.endTime ?? "") - Date.parse(ended?.startTime ?? "")).toBe(50 * 60_000);
  vi.setSystemTime(MORNING);
});

test("a task that was opened again before the job ran loses nothing, and other events of its person stay", async () => {
  const ada = await aPlanner(server, "Ada");
  const call = await ada.task("Call", { estimateMinutes: 30 });
  await ada.event("Call", "2026-12-02T08:00:00Z", "2026-12-02T09:00:00Z");
  await ada.applyShown({ span: "day" });
  const done = await ada.changeTask(call, { status: "completed" });
  await ada.changeTask(done, { status: "todo" });
  await runJobs();
  expect(await ada.calendar()).toHaveLength(2);
});

test("the coming blocks are cleared without those that the person moved, and it is undone at once", async () => {
  const ada = await aPlanner(server, "Ada");
  for (const title of ["One", "Two", "Three"]) await ada.task(title, { estimateMinutes: 30 });
  await ada.event("Dentist", "2026-12-02T08:00:00Z", "2026-12-02T09:00:00Z");
  await ada.applyShown({ span: "day" });
  const before = (await ada.calendar()).map(timesOf);
  const [one] = (await ada.calendar()).filter(({ title }) => title === "One");
  const moved = { startTime: "2026-12-01T15:00:00Z", endTime: "2026-12-01T15:30:00Z" };
  await ada.person.invoke(events.update, { id: one?.id, version: one?.version, ...moved });
  expect(await ada.person.invoke(plan.clear)).toMatchObject({
    ids: [expect.any(String), expect.any(String)],
  });
  expect((await ada.calendar()).map(({ title }) => title).sort()).toEqual(["Dentist", "One"]);
  await undoLastAction(server, ada.person, plan);
  expect(await ada.calendar()).toHaveLength(before.length);
  expect(await ada.person.invoke(plan.clear)).toMatchObject({
    ids: [expect.any(String), expect.any(String)],
  });
});

test("a week is reviewed: planned, done, missed and moved, by kind and project, and the meetings", async () => {
  const ada = await aPlanner(server, "Ada");
  const done = await ada.task("Done", { estimateMinutes: 60 });
  await ada.task("Missed", { estimateMinutes: 30 });
  await ada.event("Board", "2026-12-01T14:00:00Z", "2026-12-01T15:00:00Z", {
    attendees: ["clara@example.com"],
  });
  await ada.applyShown({ span: "day" });
  const [block] = (await ada.calendar()).filter(({ title }) => title === "Missed");
  const later = { startTime: "2026-12-01T15:15:00Z", endTime: "2026-12-01T15:45:00Z" };
  await ada.person.invoke(events.update, { id: block?.id, version: block?.version, ...later });
  vi.setSystemTime("2026-12-01T17:00:00Z");
  await ada.changeTask(done, { status: "completed" });
  expect(await ada.person.invoke(plan.review, { from: "2026-11-30" })).toMatchObject({
    ...{ from: "2026-11-30", to: "2026-12-06" },
    ...{ plannedMinutes: 120, doneMinutes: 90, missedMinutes: 30, moved: 1, meetingMinutes: 60 },
    kinds: [
      { kind: "task", minutes: 90 },
      { kind: "preparation", minutes: 30 },
      { kind: "answer", minutes: 0 },
    ],
    projects: [{ projectId: null, name: null, minutes: 120 }],
  });
  vi.setSystemTime(MORNING);
});

test("every night, what blocks were for is deleted once their events are gone or a year old", async () => {
  const ada = await aPlanner(server, "Ada");
  for (const title of ["Here", "Gone", "Old"]) await ada.task(title, { estimateMinutes: 30 });
  await ada.applyShown({ span: "day" });
  const ids = Object.fromEntries((await ada.calendar()).map(({ title, id }) => [title, id]));
  await server.owner.query(
    "update plan_blocks set planned_start = now() - interval '500 days', planned_end = now() - interval '400 days' where event_id = $1",
    [ids.Old],
  );
  await server.owner.query("delete from events where id = $1", [ids.Gone]);
  await server.owner.query(
    "update plan_blocks set planned_end = now() + interval '1 day' where event_id = $1",
    [ids.Here],
  );
  await purgeBlocks.run(server.services, {});
  const { rows } = await server.owner.query("select event_id from plan_blocks where user_id = $1", [
    ada.person.userId,
  ]);
  expect(rows).toEqual([{ event_id: ids.Here }]);
});
