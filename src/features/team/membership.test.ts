import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { aDecision, anInvitation, aWorkspace } from "./factory.ts";
import { decisionVotes, teamDecisions, teamInvitations, workspaceMembers, workspaces } from "./tables.ts";

const { owner, aUser, as } = await testDatabase();
const refused = { code: "not_found" };

let ada: Person;
let bob: Person;
let workspaceId: string;
let decisionId: string;

/** Ada's workspace with one open decision. */
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
  [workspaceId, decisionId] = [randomUUID(), randomUUID()];
  await ada.run(async ({ db, actor }) => {
    await db.insert(workspaces).values(aWorkspace({ id: workspaceId, createdBy: actor.userId }));
    await db
      .insert(workspaceMembers)
      .values({ workspaceId, userId: actor.userId, role: "admin", state: "active" });
    await db
      .insert(teamDecisions)
      .values(aDecision({ id: decisionId, workspaceId, createdBy: actor.userId }));
    await db
      .insert(teamInvitations)
      .values(anInvitation({ workspaceId, invitedBy: actor.userId, tokenHash: randomUUID() }));
  });
});

type Member = typeof workspaceMembers.$inferInsert;

const addMember = (fields: Pick<Member, "state" | "role">) =>
  owner.query("insert into workspace_members (workspace_id, user_id, state, role) values ($1, $2, $3, $4)", [
    workspaceId,
    bob.userId,
    fields.state,
    fields.role,
  ]);

const seenBy = (person: Person) =>
  person.run(async ({ db }) => ({
    workspaces: (await db.select().from(workspaces)).length,
    members: (await db.select().from(workspaceMembers)).length,
    decisions: (await db.select().from(teamDecisions)).length,
    invitations: (await db.select().from(teamInvitations)).length,
  }));

const vote = (person: Person) =>
  person.run(({ db, actor }) =>
    db.insert(decisionVotes).values({ decisionId, workspaceId, userId: actor.userId, vote: "approve" }),
  );

const changeOf = (person: Person, userId: string, change: Partial<Member>) =>
  person.run(({ db }) =>
    db
      .update(workspaceMembers)
      .set(change)
      .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)))
      .returning(),
  );

test("D3: a stranger sees nothing of a workspace and cannot enter it", async () => {
  expect(await seenBy(bob)).toEqual({ workspaces: 0, members: 0, decisions: 0, invitations: 0 });
  const enter = bob.run(({ db, actor }) =>
    db.insert(workspaceMembers).values({ workspaceId, userId: actor.userId, role: "admin", state: "active" }),
  );
  await expect(enter).rejects.toMatchObject(refused);
  await expect(vote(bob)).rejects.toMatchObject(refused);
});

test("D3: an invited person sees only their own row, until they accept in the role they were given", async () => {
  await addMember({ state: "invited", role: "member" });
  expect(await seenBy(bob)).toEqual({ workspaces: 0, members: 1, decisions: 0, invitations: 0 });
  await expect(vote(bob)).rejects.toMatchObject(refused);
  await expect(changeOf(bob, bob.userId, { state: "active", role: "admin" })).rejects.toMatchObject(refused);
  await changeOf(bob, bob.userId, { state: "active" });
  expect(await seenBy(bob)).toEqual({ workspaces: 1, members: 2, decisions: 1, invitations: 1 });
});

test("D3: an active member reads and votes, and cannot manage or become an administrator", async () => {
  await addMember({ state: "active", role: "member" });
  await vote(bob);
  await expect(changeOf(bob, bob.userId, { role: "admin" })).rejects.toMatchObject(refused);
  expect(await changeOf(bob, ada.userId, { state: "removed" })).toEqual([]);
  const renamed = await bob.run(({ db }) => db.update(workspaces).set({ name: "Bob's" }).returning());
  const deleted = await bob.run(({ db }) => db.delete(teamDecisions).returning());
  expect([renamed, deleted]).toEqual([[], []]);
  const asAdmin = anInvitation({
    workspaceId,
    invitedBy: bob.userId,
    tokenHash: randomUUID(),
    invitedRole: "admin",
  });
  await expect(bob.run(({ db }) => db.insert(teamInvitations).values(asAdmin))).rejects.toMatchObject(
    refused,
  );
});

test("a viewer reads and cannot vote", async () => {
  await addMember({ state: "active", role: "viewer" });
  expect(await seenBy(bob)).toMatchObject({ decisions: 1 });
  await expect(vote(bob)).rejects.toMatchObject(refused);
});

test("D3: a removed member sees only their own row and cannot rejoin without an invitation", async () => {
  await addMember({ state: "active", role: "admin" });
  await changeOf(ada, bob.userId, { state: "removed" });
  expect(await seenBy(bob)).toEqual({ workspaces: 0, members: 1, decisions: 0, invitations: 0 });
  expect(await changeOf(bob, bob.userId, { state: "active" })).toEqual([]);
  await expect(vote(bob)).rejects.toMatchObject(refused);
});

test("an administrator invites people and cannot add members directly", async () => {
  const add = (state: Member["state"]) =>
    ada.run(({ db }) =>
      db.insert(workspaceMembers).values({ workspaceId, userId: bob.userId, role: "member", state }),
    );
  await expect(add("active")).rejects.toMatchObject(refused);
  await add("invited");
  await expect(changeOf(ada, bob.userId, { state: "active" })).rejects.toMatchObject(refused);
  expect(await changeOf(ada, bob.userId, { role: "viewer" })).toHaveLength(1);
});

test("nobody votes for another member, twice, or after the decision is completed", async () => {
  await addMember({ state: "active", role: "member" });
  const forAda = bob.run(({ db }) =>
    db.insert(decisionVotes).values({ decisionId, workspaceId, userId: ada.userId, vote: "reject" }),
  );
  await expect(forAda).rejects.toMatchObject(refused);
  await vote(bob);
  await expect(vote(bob)).rejects.toMatchObject({ code: "conflict" });
  await ada.run(({ db }) => db.update(teamDecisions).set({ status: "completed" }));
  const late = await bob.run(({ db }) => db.update(decisionVotes).set({ vote: "reject" }).returning());
  expect(late).toEqual([]);
});

test("the creator of a workspace who was removed from it has no access", async () => {
  await addMember({ state: "active", role: "admin" });
  await changeOf(bob, ada.userId, { state: "removed" });
  expect(await seenBy(ada)).toEqual({ workspaces: 0, members: 1, decisions: 0, invitations: 0 });
});
