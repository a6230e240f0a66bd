import { expect, onTestFinished, test, vi } from "vitest";
import { notify } from "#platform/notify/notify.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { decisions } from "./decisions.ts";
import { invitations } from "./invitations.ts";
import { members } from "./members.ts";
import type { DecisionOnWire, WorkspaceOnWire } from "./model.ts";
import { workspaces } from "./workspaces.ts";

const { aUser, as, owner } = await testDatabase();

async function aWorkspace() {
  const ada = as(await aUser({ fullName: "Ada" }));
  const bob = as(await aUser({ fullName: "Bob" }));
  const { id: workspaceId } = (await ada.invoke(workspaces.create, { name: "Board" })) as WorkspaceOnWire;
  const invite = (email = bob.email) =>
    ada.invoke(invitations.create, { workspaceId, email }) as Promise<{ id: string; link: string }>;
  const states = async () => {
    const { rows } = await owner.query(
      "select state from workspace_members where workspace_id = $1 and user_id = $2",
      [workspaceId, bob.userId],
    );
    return rows.map(({ state }) => state);
  };
  return { ada, bob, workspaceId, invite, states };
}

const codes = async (...asked: Promise<unknown>[]) =>
  (await Promise.allSettled(asked))
    .map((answer) => (answer.status === "fulfilled" ? "done" : answer.reason.code))
    .sort();

const accept = (person: Person, { id }: { id: string }) => person.invoke(invitations.accept, { id });

test("one address invited twice at the same time has one invitation", async () => {
  const { invite, ada } = await aWorkspace();
  expect(await codes(invite(), invite(), invite())).toEqual(["conflict", "conflict", "done"]);
  const { items } = (await ada.invoke(invitations.list)) as { items: unknown[] };
  expect(items).toHaveLength(1);
});

test("one invitation accepted twice creates one member; after it is revoked it creates none", async () => {
  const { invite, bob, states, ada, workspaceId } = await aWorkspace();
  const invitation = await invite();
  expect(await codes(accept(bob, invitation), accept(bob, invitation))).toEqual(["done", "not_found"]);
  expect(await states()).toEqual(["active"]);
  await ada.invoke(members.remove, { workspaceId, userId: bob.userId });
  const second = await invite();
  await ada.invoke(invitations.revoke, { id: second.id });
  expect(await codes(accept(bob, second))).toEqual(["not_found"]);
  const token = second.link.split("#")[1];
  expect(await codes(bob.invoke(invitations.accept, { token }))).toEqual(["not_found"]);
  expect(await states()).toEqual(["removed"]);
});

test("if accepted and revoked at the same time, one of the two wins", async () => {
  const { invite, bob, states, ada } = await aWorkspace();
  const invitation = await invite();
  const answers = await codes(accept(bob, invitation), ada.invoke(invitations.revoke, { id: invitation.id }));
  expect(answers).toEqual(["done", "not_found"]);
  const { rows } = await owner.query(
    "select (accepted_at is null) <> (revoked_at is null) as one from team_invitations where id = $1",
    [invitation.id],
  );
  expect(rows).toEqual([{ one: true }]);
  expect((await states()).length).toBeLessThan(2);
});

test("nobody votes after being removed, or after it is closed, even at the same time", async () => {
  const { invite, bob, ada, workspaceId } = await aWorkspace();
  await accept(bob, await invite());
  const decide = () =>
    ada.invoke(decisions.create, { workspaceId, title: "Open the office" }) as Promise<DecisionOnWire>;
  const { id } = await decide();
  const vote = (decisionId: string) => bob.invoke(decisions.vote, { id: decisionId, vote: "approve" });
  await codes(vote(id), ada.invoke(decisions.close, { id }));
  expect(await codes(vote(id))).toEqual(["conflict"]);
  const { counts, voted } = (await ada.invoke(decisions.get, { id })) as DecisionOnWire;
  const { rows } = await owner.query(
    "select count(*)::int as votes from decision_votes where decision_id = $1",
    [id],
  );
  expect([counts?.approve, voted]).toEqual([rows[0].votes, rows[0].votes]);
  expect(await ada.invoke(decisions.verify, { id })).toMatchObject({ brokenAt: null, votesAgree: true });
  const open = await decide();
  await ada.invoke(members.remove, { workspaceId, userId: bob.userId });
  expect(await codes(vote(open.id))).toEqual(["not_found"]);
});

