import { afterAll, expect, test, vi } from "vitest";
import { commitments } from "#features/commitments/commitments.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { plan } from "../plan.ts";
import { aPlanner, shownOf } from "../plan-calls.factory.ts";

// Tuesday, 7:00 in Berlin.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const DAYS = { from: "2026-12-01T00:00:00Z", to: "2026-12-03T00:00:00Z" };

test("blocks say what they are for, where that is and why they are there, and only to their person", async () => {
  const [ada, bob] = [await aPlanner(server, "Ada"), await aPlanner(server, "Bob")];
  const call = await ada.task("Call Anna", { estimateMinutes: 30, priority: "urgent" });
  await ada.person.invoke(commitments.create, { what: "send the figures", partyName: "Clara" });
  await ada.applyShown({ span: "day" });
  await ada.event("Dentist", "2026-12-01T15:00:00Z", "2026-12-01T16:00:00Z");
  const { items } = (await ada.person.invoke(plan.blocks, DAYS)) as { items: { kind: string }[] };
  expect(items.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toMatchObject([
    { kind: "answer", title: "Answer Clara: send the figures", href: "/promises" },
    {
      ...{ kind: "task", title: "Call Anna", item: `task:${call.id}`, href: `/tasks?task=${call.id}` },
      reasons: expect.arrayContaining([{ kind: "important", text: "It has a high priority" }]),
    },
  ]);
  expect(await bob.person.invoke(plan.blocks, DAYS)).toEqual({ items: [] });
});

test("what holds other times is named as its block is, as long as that is there", async () => {
  const ada = await aPlanner(server, "Ada");
  const [memo, call] = [await ada.task("Memo", { estimateMinutes: 30 }), await ada.task("Call Anna")];
  await ada.applyShown({ span: "day" });
  const gone = "task:00000000-0000-4000-8000-000000000000";
  const hold = (items: string[]) =>
    server.owner.query("update plan_blocks set reasons = $2 where subject_id = $1", [
      memo.id,
      JSON.stringify([{ kind: "held", items }]),
    ]);
  const reasonsOfMemo = async () => {
    const { items } = (await ada.person.invoke(plan.blocks, DAYS)) as {
      items: { title: string; reasons: { text: string }[] }[];
    };
    return items.find(({ title }) => title === "Memo")?.reasons.map(({ text }) => text);
  };
  await hold([gone, `task:${call.id}`]);
  expect(await reasonsOfMemo()).toEqual(["Other times are taken by “Call Anna”"]);
  await hold([gone]);
  expect(await reasonsOfMemo()).toEqual([]);
});

test("what the person does not want planned now stays as it is, with what waits for it", async () => {
  const ada = await aPlanner(server, "Ada");
  const draft = await ada.task("Draft", { estimateMinutes: 60 });
  const review = await ada.task("Review", { estimateMinutes: 30, blockedBy: [draft.id] });
  await ada.task("Invoice", { estimateMinutes: 30 });
  const titles = ({ blocks }: { blocks: { title: string }[] }) => blocks.map(({ title }) => title).sort();
  const all = await ada.propose({ span: "day" });
  expect(titles(all)).toEqual(["Draft", "Invoice", "Review"]);
  const without = [`task:${draft.id}`];
  const less = await ada.propose({ span: "day", without });
  expect(titles(less)).toEqual(["Invoice"]);
  expect(less.unplaced).toMatchObject([{ item: `task:${review.id}`, because: "before", minutes: 30 }]);
  expect(await ada.apply({ ...shownOf(less), without })).toMatchObject({ created: 1, removed: 0 });
  await ada.applyShown({ span: "day" });
  // Their blocks are neither moved nor taken away, whatever is put on them.
  const [block] = (await ada.calendar()).filter(({ title }) => title === "Draft");
  await ada.event("Board", block?.startTime ?? "", block?.endTime ?? "");
  const next = await ada.propose({ span: "day", without });
  expect(next.removed).toEqual([]);
  expect(titles(next)).not.toContain("Draft");
  expect(titles(await ada.propose({ span: "day" }))).toContain("Draft");
});
