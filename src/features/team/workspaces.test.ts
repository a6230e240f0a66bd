import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { decisions } from "./decisions.ts";
import { members } from "./members.ts";
import type { DecisionOnWire, MemberOnWire, WorkspaceOnWire } from "./model.ts";
import { team } from "./team.ts";
import { workspaces } from "./workspaces.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;

let ada: Person;
let bob: Person;
let workspace: WorkspaceOnWire;

const found = (person: Person, name = "Leadership") =>
  person.invoke(workspaces.create, { name, description: "Where we decide" }) as Promise<WorkspaceOnWire>;
const enter = (person: Person, role = "member", { id } = workspace) =>
  owner.query(
    "insert into workspace_members (workspace_id, user_id, role, state) values ($1, $2, $3, 'active')",
    [id, person.userId, role],
  );
const get = (person: Person) =>
  person.invoke(workspaces.get, { id: workspace.id }) as Promise<WorkspaceOnWire>;
const setRole = (person: Person, of: Person, role: string) =>
  person.invoke(members.setRole, { workspaceId: workspace.id, userId: of.userId, role });
const list = (person: Person, input = {}) =>
  person.invoke(members.list, input) as Promise<{ items: MemberOnWire[]; nextCursor: string | null }>;

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
  workspace = await found(ada);
});

test("TEAM-21, DATA-13, DATA-14: the creator of a workspace is its administrator", async () => {
  expect(workspace).toMatchObject({
    name: "Leadership",
    description: "Where we decide",
    createdBy: ada.userId,
    isActive: true,
    myRole: "admin",
    members: 1,
    pendingDecisions: 0,
  });
  const { rows } = await owner.query("select * from workspace_members where workspace_id = $1", [
    workspace.id,
  ]);
  expect(rows).toMatchObject([{ user_id: ada.userId, role: "admin", state: "active" }]);
  expect(rows[0].joined_at).toBeInstanceOf(Date);
});

test("TEAM-18: a workspace has a name, which is trimmed", async () => {
  for (const name of ["", "  \t", "x".repeat(201)])
    await expect(found(ada, name)).rejects.toMatchObject({ code: "invalid" });
  expect((await found(ada, "  Board ")).name).toBe("Board");
});

test("TEAM-15: a workspace is active or inactive; an inactive one is read-only", async () => {
  await enter(bob);
  const { id } = (await ada.invoke(decisions.create, {
    workspaceId: workspace.id,
    title: "Move",
  })) as DecisionOnWire;
  expect(await ada.invoke(workspaces.deactivate, { id: workspace.id })).toMatchObject({ isActive: false });
  expect(await get(bob)).toMatchObject({ isActive: false });
  await expect(bob.invoke(decisions.vote, { id, vote: "approve" })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(
    ada.invoke(decisions.create, { workspaceId: workspace.id, title: "Stay" }),
  ).rejects.toMatchObject({ code: "conflict" });
  await expect(ada.invoke(decisions.close, { id })).rejects.toMatchObject({ code: "conflict" });
  const active = (await ada.invoke(workspaces.list, { isActive: true })) as { items: unknown[] };
  expect(active.items).toEqual([]);
  await undoLastAction(server, ada, workspaces);
  // The refused attempt left no audit row: what is taken back is the deactivation.
  expect(await get(bob)).toMatchObject({ isActive: true });
});

test("renaming a workspace needs its latest version, and can be undone", async () => {
  const { id, version } = workspace;
  await ada.invoke(workspaces.update, { id, version, name: "Board" });
  await expect(ada.invoke(workspaces.update, { id, version, name: "Late" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { name: "Board" } },
  });
  await expect(ada.invoke(workspaces.update, { id, version: version + 1, name: " " })).rejects.toMatchObject({
    code: "invalid",
  });
  await ada.invoke(workspaces.update, { id, version: version + 1, description: null });
  await undoLastAction(server, ada, workspaces);
  expect(await get(ada)).toMatchObject({ name: "Board", description: "Where we decide" });
});

test("ROLE-11: an administrator sets the roles member, admin and viewer, and can undo that", async () => {
  await enter(bob);
  for (const role of ["viewer", "admin", "member"]) {
    await setRole(ada, bob, role);
    expect((await get(bob)).myRole).toBe(role);
  }
  await undoLastAction(server, ada, members);
  expect((await get(bob)).myRole).toBe("admin");
  await expect(setRole(ada, bob, "owner")).rejects.toMatchObject({ code: "invalid" });
});

test("the last administrator cannot be demoted or removed and cannot leave", async () => {
  await enter(bob);
  const act = { workspaceId: workspace.id, userId: ada.userId };
  await expect(setRole(ada, ada, "member")).rejects.toMatchObject({ code: "conflict" });
  await expect(ada.invoke(members.remove, act)).rejects.toMatchObject({ code: "conflict" });
  await expect(ada.invoke(workspaces.leave, { id: workspace.id })).rejects.toMatchObject({
    code: "conflict",
  });
  await setRole(ada, bob, "admin");
  await ada.invoke(workspaces.leave, { id: workspace.id });
  await expect(get(ada)).rejects.toMatchObject({ code: "not_found" });
  expect((await get(bob)).members).toBe(1);
});

test("G3: of fifty administrators who demote themselves or each other at the same time one remains", async () => {
  const admins = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const admin = as(await aUser());
      await enter(admin, "admin");
      return admin;
    }),
  );
  const everyone = [ada, ...admins];
  await Promise.allSettled(
    everyone.map((admin, n) => {
      const of = n % 2 === 0 ? admin : (everyone[(n + 7) % everyone.length] ?? admin);
      return n % 3 === 0
        ? admin.invoke(workspaces.leave, { id: workspace.id })
        : setRole(admin, of, "member");
    }),
  );
  const remaining = async () => {
    const { rows } = await owner.query(
      `select user_id from workspace_members
        where workspace_id = $1 and state = 'active' and role = 'admin'`,
      [workspace.id],
    );
    return rows.map(({ user_id }) => everyone.find(({ userId }) => userId === user_id));
  };
  let remainingAdmins = await remaining();
  expect(remainingAdmins.length).toBeGreaterThan(0);
  await Promise.allSettled(remainingAdmins.map((admin) => admin && setRole(admin, admin, "viewer")));
  remainingAdmins = await remaining();
  expect(remainingAdmins).toHaveLength(1);
});

