import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { decisions } from "./decisions.ts";
import { completeDue, purgeTeamTrash } from "./jobs.ts";
import { members } from "./members.ts";
import type { DecisionOnWire, WorkspaceOnWire } from "./model.ts";
import { workspaces } from "./workspaces.ts";

const server = await testDatabase();
const { aUser, as, owner, services } = server;

let ada: Person;
let bob: Person;
let carol: Person;
let workspace: WorkspaceOnWire;

type Page = { items: DecisionOnWire[]; nextCursor: string | null };

const enter = (person: Person, role: string) =>
  owner.query(
    "insert into workspace_members (workspace_id, user_id, role, state) values ($1, $2, $3, 'active')",
    [workspace.id, person.userId, role],
  );
const create = (fields: Record<string, unknown> = {}) =>
  ada.invoke(decisions.create, {
    workspaceId: workspace.id,
    title: "Open the office",
    ...fields,
  }) as Promise<DecisionOnWire>;
const get = (person: Person, { id }: DecisionOnWire) =>
  person.invoke(decisions.get, { id }) as Promise<DecisionOnWire>;
const vote = (person: Person, { id }: DecisionOnWire, value: string, comment?: string) =>
  person.invoke(decisions.vote, { id, vote: value, ...(comment && { comment }) }) as Promise<DecisionOnWire>;
const list = (person: Person, input = {}) => person.invoke(decisions.list, input) as Promise<Page>;

/** Ada is an administrator, Bob a member, Carol a viewer. */
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
  carol = as(await aUser({ fullName: "Carol" }));
  workspace = (await ada.invoke(workspaces.create, { name: "Leadership" })) as WorkspaceOnWire;
  await enter(bob, "member");
  await enter(carol, "viewer");
});

test("TEAM-11, DATA-15: a decision is created with title, description and deadline", async () => {
  const deadline = new Date(Date.now() + 86_400_000).toISOString();
  const decision = await create({ description: "Lease as presented", deadline });
  expect(decision).toMatchObject({
    workspaceName: "Leadership",
    title: "Open the office",
    description: "Lease as presented",
    deadline,
    createdBy: ada.userId,
    creatorName: "Ada",
    status: "voting",
    counts: { approve: 0, reject: 0, abstain: 0 },
    voters: 2,
    myVote: null,
    mayVote: true,
    mayManage: true,
    outcome: null,
  });
  expect(await get(carol, decision)).toMatchObject({ mayVote: false, mayManage: false });
});

test("TEAM-19: title and workspace are required, and a deadline must be in the future", async () => {
  for (const fields of [{ title: " " }, { workspaceId: "" }, { deadline: new Date(0).toISOString() }])
    await expect(create(fields)).rejects.toMatchObject({ code: "invalid" });
});

test("TEAM-13, TEAM-14, DATA-16: a vote is approve, reject or abstain, with a reason, and can be changed", async () => {
  const decision = await create();
  await vote(bob, decision, "reject", "Too soon");
  await vote(bob, decision, "abstain");
  expect(await vote(bob, decision, "approve", "  Convinced ")).toMatchObject({
    counts: { approve: 1, reject: 0, abstain: 0 },
    myVote: "approve",
    myComment: "Convinced",
    status: "voting",
  });
  const { items } = (await carol.invoke(decisions.ballots, { id: decision.id })) as { items: unknown[] };
  expect(items).toMatchObject([{ fullName: "Bob", vote: "approve", comment: "Convinced" }]);
  await undoLastAction(server, bob, decisions);
  expect(await get(bob, decision)).toMatchObject({ myVote: "abstain", myComment: null });
  await expect(vote(bob, decision, "maybe")).rejects.toMatchObject({ code: "invalid" });
});

test("decision 16: it is completed when every voting member has voted, and then accepts no vote", async () => {
  const decision = await create();
  await vote(bob, decision, "reject");
  expect(await vote(ada, decision, "reject")).toMatchObject({
    status: "completed",
    completionReason: "everyone",
    outcome: "rejected",
    counts: { approve: 0, reject: 2, abstain: 0 },
    mayVote: false,
  });
  await expect(vote(bob, decision, "approve")).rejects.toMatchObject({ code: "conflict" });
});

test("decision 16: the last votes at the same time complete it as well", async () => {
  const decision = await create();
  await Promise.all([vote(ada, decision, "approve"), vote(bob, decision, "abstain")]);
  expect(await get(carol, decision)).toMatchObject({ status: "completed", outcome: "approved" });
});

test("decision 16: it is completed when the last missing voter leaves or becomes a viewer", async () => {
  const waiting = [await create(), await create()];
  for (const decision of waiting) await vote(ada, decision, "approve");
  await ada.invoke(members.setRole, { workspaceId: workspace.id, userId: bob.userId, role: "viewer" });
  for (const decision of waiting)
    expect(await get(ada, decision)).toMatchObject({ status: "completed", completionReason: "everyone" });
});

test("decision 16: it is completed when it is closed, with the votes it has", async () => {
  const decision = await create();
  await vote(bob, decision, "abstain");
  expect(await ada.invoke(decisions.close, { id: decision.id })).toMatchObject({
    status: "completed",
    completionReason: "closed",
    outcome: "tied",
  });
  await expect(ada.invoke(decisions.close, { id: decision.id })).rejects.toMatchObject({ code: "conflict" });
});

