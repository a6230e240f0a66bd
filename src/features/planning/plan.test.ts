import { afterAll, expect, test, vi } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { plan } from "./plan.ts";
import { aPlanner, type ProposalOnWire, shownOf, timesOf } from "./plan-calls.factory.ts";

// Tuesday, 7:00 in Berlin; working hours from 9 to 17, a break from 12 to 13, focus from 9 to 11.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));

test("tasks get a place, with reasons as facts and in words, and nothing is written", async () => {
  const ada = await aPlanner(server, "Ada");
  await ada.task("Call Anna", { dueDate: "2026-12-01T23:00:00Z", priority: "high", estimateMinutes: 30 });
  await ada.task("Prepare the board deck", { energy: "deep" });
  const { blocks, unplaced, removed, ...rest } = await ada.propose({ span: "day" });
  expect({ unplaced, removed, from: rest.from, to: rest.to }).toEqual({
    ...{ unplaced: [], removed: [], from: "2026-12-01", to: "2026-12-01" },
  });
  const [deck, call] = ["Prepare the board deck", "Call Anna"].map((name) =>
    blocks.find(({ title }) => title === name),
  );
  expect(deck).toMatchObject({ change: "new", kind: "task", isGuess: true, eventId: null, before: null });
  expect(deck?.startTime && deck.startTime >= "2026-12-01T08:00" && deck.endTime <= "2026-12-01T10:00").toBe(
    true,
  );
  expect(deck?.reasons).toEqual([
    { kind: "firstFree", text: "Nothing earlier is free" },
    { kind: "focus", minutes: 90, text: "In your focus hours" },
    {
      kind: "guess",
      minutes: 90,
      from: "word",
      count: 0,
      text: "Guess: 1 h 30 min, by the words of its title",
    },
  ]);
  expect(call).toMatchObject({ isGuess: false });
  expect(call?.reasons.map(({ text }) => text)).toEqual([
    ...["It has a high priority", "Outside of your focus hours, which stay free for other work"],
    "You estimated how long it takes",
  ]);
  expect(await ada.calendar()).toEqual([]);
});

test("a plan is applied as it was shown: private events that say why, all of them undone at once", async () => {
  const ada = await aPlanner(server, "Ada");
  await ada.task("Call Anna", { estimateMinutes: 30, priority: "urgent" });
  await ada.task("Read the contract", { estimateMinutes: 60 });
  const { proposal, applied } = await ada.applyShown({ span: "day" });
  expect(applied).toMatchObject({ created: 2, moved: 0, removed: 0 });
  const made = await ada.calendar();
  expect(made.map(timesOf).sort()).toEqual(proposal.blocks.map(timesOf).sort());
  expect(made.find(({ title }) => title === "Call Anna")).toMatchObject({
    ...{ visibility: "private", transparency: "opaque" },
    createdFrom: {
      quote: "Call Anna",
      reason: "It has a high priority. Nothing earlier is free. You estimated how long it takes",
    },
  });
  const again = await ada.propose({ span: "day" });
  expect(again.blocks.map(({ change }) => change)).toEqual(["kept", "kept"]);
  expect(again.blocks.map(timesOf)).toEqual(proposal.blocks.map(timesOf));
  await undoLastAction(server, ada.person, plan);
  expect(await ada.calendar()).toEqual([]);
  await undoLastAction(server, ada.person, plan);
  expect((await ada.calendar()).map(({ id }) => id).sort()).toEqual(applied.ids.sort());
});

