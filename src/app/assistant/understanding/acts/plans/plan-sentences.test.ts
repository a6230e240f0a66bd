import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { assistant } from "../../../assistant.ts";
import type { ChatMessageOnWire } from "../../../model.ts";

// Issue 27: whole sentences, from the words to the calendar. Tuesday, 7:00 in Greenwich.
vi.useFakeTimers({ now: new Date("2026-12-01T07:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const server = await testDatabase();
let ada: Person;
beforeEach(async () => {
  ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
  await ada.invoke(tasks.create, {
    title: "Board deck",
    estimateMinutes: 60,
    dueDate: "2026-12-04T12:00:00Z",
  });
  await ada.invoke(tasks.create, { title: "Read the lease", estimateMinutes: 30 });
});

const ask = async (text: string): Promise<ChatMessageOnWire> =>
  ((await ada.invoke(assistant.ask, { text, timeZone: "UTC" })) as { answer: ChatMessageOnWire }).answer;
const approve = ({ proposal }: ChatMessageOnWire) =>
  ada.invoke(assistant.approve, { id: proposal?.id, inputHash: proposal?.inputHash });
const titles = async () =>
  (
    (await ada.invoke(events.list, { from: "2026-12-01T00:00:00Z", to: "2026-12-20T00:00:00Z" })) as {
      items: { title: string }[];
    }
  ).items.map(({ title }) => title);

test("'plan my week' proposes blocks; approved they are in the calendar; 'drop my plan' takes them out", async () => {
  const answer = await ask("plan my week");
  expect(answer.content).toMatch(/^A plan for the next seven days, 2 blocks/);
  expect(answer.proposal).toMatchObject({ capability: "plan.apply", state: "waiting" });
  expect(answer.proposal?.description?.records).toHaveLength(2);
  expect(await titles()).toEqual([]);
  await approve(answer);
  expect((await titles()).sort()).toEqual(["Board deck", "Read the lease"]);
  const why = await ask("why is the board deck planned where it is?");
  expect(why.content).toContain("'Board deck' is planned for Tue, Dec 1");
  const cleared = await ask("take the plan out of my calendar again");
  expect(cleared.proposal).toMatchObject({ capability: "plan.clear" });
  await approve(cleared);
  expect(await titles()).toEqual([]);
});

test("room for one task, the review, and 'what if' are understood; nothing is done without a click", async () => {
  const place = await ask("find two hours for the board deck before Thursday");
  expect(place.proposal).toMatchObject({ capability: "plan.apply" });
  expect(place.content).toContain("Board deck");
  expect(place.content).not.toContain("Read the lease");
  expect((await ask("where did my time go last week?")).content).toContain("nothing was planned");
  const off = await ask("what breaks if I take the whole week off?");
  expect(off.content).toMatch(/would break|Nothing breaks/);
  expect(await titles()).toEqual([]);
});
