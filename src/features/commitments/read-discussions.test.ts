import { expect, test } from "vitest";
import { decisions } from "#features/team/decisions.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { hrefOf } from "./commitment-model.ts";
import { findUnread, readThreads, receiveDiscussions } from "./jobs.ts";
import { threadsDatabase } from "./read-threads.factory.ts";

const server = await threadsDatabase();
const { aUser, as, services, owner, list } = server;
const aPerson = async (fullName: string) => as(await aUser({ fullName }));

/** A workspace of these people; the first administers it. */
async function team(people: readonly Person[]) {
  const [admin, ...others] = people;
  if (!admin) throw new Error("A workspace needs somebody");
  const { id: workspaceId } = (await admin.invoke(workspaces.create, { name: "Board" })) as { id: string };
  for (const { userId } of others)
    await owner.query(
      "insert into workspace_members (workspace_id, user_id, role, state) values ($1, $2, 'member', 'active')",
      [workspaceId, userId],
    );
  const read = async (decisionId: string) => {
    const members = people.map(({ userId }) => userId);
    await receiveDiscussions.run(services, { decisionId, members });
    for (const userId of members) await readThreads.run(services, { userId });
  };
  return {
    workspaceId,
    read,
    decide: async (description: string, fields: object = {}) => {
      const decision = { workspaceId, title: "Open the office", description, ...fields };
      const { id } = (await admin.invoke(decisions.create, decision)) as { id: string };
      await read(id);
      return id;
    },
    vote: async (person: Person, id: string, comment: string | null) => {
      await person.invoke(decisions.vote, { id, vote: "abstain", comment });
      await read(id);
    },
  };
}

test("what the description and a comment promise is in the ledger of either person, with its place", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const { decide, vote } = await team([ada, bob, await aPerson("Carl")]);
  const id = await decide("I'll send you the lease by Friday, Bob.");
  await vote(bob, id, "Fine. I'll send you the figures by Monday.");
  const place = { sourceKind: "decision", threadId: id, provenance: "other_user", state: "open" };
  expect(await list(bob, { owedBy: "me" })).toMatchObject([
    { ...place, what: "send you the figures", party: ada.userId, partyName: "Ada", sourceOffset: 6 },
  ]);
  const [figures, ...others] = await list(ada, { owedBy: "them" });
  expect(others).toEqual([]);
  expect(figures).toMatchObject({ ...place, what: "send you the figures", party: bob.userId });
  expect(figures && hrefOf({ sourceKind: "decision", sourceId: figures.sourceId, threadId: id })).toBe(
    `/team?tab=decisions&decision=${id}`,
  );
  expect(await list(ada, { owedBy: "me" })).toMatchObject([
    { ...place, what: expect.stringMatching(/lease/) },
  ]);
});

test("it moves with its words, has a new date in place, is withdrawn with them and comes back", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const { decide, vote, read } = await team([ada, bob]);
  const id = await decide("The lease as presented.");
  await vote(bob, id, "I'll send you the figures by Monday.");
  const [first] = await list(ada);
  await vote(bob, id, "Two remarks follow. I'll send you the figures by Monday.");
  expect(await list(ada)).toMatchObject([{ id: first?.id, due: first?.due, sourceOffset: 20 }]);
  await vote(bob, id, "Two remarks follow. I'll send you the figures by Tuesday.");
  const [later] = await list(ada);
  expect(later).toMatchObject({ id: first?.id, quote: "I'll send you the figures by Tuesday." });
  expect(later?.due).not.toBe(first?.due);
  const before = await list(ada);
  await read(id);
  expect(await list(ada)).toEqual(before);
  await vote(bob, id, null);
  const evidence = { kind: "decision", id, sentence: "Its text no longer says so" };
  expect(await list(ada)).toMatchObject([{ id: first?.id, state: "dropped", evidence }]);
  await vote(bob, id, "I'll send you the figures by Tuesday.");
  expect(await list(ada)).toMatchObject([{ id: first?.id, state: "open", evidence: null, sourceOffset: 0 }]);
});

test("a request in the description is met by the vote, also without a comment", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const { decide, vote } = await team([ada, bob]);
  const id = await decide("Could you review the contract by Thursday?");
  expect(await list(bob)).toMatchObject([{ kind: "request", state: "open", party: ada.userId }]);
  await vote(bob, id, null);
  expect(await list(bob)).toMatchObject([{ state: "met", evidence: { kind: "decision", id } }]);
});

test("nobody sees more than the decision shows them: strangers, those who left, and concealed votes", async () => {
  const [ada, bob, carl] = [await aPerson("Ada"), await aPerson("Bob"), await aPerson("Carl")];
  const eve = await aPerson("Eve");
  const { decide, vote, read, workspaceId } = await team([ada, bob, carl]);
  const id = await decide("I'll send everybody the lease by Friday.");
  await receiveDiscussions.run(services, { decisionId: id, members: [eve.userId] });
  await readThreads.run(services, { userId: eve.userId });
  expect(await list(eve)).toEqual([]);
  expect(await list(carl)).toHaveLength(1);
  await owner.query(
    "update workspace_members set state = 'removed' where workspace_id = $1 and user_id = $2",
    [workspaceId, carl.userId],
  );
  expect(await list(carl)).toEqual([]);
  const hidden = await decide("The lease as presented.", { isHidden: true });
  await vote(bob, hidden, "I'll send you the figures by Monday.");
  expect(await list(ada, { threadId: hidden })).toEqual([]);
  await vote(ada, hidden, null);
  await read(hidden);
  expect(await list(ada, { threadId: hidden })).toMatchObject([{ what: "send you the figures" }]);
});

test("a deleted decision shows nothing, and a large workspace is not read", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const { decide } = await team([ada, bob]);
  const id = await decide("I'll send you the lease by Friday.");
  await ada.invoke(decisions.delete, { id });
  expect(await list(bob)).toEqual([]);
  await ada.invoke(decisions.restore, { id });
  expect(await list(bob)).toHaveLength(1);
  const many = await Promise.all(Array.from({ length: 9 }, (_, index) => aPerson(`Member ${index}`)));
  const large = await team(many);
  await large.decide("I'll send you the lease by Friday.");
  const [, second] = many;
  await findUnread.run(services, {});
  await readThreads.run(services, { userId: second?.userId ?? "" });
  expect(second && (await list(second))).toEqual([]);
});

test("the hourly run finds decisions that no event announced, and reads them once", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const { workspaceId } = await team([ada, bob]);
  await ada.invoke(decisions.create, {
    workspaceId,
    title: "Lease",
    description: "I'll send you the lease.",
  });
  const waiting = async () => {
    await findUnread.run(services, {});
    const { rows } = await owner.query(
      "select from commitment_threads where user_id = $1 and waiting_since is not null",
      [bob.userId],
    );
    return rows.length;
  };
  expect(await waiting()).toBe(1);
  await readThreads.run(services, { userId: bob.userId });
  expect(await list(bob)).toHaveLength(1);
  expect(await waiting()).toBe(0);
});