test("D3: a removed member sees nothing from the next request on, and is notified", async () => {
  await enter(bob);
  await get(bob);
  await ada.invoke(members.remove, { workspaceId: workspace.id, userId: bob.userId });
  await expect(get(bob)).rejects.toMatchObject({ code: "not_found" });
  expect((await list(ada)).items.map(({ fullName }) => fullName)).toEqual(["Ada"]);
  const { rows } = await owner.query(
    "select distinct resource from announcements where user_id = $1 order by 1",
    [bob.userId],
  );
  expect(rows.map(({ resource }) => resource)).toEqual([
    "decisions",
    "documents",
    "invitations",
    "members",
    "team",
    "workspaces",
  ]);
});

test("TEAM-01, TEAM-22: each teammate is listed once, by name, with their roles", async () => {
  const other = await found(ada, "Board");
  await enter(bob, "viewer");
  await enter(bob, "admin", other);
  const names = ["Émile", "Zoe", "adam"];
  for (const fullName of names) await enter(as(await aUser({ fullName })));
  const { items } = await list(ada);
  expect(items.map(({ fullName }) => fullName)).toEqual(["Ada", "adam", "Bob", "Émile", "Zoe"]);
  expect(items[2]).toMatchObject({
    email: bob.email,
    memberships: [
      { workspaceName: "Board", role: "admin" },
      { workspaceName: "Leadership", role: "viewer" },
    ],
  });
  expect((await list(ada, { workspaceId: other.id })).items).toHaveLength(2);
  expect((await list(ada, { search: "MIL" })).items.map(({ fullName }) => fullName)).toEqual(["Émile"]);
  expect((await list(ada, { search: "%" })).items).toEqual([]);
  const first = await list(ada, { limit: 2 });
  const second = await list(ada, { limit: 2, cursor: first.nextCursor });
  expect([...first.items, ...second.items].map(({ fullName }) => fullName)).toEqual([
    "Ada",
    "adam",
    "Bob",
    "Émile",
  ]);
});

test("TEAM-04 to TEAM-07: statistics count people once, active workspaces, open decisions and who is online", async () => {
  await enter(bob);
  const inactive = await found(ada, "Old");
  await ada.invoke(workspaces.deactivate, { id: inactive.id });
  const createDecision = (title: string) =>
    ada.invoke(decisions.create, { workspaceId: workspace.id, title });
  await createDecision("Open one");
  const { id } = (await createDecision("Closed one")) as DecisionOnWire;
  await ada.invoke(decisions.close, { id });
  expect(await ada.invoke(team.stats)).toEqual({
    teamMembers: 2,
    activeWorkspaces: 1,
    pendingDecisions: 1,
    onlineNow: 0,
  });
  const { rows } = await owner.query(
    "insert into server_processes (id) values (gen_random_uuid()) returning id",
  );
  await owner.query("insert into presences (user_id, process_id) values ($1, $2)", [bob.userId, rows[0].id]);
  expect(await ada.invoke(team.stats)).toMatchObject({ onlineNow: 1 });
});
