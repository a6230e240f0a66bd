import { afterAll, expect, test, vi } from "vitest";
import type { CommitmentOnWire } from "#features/commitments/commitment-model.ts";
import { commitments } from "#features/commitments/commitments.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { chooseSeeded } from "../engine/choose-seeded.ts";
import { plan } from "../plan.ts";
import { type AnswerOnWire, anAsker, shownAlternative } from "./what-if-calls.factory.ts";

// Tuesday, 7:00 in Berlin; working hours from 9 to 17, a break from 12 to 13.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));

const factOf = ({ effects }: AnswerOnWire, kind: string) => effects.filter((effect) => effect.kind === kind);

test("issue 27: a promise that slips names to whom, from when to when, and a draft tells them", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.promise("send the figures", {
    ...{ party: "clara@x.example", partyName: "Clara", due: "2026-12-01T15:00:00Z", hasTime: true },
  });
  const changes = [{ kind: "dayOff", from: "2026-12-01", to: "2026-12-02" }];
  const answer = await ada.whatIf(changes);
  const [slip, ...others] = factOf(answer, "promise");
  expect(others).toEqual([]);
  expect(slip).toMatchObject({
    ...{ title: "send the figures", subject: "commitment", due: "2026-12-01T15:00:00.000Z" },
    person: { name: "Clara", address: "clara@x.example", userId: null },
  });
  expect(slip?.before && slip.before <= "2026-12-01T15:00").toBe(true);
  expect(slip?.after && slip.after > "2026-12-02T23:00" && slip.after < "2026-12-03T12").toBe(true);
  const [{ drafts = [] } = {}] = answer.alternatives;
  expect(drafts).toEqual([
    {
      to: ["Clara <clara@x.example>"],
      subject: "Later than promised: send the figures",
      text: expect.stringMatching(
        /^Hello Clara,\n\nI promised you this by December 1: send the figures\n\nIt will take until December 3\./,
      ),
    },
  ]);
});

test("issue 27: in eight drawn weeks every slipping promise is named to the person it was made to", async () => {
  let slipped = 0;
  for (let seed = 1; seed <= 8; seed += 1) {
    const choose = chooseSeeded(seed);
    const ada = await anAsker(server, `Ada ${seed}`);
    for (let index = 0; index < 6; index += 1) {
      const hour = 8 + Math.floor(choose() * 8);
      const day = 1 + Math.floor(choose() * 4);
      const fields = { party: `person${Math.floor(choose() * 4)}@x.example`, partyName: `P${index}` };
      const due = `2026-12-0${day}T${String(hour).padStart(2, "0")}:00:00Z`;
      const made = (await ada.promise(`thing ${index}`, {
        ...fields,
        due,
        hasTime: true,
      })) as CommitmentOnWire;
      if (choose() < 0.5) await ada.person.invoke(commitments.makeTask, { id: made.id });
    }
    const from = `2026-12-0${1 + Math.floor(choose() * 2)}`;
    const answer = await ada.whatIf([{ kind: "dayOff", from, to: "2026-12-03" }]);
    for (const effects of [answer.effects, ...answer.alternatives.map((each) => each.effects)])
      for (const { id, person, due, after, before } of effects.filter(({ kind }) => kind === "promise")) {
        const promise = (await ada.person.invoke(commitments.get, { id })) as CommitmentOnWire;
        expect(person?.address).toBe(promise.party);
        expect([person?.name, due]).toEqual([promise.partyName, promise.due]);
        expect(after === null || (due !== null && after > due && (before ?? "") < after)).toBe(true);
        slipped += 1;
      }
  }
  expect(slipped).toBeGreaterThan(20);
});

test("issue 27: without a colleague: the meetings with them, what waits for them and what they owe", async () => {
  const ada = await anAsker(server, "Ada");
  const contact = (await ada.person.invoke(contacts.create, {
    ...{ contactName: "Bob Stone", contactEmail: "bob@x.example" },
  })) as { id: string };
  await ada.event("Review", "2026-12-02T09:00:00Z", "2026-12-02T10:00:00Z", {
    attendees: ["BOB@x.example"],
  });
  await ada.event("Other", "2026-12-02T12:00:00Z", "2026-12-02T13:00:00Z", { attendees: ["eve@x.example"] });
  const owed = (await ada.promise("approve the budget", {
    ...{
      owedBy: "them",
      party: "bob@x.example",
      partyName: "Bob",
      due: "2026-12-02T12:00:00Z",
      hasTime: true,
    },
  })) as CommitmentOnWire;
  await ada.person.invoke(commitments.makeTask, { id: owed.id });
  const answer = await ada.whatIf([
    { kind: "withoutPerson", contactId: contact.id, from: "2026-12-02", to: "2026-12-03" },
  ]);
  const bob = { name: "Bob Stone", address: "bob@x.example", userId: null };
  expect(factOf(answer, "missing")).toMatchObject([{ title: "Review", minutes: 60, person: bob }]);
  expect(factOf(answer, "owes")).toMatchObject([
    {
      title: "approve the budget",
      person: bob,
      before: "2026-12-02T12:00:00.000Z",
      after: "2026-12-03T23:00:00.000Z",
    },
  ]);
  expect(factOf(answer, "waits")).toMatchObject([{ title: "Approve the budget", person: bob }]);
  expect((factOf(answer, "waits")[0]?.after ?? "") > "2026-12-03T23:00").toBe(true);
  await expect(
    ada.whatIf([{ kind: "withoutPerson", contactId: contact.id.replace(/^./, "0") }]),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("issue 27: nobody asks about or changes the events, contacts and promises of somebody else", async () => {
  const ada = await anAsker(server, "Ada");
  const bob = await anAsker(server, "Bob");
  const board = await ada.event("Board", "2026-12-02T09:00:00Z", "2026-12-02T10:00:00Z");
  const contact = (await ada.person.invoke(contacts.create, {
    ...{ contactName: "Clara", contactEmail: "clara@x.example" },
  })) as { id: string };
  const refused = (changes: readonly Record<string, unknown>[]) =>
    expect(bob.whatIf(changes)).rejects.toMatchObject({ code: "not_found" });
  await refused([{ kind: "dropEvent", eventId: board.id }]);
  await refused([{ kind: "withoutPerson", contactId: contact.id }]);
  const changes = [{ kind: "dropEvent", eventId: board.id }];
  const answer = await ada.whatIf(changes);
  const shown = shownAlternative(answer, changes);
  await expect(bob.person.invoke(plan.applyWhatIf, shown)).rejects.toMatchObject({ code: "not_found" });
  const none = {
    blocks: { remove: [], restore: [], move: [] },
    remove: [],
    restore: [],
    move: [],
    rejoin: [],
  };
  const undo = { ...none, answers: [], removeDrafts: [], restoreDrafts: [] };
  await expect(bob.person.invoke(plan.restoreWhatIf, { ...undo, remove: [board.id] })).rejects.toMatchObject({
    code: "not_found",
  });
  const times = { startTime: "2026-12-03T09:00:00Z", endTime: "2026-12-03T10:00:00Z" };
  await bob.person.invoke(plan.restoreWhatIf, { ...undo, move: [{ eventId: board.id, ...times }] });
  await bob.person.invoke(plan.restoreWhatIf, {
    ...undo,
    answers: [{ eventId: board.id, answer: "declined" }],
  });
  expect(await ada.calendar()).toMatchObject([
    { id: board.id, startTime: board.startTime, version: board.version },
  ]);
});