test("a plan is refused when a task or the calendar changed, when it is another plan, and when it is over", async () => {
  const ada = await aPlanner(server, "Ada");
  const call = await ada.task("Call Anna", { estimateMinutes: 30 });
  const conflict = { code: "conflict", message: expect.stringContaining("Please make a new one") };
  const first = shownOf(await ada.propose({ span: "day" }));
  const [block] = first.blocks;
  const later = {
    ...first,
    blocks: [{ ...block, startTime: "2026-12-01T14:00:00.000Z", endTime: "2026-12-01T14:30:00.000Z" }],
  };
  await expect(ada.apply(later)).rejects.toMatchObject(conflict);
  await ada.changeTask(call, { estimateMinutes: 45 });
  await expect(ada.apply(first)).rejects.toMatchObject(conflict);
  const second = shownOf(await ada.propose({ span: "day" }));
  await ada.event("Dentist", second.blocks[0]?.startTime ?? "", second.blocks[0]?.endTime ?? "");
  await expect(ada.apply(second)).rejects.toMatchObject(conflict);
  const third = shownOf(await ada.propose({ span: "day" }));
  vi.setSystemTime("2026-12-01T15:30:00Z");
  await expect(ada.apply(third)).rejects.toMatchObject(conflict);
  vi.setSystemTime("2026-12-01T06:00:00Z");
  // What came up since and is not in its way does not make it wrong.
  await ada.task("Water the plants");
  await ada.event("Choir", "2026-12-01T18:00:00Z", "2026-12-01T19:00:00Z");
  expect(await ada.apply(third)).toMatchObject({ created: 1 });
  await expect(ada.apply(third)).rejects.toMatchObject(conflict);
});

test("a new meeting moves what it meets, and only that", async () => {
  const ada = await aPlanner(server, "Ada");
  for (const title of ["One", "Two", "Three"]) await ada.task(title, { estimateMinutes: 60 });
  const { proposal } = await ada.applyShown({ span: "day" });
  const [first] = proposal.blocks;
  await ada.event("Board", first?.startTime ?? "", first?.endTime ?? "");
  const { proposal: next, applied } = await ada.applyShown({ span: "day" });
  expect(next.blocks.filter(({ change }) => change === "kept")).toHaveLength(2);
  const moved = next.blocks.find(({ change }) => change === "moved");
  expect(moved).toMatchObject({
    ...{ item: first?.item, before: { startTime: first?.startTime, endTime: first?.endTime } },
    reasons: expect.arrayContaining([
      { kind: "moved", text: "Moved, because the plan around it is different" },
    ]),
  });
  expect(applied).toMatchObject({ created: 0, moved: 1, removed: 0, ids: [moved?.eventId] });
  await undoLastAction(server, ada.person, plan);
  expect((await ada.calendar()).map(timesOf)).toContain(
    timesOf({ ...first, title: first?.title ?? "" } as never),
  );
});

