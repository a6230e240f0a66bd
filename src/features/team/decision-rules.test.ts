import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { decisions } from "./decisions.ts";
import { completeDue, remindDue } from "./jobs.ts";
import type { DecisionOnWire, WorkspaceOnWire } from "./model.ts";
import { workspaces } from "./workspaces.ts";

const { aUser, as, owner, services } = await testDatabase();

let ada: Person;
let bob: Person;
let carol: Person;
let dora: Person;
let workspaceId: string;

const create = (fields: Record<string, unknown> = {}) =>
  ada.invoke(decisions.create, {
    workspaceId,
    title: "Open the office",
    ...fields,
  }) as Promise<DecisionOnWire>;
const get = (person: Person, { id }: { id: string }) =>
  person.invoke(decisions.get, { id }) as Promise<DecisionOnWire>;
const vote = (person: Person, { id }: { id: string }, value: string) =>
  person.invoke(decisions.vote, { id, vote: value }) as Promise<DecisionOnWire>;
const close = ({ id }: { id: string }) => ada.invoke(decisions.close, { id }) as Promise<DecisionOnWire>;
const noticesOf = async ({ userId }: Person) => {
  const { rows } = await owner.query("select title from smart_notifications where user_id = $1 order by id", [
    userId,
  ]);
  return rows.map(({ title }) => title as string);
};

/** Ada administers; Bob, Carol and Dora are members: four who may vote. */
beforeEach(async () => {
  [ada, bob, carol, dora] = (await Promise.all(
    ["Ada", "Bob", "Carol", "Dora"].map(async (fullName) => as(await aUser({ fullName }))),
  )) as [Person, Person, Person, Person];
  const { id } = (await ada.invoke(workspaces.create, { name: "Leadership" })) as WorkspaceOnWire;
  workspaceId = id;
  for (const { userId } of [bob, carol, dora])
    await owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [id, userId]);
});

const CASES: readonly [rules: Record<string, unknown>, votes: string, outcome: string][] = [
  [{}, "approve approve reject", "approved"],
  [{}, "approve reject", "tied"],
  [{}, "", "tied"],
  [{ threshold: "supermajority" }, "approve approve reject", "approved"],
  [{ threshold: "supermajority" }, "approve reject reject", "rejected"],
  [{ threshold: "supermajority" }, "approve reject", "rejected"],
  [{ threshold: "unanimous" }, "approve abstain", "approved"],
  [{ threshold: "unanimous" }, "approve approve reject", "rejected"],
  [{ quorum: 75 }, "approve approve", "no_quorum"],
  [{ quorum: 75 }, "approve abstain abstain", "approved"],
  [{ quorum: 100, threshold: "unanimous" }, "approve approve approve", "no_quorum"],
];

test.for(CASES)("V1: by the rules %o the votes '%s' end %s", async ([rules, votes, outcome]) => {
  const decision = await create(rules);
  const voters = [ada, bob, carol, dora];
  for (const [n, value] of votes.split(" ").filter(Boolean).entries())
    await vote(voters[n] as Person, decision, value);
  expect(await close(decision)).toMatchObject({ outcome, completionReason: "closed", closedByName: "Ada" });
});

test("the outcome does not change when members join later", async () => {
  const decision = await create({ quorum: 50 });
  await vote(ada, decision, "approve");
  await vote(bob, decision, "approve");
  expect(await close(decision)).toMatchObject({ outcome: "approved", voted: 2, voters: 4 });
  const late = await aUser();
  await owner.query("insert into workspace_members values ($1, $2, 'member', 'active')", [
    workspaceId,
    late.userId,
  ]);
  expect(await get(carol, decision)).toMatchObject({ outcome: "approved", voters: 4 });
});

test("V4: hidden votes cannot be read before completion, not even in the database", async () => {
  const decision = await create({ isHidden: true });
  await vote(bob, decision, "reject");
  expect(await get(ada, decision)).toMatchObject({ counts: null, voted: 1, voters: 4, outcome: null });
  expect(await get(bob, decision)).toMatchObject({ counts: null, myVote: "reject" });
  const ballots = async (person: Person) =>
    ((await person.invoke(decisions.ballots, { id: decision.id })) as { items: unknown[] }).items.length;
  expect([await ballots(ada), await ballots(bob)]).toEqual([0, 1]);
  await close(decision);
  expect(await get(ada, decision)).toMatchObject({ counts: { reject: 1 }, outcome: "rejected" });
  expect(await ballots(ada)).toBe(1);
});

