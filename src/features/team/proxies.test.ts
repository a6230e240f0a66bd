import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { decisions } from "./decisions.ts";
import { members } from "./members.ts";
import type { DecisionOnWire, LogEntry, WorkspaceOnWire } from "./model.ts";
import { proxies } from "./proxies.ts";
import { workspaces } from "./workspaces.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;

let ada: Person;
let bob: Person;
let carol: Person;
let workspaceId: string;
let decision: DecisionOnWire;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const createProxy = (from: Person, to: Person, fields: Record<string, unknown> = {}) =>
  from.invoke(proxies.create, {
    workspaceId,
    proxyId: to.userId,
    expiresAt: inDays(7),
    ...fields,
  }) as Promise<{ id: string }>;
const voteFor = (person: Person, principal: Person, vote = "approve", id = decision.id) =>
  person.invoke(decisions.vote, { id, vote, onBehalfOf: principal.userId }) as Promise<DecisionOnWire>;
const create = (title: string) =>
  ada.invoke(decisions.create, { workspaceId, title }) as Promise<DecisionOnWire>;
const setRole = (person: Person, role: string) =>
  ada.invoke(members.setRole, { workspaceId, userId: person.userId, role });

beforeEach(async () => {
  [ada, bob, carol] = (await Promise.all(
    ["Ada", "Bob", "Carol"].map(async (fullName) => as(await aUser({ fullName }))),
  )) as [Person, Person, Person];
  ({ id: workspaceId } = (await ada.invoke(workspaces.create, { name: "Board" })) as WorkspaceOnWire);
  for (const { userId } of [bob, carol])
    await owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
      workspaceId,
      userId,
    ]);
  decision = await create("Open the office");
});

test("V3: a proxy votes for another, is shown and logged as such, and is overridden by the grantor's own vote", async () => {
  await createProxy(bob, carol);
  await voteFor(carol, bob, "reject");
  const { items } = (await ada.invoke(decisions.ballots, { id: decision.id })) as { items: unknown[] };
  expect(items).toMatchObject([{ fullName: "Bob", vote: "reject", proxyName: "Carol" }]);
  expect(await bob.invoke(decisions.get, { id: decision.id })).toMatchObject({
    myVote: "reject",
    myProxyName: "Carol",
  });
  const { items: log } = (await ada.invoke(decisions.log, { id: decision.id })) as { items: LogEntry[] };
  expect(JSON.parse(log[1]?.body ?? "")).toMatchObject({
    by: { name: "Carol" },
    facts: { voter: { name: "Bob" }, proxy: { name: "Carol" } },
  });
  const { rows } = await owner.query("select title from smart_notifications where user_id = $1", [
    bob.userId,
  ]);
  expect(rows).toContainEqual({ title: "Carol voted for you" });
  expect(await bob.invoke(decisions.vote, { id: decision.id, vote: "approve" })).toMatchObject({
    myVote: "approve",
    myProxyName: null,
    counts: { approve: 1, reject: 0 },
  });
  await expect(voteFor(carol, bob)).rejects.toMatchObject({ code: "conflict" });
});

test("V3: a proxy is valid in its scope, until its end, and while both may vote", async () => {
  await expect(voteFor(carol, bob)).rejects.toMatchObject({ code: "forbidden" });
  const other = await create("Close the office");
  await createProxy(bob, carol, { decisionId: other.id });
  await expect(voteFor(carol, bob)).rejects.toMatchObject({ code: "forbidden" });
  await expect(voteFor(ada, bob, "approve", other.id)).rejects.toMatchObject({ code: "forbidden" });
  await setRole(bob, "viewer");
  await expect(voteFor(carol, bob, "approve", other.id)).rejects.toMatchObject({ code: "forbidden" });
  await setRole(bob, "member");
  await voteFor(carol, bob, "approve", other.id);
  await owner.query("update vote_proxies set expires_at = now() - interval '1 second' - interval '1 second'");
  await expect(voteFor(carol, bob, "reject", other.id)).rejects.toMatchObject({ code: "forbidden" });
});

test("V3: the grantor or an administrator revokes it; a new one replaces the previous one", async () => {
  const first = await createProxy(bob, carol);
  await createProxy(bob, ada);
  const { items } = (await ada.invoke(proxies.list, { workspaceId })) as { items: { id: string }[] };
  expect(items).toMatchObject([{ grantorName: "Bob", proxyName: "Ada", isMine: true, isFromMe: false }]);
  await expect(bob.invoke(proxies.revoke, { id: first.id })).rejects.toMatchObject({ code: "not_found" });
  const [held] = items;
  await expect(carol.invoke(proxies.revoke, { id: held?.id })).rejects.toMatchObject({ code: "forbidden" });
  await ada.invoke(proxies.revoke, { id: held?.id });
  await expect(voteFor(ada, bob)).rejects.toMatchObject({ code: "forbidden" });
  await createProxy(bob, carol);
  await undoLastAction(server, bob, proxies);
  expect(await bob.invoke(proxies.list, { decisionId: decision.id })).toMatchObject({ items: [] });
});

test("V3: a proxy cannot be given to a viewer, an outsider or oneself, or for longer than a year", async () => {
  const outsider = as(await aUser());
  await setRole(carol, "viewer");
  await expect(createProxy(bob, carol)).rejects.toMatchObject({ code: "invalid" });
  await expect(createProxy(carol, bob)).rejects.toMatchObject({ code: "forbidden" });
  await expect(createProxy(bob, bob)).rejects.toMatchObject({ code: "invalid" });
  await expect(createProxy(bob, outsider)).rejects.toMatchObject({ code: "not_found" });
  for (const expiresAt of [inDays(-1), inDays(400)])
    await expect(createProxy(bob, ada, { expiresAt })).rejects.toMatchObject({ code: "invalid" });
});

test("the last missing vote may be a proxy's, and completes the decision", async () => {
  await createProxy(bob, carol);
  await ada.invoke(decisions.vote, { id: decision.id, vote: "approve" });
  await carol.invoke(decisions.vote, { id: decision.id, vote: "reject" });
  expect(await voteFor(carol, bob)).toMatchObject({ status: "completed", outcome: "approved" });
});
