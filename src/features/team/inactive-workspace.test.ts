import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { decisions } from "./decisions.ts";
import { completeDue } from "./jobs.ts";
import type { DecisionOnWire, WorkspaceOnWire } from "./model.ts";
import { team } from "./team.ts";
import { workspaces } from "./workspaces.ts";

const { aUser, as, owner, services } = await testDatabase();

let ada: Person;
let bob: Person;
let carol: Person;
let workspaceId: string;

const create = (fields: Record<string, unknown> = {}) =>
  ada.invoke(decisions.create, {
    workspaceId,
    title: "Open the office",
    ...fields,
  }) as Promise<DecisionOnWire>;
const get = (person: Person, { id }: { id: string }) =>
  person.invoke(decisions.get, { id }) as Promise<DecisionOnWire>;
const approve = (person: Person, { id }: { id: string }) =>
  person.invoke(decisions.vote, { id, vote: "approve" });
const endVoting = ({ id }: { id: string }) =>
  owner.query("update team_decisions set deadline = now() - interval '1 second' where id = $1", [id]);
const deactivate = () => ada.invoke(workspaces.deactivate, { id: workspaceId });
const activate = () => ada.invoke(workspaces.activate, { id: workspaceId });
const noticesOf = async ({ userId }: Person) => {
  const { rows } = await owner.query("select title from smart_notifications where user_id = $1", [userId]);
  return rows.map(({ title }) => title as string);
};
const APPROVED = "Approved: 'Open the office'";

/** Ada administers; Bob and Carol are members. */
beforeEach(async () => {
  [ada, bob, carol] = (await Promise.all(
    ["Ada", "Bob", "Carol"].map(async (fullName) => as(await aUser({ fullName }))),
  )) as [Person, Person, Person];
  workspaceId = ((await ada.invoke(workspaces.create, { name: "Leadership" })) as WorkspaceOnWire).id;
  for (const { userId } of [bob, carol])
    await owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
      workspaceId,
      userId,
    ]);
});

test("TEAM-15: a deadline that passes in an inactive workspace decides only when it is active again", async () => {
  const deadline = new Date(Date.now() + 86_400_000).toISOString();
  const decision = await create({ deadline, isHidden: true });
  await approve(ada, decision);
  await deactivate();
  await endVoting(decision);
  await completeDue.run(services, {});
  const open = { status: "voting", outcome: null, counts: null, mayVote: false, isWorkspaceActive: false };
  expect(await get(bob, decision)).toMatchObject(open);
  expect(await bob.invoke(decisions.ballots, { id: decision.id })).toMatchObject({ items: [] });
  expect(await bob.invoke(workspaces.get, { id: workspaceId })).toMatchObject({ pendingDecisions: 1 });
  expect(await bob.invoke(team.stats)).toMatchObject({ pendingDecisions: 1 });
  expect(await bob.invoke(decisions.list, { status: "pending" })).toMatchObject({
    items: [{ id: decision.id }],
  });
  expect(await noticesOf(bob)).not.toContain(APPROVED);

  await activate();
  await completeDue.run(services, {});
  const completed = { status: "completed", completionReason: "deadline", outcome: "approved", voted: 1 };
  expect(await get(bob, decision)).toMatchObject(completed);
  expect(await bob.invoke(team.stats)).toMatchObject({ pendingDecisions: 0 });
  expect(await noticesOf(bob)).toContain(APPROVED);
});

test("a missing voter who leaves an inactive workspace completes the vote only when it is active again", async () => {
  const decision = await create();
  await approve(ada, decision);
  await approve(bob, decision);
  await deactivate();
  await carol.invoke(workspaces.leave, { id: workspaceId });
  expect(await get(bob, decision)).toMatchObject({ status: "voting" });
  expect(await noticesOf(bob)).not.toContain(APPROVED);
  await activate();
  expect(await get(bob, decision)).toMatchObject({ status: "completed", completionReason: "everyone" });
  expect(await noticesOf(bob)).toContain(APPROVED);
});