test("wording and rules cannot change, and a completed decision stays completed, whoever writes", async () => {
  const { id } = await create();
  for (const change of ["title = 'Close it'", "quorum = 10", "threshold = 'unanimous'", "is_hidden = true"])
    await expect(owner.query(`update team_decisions set ${change} where id = $1`, [id])).rejects.toThrow(
      "What is voted on does not change",
    );
  await close({ id });
  await owner.query("update team_decisions set outcome = 'approved', electorate = 1 where id = $1", [id]);
  expect(await get(ada, { id })).toMatchObject({ outcome: "tied", voters: 4 });
  await expect(
    owner.query("update team_decisions set status = 'voting' where id = $1", [id]),
  ).rejects.toThrow("What is completed stays completed");
  await expect(
    owner.query(
      `insert into decision_votes (decision_id, workspace_id, user_id, vote)
       select id, workspace_id, $2, 'approve' from team_decisions where id = $1`,
      [id, bob.userId],
    ),
  ).rejects.toThrow("takes no more votes");
});

test("the deadline keeps the time zone of its creator", async () => {
  const deadline = new Date(Date.now() + 86_400_000).toISOString();
  expect(await create({ deadline, timeZone: "Asia/Tokyo" })).toMatchObject({
    deadline,
    timeZone: "Asia/Tokyo",
  });
  expect(await create()).toMatchObject({ timeZone: "UTC" });
  await expect(create({ timeZone: "Mars/Olympus" })).rejects.toMatchObject({ code: "invalid" });
});

test("V2: an administrator reminds only those who have not voted, once an hour", async () => {
  const decision = await create();
  await vote(bob, decision, "approve");
  await expect(bob.invoke(decisions.remind, { id: decision.id })).rejects.toMatchObject({
    code: "forbidden",
  });
  await ada.invoke(decisions.remind, { id: decision.id });
  const reminder = "Your vote is still missing: 'Open the office'";
  expect(await noticesOf(carol)).toContain(reminder);
  expect(await noticesOf(bob)).not.toContain(reminder);
  expect(await noticesOf(ada)).not.toContain(reminder);
  await expect(ada.invoke(decisions.remind, { id: decision.id })).rejects.toMatchObject({
    code: "rate_limited",
  });
});

test("V2: before the deadline the job sends one reminder per decision; then it completes it and notifies", async () => {
  const decision = await create({ deadline: new Date(Date.now() + 10 * 86_400_000).toISOString() });
  const { rows } = await owner.query(
    "select extract(epoch from deadline - remind_at)::int as before from team_decisions where id = $1",
    [decision.id],
  );
  expect(rows).toEqual([{ before: 86_400 }]);
  await vote(bob, decision, "approve");
  await remindDue.run(services, {});
  expect(await noticesOf(carol)).toHaveLength(1);
  await owner.query("update team_decisions set remind_at = now() - interval '1 second' where id = $1", [
    decision.id,
  ]);
  await remindDue.run(services, {});
  await remindDue.run(services, {});
  expect((await noticesOf(carol)).filter((title) => title.startsWith("Your vote is still"))).toHaveLength(1);
  expect((await noticesOf(bob)).some((title) => title.startsWith("Your vote is still"))).toBe(false);
  await owner.query("update team_decisions set deadline = now() - interval '1 second' where id = $1", [
    decision.id,
  ]);
  await completeDue.run(services, {});
  await completeDue.run(services, {});
  for (const person of [ada, bob, carol])
    expect((await noticesOf(person)).filter((title) => title.startsWith("Approved:"))).toHaveLength(1);
});

test("decisions that need my vote come first, on any page, and search finds decisions", async () => {
  const old = await create({ title: "Lease the roof" });
  const later = await create({ title: "Paint the roof" });
  await vote(ada, later, "approve");
  const titles: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = (await ada.invoke(decisions.list, { limit: 1, ...(cursor && { cursor }) })) as {
      items: DecisionOnWire[];
      nextCursor: string | null;
    };
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor);
  expect(titles).toEqual([old.title, later.title]);
  const found = async (search: string) =>
    ((await bob.invoke(decisions.list, { search })) as { items: DecisionOnWire[] }).items.map(({ id }) => id);
  expect(await found("paint")).toEqual([later.id]);
  expect(await found("roof")).toHaveLength(2);
  expect(await found("cellar")).toEqual([]);
});
