import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { plan } from "#features/planning/plan.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { actAs } from "../turn.factory.ts";

// Issue 27: plans by words. Tuesday, 7:00 in Greenwich; working hours from 9 to 17, a break at noon, focus from 9 to 11.
vi.useFakeTimers({ now: new Date("2026-12-01T07:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
let ada: Person;
beforeEach(async () => {
  ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
});

type Made = { id: string };
const task = async (title: string, fields: object = {}) =>
  ((await ada.invoke(tasks.create, { title, ...fields })) as Made).id;
const inCalendar = async () =>
  (
    (await ada.invoke(events.list, { from: "2026-11-30T00:00:00Z", to: "2026-12-20T00:00:00Z" })) as {
      items: { title: string; startTime: string }[];
    }
  ).items.map(({ title, startTime }) => `${title} ${startTime.slice(8, 16)}`);

/** What a proposal holds is what is then written. */
async function approved([call]: readonly [string, object][]) {
  const [name = "", input = {}] = call ?? [];
  const verbs = { "plan.apply": plan.apply, "plan.clear": plan.clear } as const;
  await ada.invoke(verbs[name as keyof typeof verbs], input as never);
  return inCalendar();
}

test("issue 27: 'plan my day' shows blocks with reasons and writes nothing until it is approved", async () => {
  await task("Board deck", { energy: "deep", estimateMinutes: 90, dueDate: "2026-12-01T16:00:00Z" });
  await task("Call Anna", { estimateMinutes: 30, priority: "urgent" });
  await task("Rewrite the manual", { estimateMinutes: 900 });
  const day = await actAs(ada, "plan.make", {}, { sentence: "plan my day" });
  expect(day.text).toMatch(
    /^A plan for today, 2 blocks, 2 hours\. Nothing is written yet\.\nTuesday, December 1:\n/,
  );
  expect(day.text).toContain(" Board deck (due Tue, Dec 1, 16:00)");
  expect(day.text).toContain("No room for 'Rewrite the manual': ");
  expect(await inCalendar()).toEqual([]);
  expect((await approved(day.calls)).map((each) => each.slice(0, -9)).sort()).toEqual([
    "Board deck",
    "Call Anna",
  ]);
  const again = await actAs(ada, "plan.make", { when: "today" }, { sentence: "redo today" });
  expect(again).toMatchObject({ text: expect.stringMatching(/^Your plan for today still fits/), calls: [] });
});

test("issue 27: days are those that the sentence names, and what is over is not planned", async () => {
  await task("Read", { estimateMinutes: 60 });
  const days = async (when: string | undefined, sentence: string) => {
    const { calls, text } = await actAs(ada, "plan.make", when ? { when } : {}, { sentence });
    const input = calls[0]?.[1] as { from: string; to: string } | undefined;
    return input ? `${input.from} ${input.to}` : text;
  };
  expect(await days("tomorrow", "plan tomorrow")).toBe("2026-12-02 2026-12-02");
  expect(await days(undefined, "plan my week")).toBe("2026-12-01 2026-12-07");
  expect(await days("next week", "lay out next week")).toBe("2026-12-07 2026-12-13");
  expect(await days("before Friday", "get it all done before Friday")).toBe("2026-12-01 2026-12-03");
  expect(await days("by Friday", "get it all done by Friday")).toBe("2026-12-01 2026-12-04");
  expect(await days("the whole week", "lay out the whole week")).toBe("2026-12-01 2026-12-06");
  expect(await days("the second week of December", "plan that")).toBe("2026-12-08 2026-12-14");
  expect(await days("from the 7th to the 9th", "plan that")).toBe("2026-12-07 2026-12-09");
  expect(await days("the coming days", "plan the coming days")).toBe("2026-12-01 2026-12-07");
  expect(await days("yesterday", "plan yesterday")).toMatch(/is over/);
  expect(await days("blursday", "plan blursday")).toBe("Which days are 'blursday'?");
});

test("issue 27: room is found for one task, as long as is said, and taken out again", async () => {
  const deck = await task("Board deck", { estimateMinutes: 30 });
  await task("Read the contract", { estimateMinutes: 60 });
  const roles = { item: "the board deck", when: "tomorrow", duration: "two hours" };
  const placed = await actAs(ada, "plan.place", roles, { sentence: "two hours for the board deck tomorrow" });
  expect(placed.calls).toMatchObject([
    ["plan.apply", { items: [`task:${deck}`], lengths: [{ item: `task:${deck}`, minutes: 120 }] }],
  ]);
  expect(await approved(placed.calls)).toEqual(["Board deck 02T09:00"]);
  const why = await actAs(ada, "plan.why", { item: "the deck" }, { sentence: "why is the deck at nine" });
  expect(why.text).toMatch(/^'Board deck' is planned for Wed, Dec 2, 09:00 to 11:00:\n/);
  expect(why.text.split("\n").length).toBeGreaterThan(1);
  const none = await actAs(
    ada,
    "plan.clear",
    { when: "on Friday" },
    { sentence: "drop the plan for Friday" },
  );
  expect(none).toMatchObject({ text: expect.stringContaining("Nothing of your plan is left"), calls: [] });
  const cleared = await actAs(ada, "plan.clear", { item: "the deck" }, { sentence: "unplan the deck" });
  expect(cleared.text).toBe("Remove 1 planned block from your calendar");
  expect(await approved(cleared.calls)).toEqual([]);
});

test("issue 27: a week is reviewed, and without plans that is said", async () => {
  expect((await actAs(ada, "plan.review", {}, { sentence: "how did my plan go" })).text).toMatch(
    /nothing was planned/,
  );
  await task("Read", { estimateMinutes: 60 });
  const made = await actAs(ada, "plan.make", {}, { sentence: "plan my day" });
  expect(await approved(made.calls)).toHaveLength(1);
  const review = await actAs(
    ada,
    "plan.review",
    { when: "this week" },
    { sentence: "where does my time go this week" },
  );
  expect(review.text).toMatch(
    /^From Monday, November 30 to Sunday, December 6 1 hour was planned and nothing of it is done; there were no meetings\./,
  );
});
