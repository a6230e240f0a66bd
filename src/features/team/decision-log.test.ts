import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { decisions } from "./decisions.ts";
import { purgeTeamTrash } from "./jobs.ts";
import type { DecisionOnWire, LogEntry, WorkspaceOnWire } from "./model.ts";
import { brokenEntry, canonicalJson } from "./verify-log.ts";
import { workspaces } from "./workspaces.ts";

const { aUser, as, database, owner, services } = await testDatabase();

let ada: Person;
let bob: Person;
let id: string;

const NAME = 'Zoë 王小明 \\ "Q" \u0001\u2028 Ünal 🗳';

const log = async (person: Person) =>
  ((await person.invoke(decisions.log, { id })) as { items: LogEntry[] }).items;
const verify = (person: Person) => person.invoke(decisions.verify, { id });
const tamper = async (statement: string) => {
  await owner.query("alter table decision_log disable trigger user");
  await owner.query(statement, [id]);
  await owner.query("alter table decision_log enable trigger user");
};

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: NAME }));
  const { id: workspaceId } = (await ada.invoke(workspaces.create, { name: "Board" })) as WorkspaceOnWire;
  await owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
    workspaceId,
    bob.userId,
  ]);
  const made = (await ada.invoke(decisions.create, {
    workspaceId,
    title: "Open the office",
    description: `Exactly this:\n\t"${NAME}"`,
  })) as DecisionOnWire;
  id = made.id;
});

test("V8: every action is an entry with actor, time and exact text, each hashed with the previous one", async () => {
  await bob.invoke(decisions.vote, { id, vote: "reject", comment: NAME });
  await bob.invoke(decisions.vote, { id, vote: "approve" });
  await ada.invoke(decisions.delete, { id });
  await ada.invoke(decisions.restore, { id });
  await ada.invoke(decisions.close, { id });
  const entries = await log(bob);
  expect(entries.map(({ kind }) => kind)).toEqual([
    "created",
    "vote",
    "vote",
    "deleted",
    "restored",
    "completed",
  ]);
  const bodies = entries.map(({ body }) => JSON.parse(body ?? ""));
  expect(bodies[0]).toMatchObject({
    previous: null,
    by: { id: ada.userId, name: "Ada" },
    facts: { title: "Open the office", description: `Exactly this:\n\t"${NAME}"`, threshold: "majority" },
  });
  expect(bodies[1]).toMatchObject({
    previous: entries[0]?.hash,
    by: { name: NAME },
    facts: { vote: "reject", comment: NAME, voter: { id: bob.userId }, proxy: null },
  });
  expect(bodies[5]).toMatchObject({
    facts: { outcome: "approved", approve: 1, voters: 2, because: "closed", title: "Open the office" },
  });
  for (const { body } of entries) expect(canonicalJson(JSON.parse(body ?? ""))).toBe(body);
  expect(await brokenEntry(entries)).toBeNull();
  expect(await verify(bob)).toEqual({
    entries: 6,
    head: entries.at(-1)?.hash,
    brokenAt: null,
    votesAgree: true,
  });
});

test("any change of the log is detected, and so is a vote that is not in the log", async () => {
  await bob.invoke(decisions.vote, { id, vote: "reject" });
  await ada.invoke(decisions.close, { id });
  await owner.query("alter table decision_votes disable trigger user");
  await owner.query("update decision_votes set vote = 'approve' where decision_id = $1", [id]);
  await owner.query("alter table decision_votes enable trigger user");
  expect(await verify(ada)).toMatchObject({ brokenAt: null, votesAgree: false });
  await tamper(
    "update decision_log set body = replace(body, 'reject', 'abstain') where decision_id = $1 and sequence = 2",
  );
  expect(await verify(ada)).toMatchObject({ brokenAt: 2, votesAgree: null });
  expect(await brokenEntry(await log(bob))).toBe(2);
  // With a new hash it no longer is the `previous` of the next entry.
  await tamper(
    "update decision_log set hash = encode(sha256(convert_to(body, 'UTF8')), 'hex') where decision_id = $1",
  );
  expect(await verify(ada)).toMatchObject({ brokenAt: 3 });
  await tamper("delete from decision_log where decision_id = $1 and sequence = 1");
  expect(await verify(ada)).toMatchObject({ brokenAt: 1 });
});

test("the log is append-only for everyone, including its owner; it is deleted with its decision", async () => {
  for (const statement of [
    "update decision_log set kind = 'x'",
    "delete from decision_log",
    "truncate decision_log",
  ])
    await expect(owner.query(statement)).rejects.toThrow("The log of a decision is append-only");
  await expect(
    ada.run(({ db }) =>
      db.execute(`insert into decision_log values ('${id}', gen_random_uuid(), 9, 'vote', '{}', 'x')`),
    ),
  ).rejects.toThrow();
  await expect(
    database.pool.query("select append_decision_log(gen_random_uuid(), 'x', '{}')"),
  ).rejects.toThrow("permission denied");
  await ada.invoke(decisions.delete, { id });
  await owner.query("update team_decisions set deleted_at = now() - interval '31 days' where id = $1", [id]);
  await purgeTeamTrash.run(services, {});
  expect((await owner.query("select from decision_log where decision_id = $1", [id])).rowCount).toBe(0);
});

test("V4: the log shows only the hash of a hidden vote, which nobody can guess, and its text after completion", async () => {
  const { workspaceId } = (await ada.invoke(decisions.get, { id })) as DecisionOnWire;
  const hidden = (await ada.invoke(decisions.create, {
    workspaceId,
    title: "Who leads",
    isHidden: true,
  })) as DecisionOnWire;
  id = hidden.id;
  await bob.invoke(decisions.vote, { id, vote: "reject" });
  const [, concealed] = await log(ada);
  expect(concealed).toMatchObject({ kind: "vote", body: null });
  expect((await log(bob))[1]?.body).toContain('"vote":"reject"');
  expect(await brokenEntry(await log(ada))).toBeNull();
  expect(await verify(ada)).toMatchObject({ entries: 2, brokenAt: null, votesAgree: null });
  await ada.invoke(decisions.close, { id });
  const [, revealed] = await log(ada);
  expect(revealed?.hash).toBe(concealed?.hash);
  expect(JSON.parse(revealed?.body ?? "").facts.salt).toMatch(/^[0-9a-f]{32}$/);
  expect(await verify(ada)).toMatchObject({ brokenAt: null, votesAgree: true });
});

test("concurrent votes form one chain", async () => {
  await Promise.all([
    ada.invoke(decisions.vote, { id, vote: "approve" }),
    bob.invoke(decisions.vote, { id, vote: "approve" }),
  ]);
  expect(await verify(ada)).toMatchObject({ entries: 4, brokenAt: null, votesAgree: true });
});