test("a block that the person moved stays there, and what is only asked for leaves the others alone", async () => {
  const ada = await aPlanner(server, "Ada");
  const one = await ada.task("One", { estimateMinutes: 60 });
  await ada.task("Two", { estimateMinutes: 60 });
  await ada.applyShown({ span: "day" });
  const [block] = (await ada.calendar()).filter(({ title }) => title === "One");
  const times = { startTime: "2026-12-01T15:00:00.000Z", endTime: "2026-12-01T16:00:00.000Z" };
  await ada.person.invoke(events.update, { id: block?.id, version: block?.version, ...times });
  const { blocks } = await ada.propose({ span: "day" });
  expect(blocks.find(({ title }) => title === "One")).toMatchObject({ ...times, change: "kept" });
  const three = await ada.task("Three", { estimateMinutes: 30 });
  const { proposal, applied } = await ada.applyShown({ span: "day", items: [`task:${three.id}`] });
  expect(proposal.blocks.map(({ title }) => title)).toEqual(["Three"]);
  expect(applied).toMatchObject({ created: 1, moved: 0, removed: 0 });
  expect(await ada.calendar()).toHaveLength(3);
  await expect(ada.propose({ items: [`task:${one.id.replace(/^./, "0")}`] })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("what is done or has no room any more is taken away, and the plan says which", async () => {
  const ada = await aPlanner(server, "Ada");
  const call = await ada.task("Call Anna", { estimateMinutes: 30 });
  await ada.task("Long", { estimateMinutes: 120 });
  await ada.applyShown({ span: "day" });
  await ada.changeTask(call, { status: "completed" });
  await ada.event("Away", "2026-12-01T07:00:00Z", "2026-12-01T15:00:00Z");
  const { proposal, applied } = await ada.applyShown({ span: "day" });
  expect(proposal.removed.map(({ title, text }) => [title, text]).sort()).toEqual([
    ["Call Anna", "What it was for is done or gone"],
    ["Long", "No free time is long enough"],
  ]);
  expect(proposal.unplaced).toMatchObject([{ title: "Long", because: "room", minutes: 120 }]);
  expect(applied).toMatchObject({ created: 0, moved: 0, removed: 2 });
  await undoLastAction(server, ada.person, plan);
  expect((await ada.calendar()).map(({ title }) => title).sort()).toEqual(["Away", "Call Anna", "Long"]);
});

test("days that cannot be planned are refused with what is wrong", async () => {
  const ada = await aPlanner(server, "Ada");
  const refused = (fields: object, message: string) =>
    expect(ada.propose({ ...fields })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining(message),
    });
  await refused({ from: "2026-12-03", to: "2026-12-02" }, "before the first");
  await refused({ from: "2026-12-01", to: "2026-12-15" }, "at most 14 days");
  await refused({ from: "9999-12-31" }, "between the years");
  await refused({ from: "2026-11-01", to: "2026-11-02" }, "over");
  expect(await ada.propose({ from: "2026-12-07" })).toMatchObject({ from: "2026-12-07", to: "2026-12-13" });
});

test("nobody changes the blocks of somebody else", async () => {
  const ada = await aPlanner(server, "Ada");
  const bob = await aPlanner(server, "Bob");
  await ada.task("Call Anna", { estimateMinutes: 30 });
  const { applied } = await ada.applyShown({ span: "day" });
  const changes = { restore: [], move: [] };
  await expect(bob.person.invoke(plan.restore, { ...changes, remove: applied.ids })).rejects.toMatchObject({
    code: "not_found",
  });
  const [id] = applied.ids;
  const backwards = { eventId: id, startTime: "2026-12-02T09:00:00Z", endTime: "2026-12-02T08:00:00Z" };
  await expect(
    ada.person.invoke(plan.restore, { remove: [], restore: [], move: [backwards] }),
  ).rejects.toMatchObject({ code: "invalid" });
  const dentist = await ada.event("Dentist", "2026-12-02T08:00:00Z", "2026-12-02T09:00:00Z");
  // Only blocks: other events of her own are no part of any plan.
  await expect(ada.person.invoke(plan.restore, { ...changes, remove: [dentist.id] })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await bob.propose({ span: "day" })).toMatchObject({ blocks: [] });
});

test("a plan at once is a plan; items can be given another length for it, and are applied with that", async () => {
  const ada = await aPlanner(server, "Ada");
  const deck = await ada.task("Board deck", { estimateMinutes: 30 });
  const scope = {
    span: "day",
    items: [`task:${deck.id}`],
    lengths: [{ item: `task:${deck.id}`, minutes: 120 }],
  };
  const drafted = (await ada.person.invoke(plan.draft, scope)) as ProposalOnWire;
  expect(drafted.blocks.map(timesOf)).toEqual(["Board deck 01T08:00-10:00"]);
  await expect(ada.apply({ ...shownOf(drafted), items: scope.items })).rejects.toMatchObject({
    code: "conflict",
  });
  const applied = await ada.apply({ ...shownOf(drafted), items: scope.items, lengths: scope.lengths });
  expect(applied).toMatchObject({ created: 1 });
});

test("only the blocks of some hours or of some items are removed, and undone", async () => {
  const ada = await aPlanner(server, "Ada");
  const call = await ada.task("Call Anna", { estimateMinutes: 60, priority: "urgent" });
  await ada.task("Read", { estimateMinutes: 60 });
  await ada.task("Write", { estimateMinutes: 60, priority: "low" });
  await ada.applyShown({ span: "day" });
  const titles = async () => (await ada.calendar()).map(({ title }) => title).sort();
  await ada.person.invoke(plan.clear, { items: [`task:${call.id}`] });
  expect(await titles()).toEqual(["Read", "Write"]);
  const [read] = (await ada.calendar()).filter(({ title }) => title === "Read");
  await ada.person.invoke(plan.clear, { from: read?.startTime, to: read?.endTime });
  expect(await titles()).toEqual(["Write"]);
  await undoLastAction(server, ada.person, plan);
  expect(await titles()).toEqual(["Read", "Write"]);
  await expect(ada.person.invoke(plan.clear, { items: ["task:1"] })).rejects.toMatchObject({
    code: "invalid",
  });
});