test("a vote waits for a concurrent change of the workspace, and applies its result", async () => {
  const { invite, bob, ada, workspaceId } = await aWorkspace();
  await accept(bob, await invite());
  const { id } = (await ada.invoke(decisions.create, { workspaceId, title: "Buy" })) as DecisionOnWire;
  onTestFinished(async () => void (await owner.query("rollback")));
  await owner.query("begin");
  await owner.query("select pg_advisory_xact_lock(hashtextextended('workspace ' || $1, 0))", [workspaceId]);
  const vote = codes(bob.invoke(decisions.vote, { id, vote: "approve" }));
  await vi.waitFor(async () => {
    const { rows } = await owner.query("select 1 from pg_locks where locktype = 'advisory' and not granted");
    expect(rows).toHaveLength(1);
  });
  await owner.query("update team_decisions set status = 'completed', completed_at = now() where id = $1", [
    id,
  ]);
  await owner.query("commit");
  expect(await vote).toEqual(["conflict"]);
  const { rows } = await owner.query("select 1 from decision_votes where decision_id = $1", [id]);
  expect(rows).toEqual([]);
});

test("a person whose invitation was revoked cannot be notified", async () => {
  const { invite, bob, ada } = await aWorkspace();
  const invitation = await invite();
  const notifyBob = () =>
    ada.run((context) =>
      notify(context, { userIds: [bob.userId], title: "Hello", message: "", type: "note" }),
    );
  expect(await notifyBob()).toHaveLength(1);
  await ada.invoke(invitations.revoke, { id: invitation.id });
  expect(await notifyBob()).toEqual([]);
});

/** Ada's workspace with this many members more, on which a decision is open. */
async function aWorkspaceWithVoters(size: number) {
  const { ada, workspaceId } = await aWorkspace();
  const crowd = [];
  for (let n = 0; n < size; n++) crowd.push(as(await aUser()));
  await owner.query(
    "insert into workspace_members (workspace_id, user_id, role, state) select $1, unnest($2::uuid[]), 'member', 'active'",
    [workspaceId, crowd.map(({ userId }) => userId)],
  );
  const { id } = (await ada.invoke(decisions.create, { workspaceId, title: "Move" })) as DecisionOnWire;
  return { ada, crowd, workspaceId, id };
}

test("200 votes at the same time are all counted, and other requests are served meanwhile", async () => {
  const { ada, crowd, id } = await aWorkspaceWithVoters(200);
  const votes = crowd.map((each) => each.invoke(decisions.vote, { id, vote: "approve" }));
  await ada.invoke(decisions.get, { id });
  expect(new Set(await codes(...votes))).toEqual(new Set(["done"]));
  expect(await ada.invoke(decisions.get, { id })).toMatchObject({ counts: { approve: 200 }, voted: 200 });
  expect(await ada.invoke(decisions.verify, { id })).toMatchObject({ brokenAt: null, votesAgree: true });
}, 30_000);

const noticesOf = async ({ userId }: Person) =>
  (
    await owner.query("select title from smart_notifications where user_id = $1 and title like '%Move%'", [
      userId,
    ])
  ).rows;

test.for(["leave", "remove"])(
  "TEAM-12: where %s completes a decision, the remaining members are notified, once",
  async (action) => {
    const { ada, crowd, workspaceId, id } = await aWorkspaceWithVoters(2);
    const [bob, carol] = crowd as [Person, Person];
    await ada.invoke(decisions.vote, { id, vote: "approve" });
    await bob.invoke(decisions.vote, { id, vote: "approve" });
    const before = (await noticesOf(bob)).length;
    if (action === "leave") await carol.invoke(workspaces.leave, { id: workspaceId });
    else await ada.invoke(members.remove, { workspaceId, userId: carol.userId });
    expect(await ada.invoke(decisions.get, { id })).toMatchObject({ status: "completed" });
    expect((await noticesOf(bob)).slice(before)).toEqual([{ title: "Approved: 'Move'" }]);
    expect((await noticesOf(ada)).filter(({ title }) => title.startsWith("Approved"))).toHaveLength(
      action === "leave" ? 1 : 0,
    );
    expect((await noticesOf(carol)).filter(({ title }) => title.startsWith("Approved"))).toEqual([]);
  },
);
