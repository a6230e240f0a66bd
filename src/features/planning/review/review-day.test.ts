import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { z } from "zod";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { endBlocks } from "../end-blocks.ts";
import { plan } from "../plan.ts";
import { aPlanner, timesOf } from "../plan-calls.factory.ts";
import type { DayReview, LengthGuess, PlanReview } from "./review-model.ts";

// Tuesday, 7:00 in Berlin; working hours from 9 to 17, which is 08:00 to 16:00 in UTC.
const MORNING = "2026-12-01T06:00:00Z";
const EVENING = "2026-12-01T17:00:00Z";
vi.useFakeTimers({ now: new Date(MORNING), toFake: ["Date"] });
afterEach(() => void vi.setSystemTime(MORNING));
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));

type Planner = Awaited<ReturnType<typeof aPlanner>>;
const reviewDay = ({ person }: Planner) =>
  person.invoke(plan.reviewDay) as Promise<z.input<typeof DayReview>>;
const statesOf = async (ada: Planner) =>
  (await reviewDay(ada)).items.map(({ title, isDone }) => `${title}: ${isDone ? "done" : "open"}`);
const calendar = async (ada: Planner) => (await ada.calendar()).map(timesOf).sort();

/** Two tasks that are planned today, each for an hour. */
async function aPlannedDay(name: string) {
  const ada = await aPlanner(server, name);
  const report = await ada.task("Report", { estimateMinutes: 60, priority: "high" });
  const call = await ada.task("Call", { estimateMinutes: 60 });
  await ada.applyShown({ span: "day" });
  return { ada, report, call };
}

test("issue 27: the evening knows what of today's plan is done, also what was done before its block, and what is open", async () => {
  const { ada, report, call } = await aPlannedDay("Ada");
  await ada.event("Board", "2026-12-02T09:00:00Z", "2026-12-02T10:00:00Z", {
    attendees: ["clara@example.com"],
  });
  await ada.event("Fair", "2026-12-02T00:00:00Z", "2026-12-03T00:00:00Z", { isAllDay: true });
  expect(await statesOf(ada)).toEqual(["Report: open", "Call: open"]);
  vi.setSystemTime("2026-12-01T07:00:00Z");
  await ada.changeTask(call, { status: "completed" });
  await ada.person.run((context) => endBlocks(context, [call.id]));
  expect(await calendar(ada)).not.toContainEqual(expect.stringContaining("Call"));
  vi.setSystemTime(EVENING);
  expect(await statesOf(ada)).toEqual(["Report: open", "Call: done"]);
  const { day, items, tomorrow } = await reviewDay(ada);
  expect(items[0]).toMatchObject({ kind: "task", minutes: 60, href: `/tasks?task=${report.id}` });
  expect([day, tomorrow]).toMatchObject([
    "2026-12-01",
    { day: "2026-12-02", first: { title: "Board" }, meetingMinutes: 60, plannedMinutes: 0 },
  ]);
});

test("issue 27: what was not worked on moves to tomorrow with its full length, counts as moved, and comes back with one undo", async () => {
  const { ada, report } = await aPlannedDay("Ada");
  const before = await calendar(ada);
  vi.setSystemTime(EVENING);
  const item = `task:${report.id}`;
  expect(await ada.person.invoke(plan.postpone, { item, until: "tomorrow" })).toMatchObject({
    ...{ ids: [expect.any(String)], startTime: "2026-12-02T08:00:00.000Z" },
    undo: { remove: [], restore: [], move: [{ startTime: "2026-12-01T08:00:00.000Z" }] },
  });
  expect(await calendar(ada)).toContain("Report 02T08:00-09:00");
  expect(await statesOf(ada)).toEqual(["Call: open"]);
  const review = (await ada.person.invoke(plan.review, { from: "2026-12-01" })) as z.input<typeof PlanReview>;
  expect(review).toMatchObject({ plannedMinutes: 120, missedMinutes: 60, moved: 1, movedMinutes: 60 });
  expect(review.blocks.map(({ title, state, isMoved }) => [title, state, isMoved])).toEqual([
    ["Call", "missed", false],
    ["Report", "open", true],
  ]);
  await undoLastAction(server, ada.person, plan);
  expect(await calendar(ada)).toEqual(before);
});

test("issue 27: without room tomorrow nothing changes and the reason is said; within the week there is room", async () => {
  const { ada, report } = await aPlannedDay("Ada");
  await ada.event("Offsite", "2026-12-02T06:00:00Z", "2026-12-02T18:00:00Z");
  const before = await calendar(ada);
  vi.setSystemTime(EVENING);
  const item = `task:${report.id}`;
  await expect(ada.person.invoke(plan.postpone, { item, until: "tomorrow" })).rejects.toMatchObject({
    code: "invalid",
    message: "No free time is long enough",
  });
  expect(await calendar(ada)).toEqual(before);
  await ada.person.invoke(plan.postpone, { item, until: "week" });
  expect(await calendar(ada)).toContain("Report 03T08:00-09:00");
});

test("issue 27: what is dropped leaves the plan and stays a task; of somebody else's item nothing is known", async () => {
  const { ada, report } = await aPlannedDay("Ada");
  const { ada: bob } = await aPlannedDay("Bob");
  const before = await calendar(ada);
  const item = `task:${report.id}`;
  await expect(bob.person.invoke(plan.postpone, { item, until: "week" })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await bob.person.invoke(plan.drop, { item })).toEqual({ ids: [] });
  expect(await ada.person.invoke(plan.drop, { item })).toEqual({ ids: [expect.any(String)] });
  expect(await statesOf(ada)).toEqual(["Call: open"]);
  await undoLastAction(server, ada.person, plan);
  expect(await calendar(ada)).toEqual(before);
});

test("issue 27: the length of a task is guessed while it is written, and what it is made from is said", async () => {
  const ada = await aPlanner(server, "Ada");
  const guess = (title: string) =>
    ada.person.invoke(plan.guess, { title }) as Promise<z.input<typeof LengthGuess>>;
  expect(await guess("Water the plants")).toMatchObject({ minutes: 30, from: "kind", count: 0 });
  for (const minutes of [40, 45, 60]) await ada.task("Water the plants", { estimateMinutes: minutes });
  expect(await guess(" Water the plants ")).toEqual({
    ...{ minutes: 45, from: "estimated", count: 3 },
    text: "Guess: 45 min, as you estimated 3 similar tasks",
  });
});