test("decision 16, TEAM-12: past its deadline it accepts no vote, and the job completes it and notifies everyone", async () => {
  const decision = await create();
  await owner.query("update team_decisions set deadline = now() - interval '1 second' where id = $1", [
    decision.id,
  ]);
  expect(await get(bob, decision)).toMatchObject({ status: "completed", completionReason: "deadline" });
  expect((await list(ada, { status: "pending" })).items).toEqual([]);
  expect((await list(ada, { status: "completed" })).items).toHaveLength(1);
  await expect(vote(bob, decision, "approve")).rejects.toMatchObject({ code: "conflict" });
  await owner.query("delete from announcements");
  await completeDue.run(services, {});
  await completeDue.run(services, {});
  const { rows } = await owner.query("select status, completion_reason from team_decisions where id = $1", [
    decision.id,
  ]);
  expect(rows).toEqual([{ status: "completed", completion_reason: "deadline" }]);
  const { rows: recipients } = await owner.query(
    "select user_id from announcements where resource = 'decisions' and record_ids = array[$1]",
    [decision.id],
  );
  expect(recipients.map(({ user_id }) => user_id).sort()).toEqual(
    [ada, bob, carol].map(({ userId }) => userId).sort(),
  );
  expect(completeDue.cron).toBe("* * * * *");
});

test("a decision goes to the trash with its votes, can be restored, and is purged after 30 days", async () => {
  const decision = await create();
  await vote(bob, decision, "approve");
  await ada.invoke(decisions.delete, { id: decision.id });
  await expect(get(bob, decision)).rejects.toMatchObject({ code: "not_found" });
  await expect(vote(bob, decision, "reject")).rejects.toMatchObject({ code: "not_found" });
  expect(((await ada.invoke(decisions.trash)) as Page).items).toHaveLength(1);
  await undoLastAction(server, ada, decisions);
  expect(await get(bob, decision)).toMatchObject({ myVote: "approve", deletedAt: null });
  await ada.invoke(decisions.delete, { id: decision.id });
  await owner.query("update team_decisions set deleted_at = now() - interval '31 days'");
  await purgeTeamTrash.run(services, {});
  expect((await owner.query("select from team_decisions where id = $1", [decision.id])).rowCount).toBe(0);
});

test("the list pages by key over several workspaces, newest first, and can be filtered to one", async () => {
  const first = [await create({ title: "1" }), await create({ title: "2" })];
  const board = (await ada.invoke(workspaces.create, { name: "Board" })) as WorkspaceOnWire;
  await create({ title: "3", workspaceId: board.id });
  await create({ title: "4" });
  const titles: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page: Page = await list(ada, { limit: 1, ...(cursor && { cursor }) });
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor);
  expect(titles).toEqual(["4", "3", "2", "1"]);
  expect((await list(ada, { workspaceId: board.id })).items.map(({ title }) => title)).toEqual(["3"]);
  expect((await list(bob)).items).toHaveLength(first.length + 1);
});

test("members who may vote get a notification, and each vote is announced to all members", async () => {
  const decision = await create();
  const { rows } = await owner.query(
    "select user_id, title, href from smart_notifications where context_data ->> 'decisionId' = $1",
    [decision.id],
  );
  expect(rows).toEqual([
    {
      user_id: bob.userId,
      title: "Your vote is asked for",
      href: `/team?tab=decisions&decision=${decision.id}`,
    },
  ]);
  await owner.query("delete from announcements");
  await vote(bob, decision, "approve");
  const { rows: recipients } = await owner.query(
    "select distinct user_id from announcements where resource = 'decisions' and record_ids = array[$1]",
    [decision.id],
  );
  expect(recipients).toHaveLength(3);
});

test("everybody of the workspace sees at once that a decision was deleted, and that it is back", async () => {
  const decision = await create();
  for (const act of [decisions.delete, decisions.restore]) {
    await owner.query("delete from announcements");
    await ada.invoke(act, { id: decision.id });
    const { rows } = await owner.query(
      "select distinct user_id from announcements where resource = 'decisions' and record_ids = array[$1]",
      [decision.id],
    );
    expect(rows).toHaveLength(3);
  }
});

test("the trash of decisions goes on page by page, and one of them is restored alone", async () => {
  const made = [await create({ title: "1" }), await create({ title: "2" }), await create({ title: "3" })];
  for (const { id } of made) await ada.invoke(decisions.delete, { id });
  const titles: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = (await ada.invoke(decisions.trash, { limit: 1, ...(cursor && { cursor }) })) as Page;
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor && titles.length < 5);
  expect(titles).toEqual(["3", "2", "1"]);
  await ada.invoke(decisions.restore, { id: made[1]?.id });
  const left = ((await ada.invoke(decisions.trash)) as Page).items.map(({ title }) => title);
  expect(left).toEqual(["3", "1"]);
});

test("a decision is restored by its own workspace's rules, whatever other workspaces Ada has", async () => {
  const inactive = (await ada.invoke(workspaces.create, { name: "Closed" })) as WorkspaceOnWire;
  await ada.invoke(decisions.create, { workspaceId: inactive.id, title: "Earlier" });
  await owner.query("update workspaces set is_active = false where id = $1", [inactive.id]);
  const decision = await create();
  await ada.invoke(decisions.delete, { id: decision.id });
  expect(await ada.invoke(decisions.restore, { id: decision.id })).toMatchObject({
    title: "Open the office",
  });
  await expect(bob.invoke(decisions.restore, { id: decision.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("everyone in the workspace but who completed a decision gets its outcome", async () => {
  const decision = await create();
  await vote(bob, decision, "approve");
  expect(await vote(ada, decision, "approve")).toMatchObject({ status: "completed" });
  const { rows } = await owner.query(
    `select user_id from smart_notifications where context_data ->> 'decisionId' = $1
      and message like 'The decision is completed%' order by user_id`,
    [decision.id],
  );
  expect(rows.map((row) => row.user_id)).toEqual([bob.userId, carol.userId].sort());
});
