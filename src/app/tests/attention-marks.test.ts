import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import "../slices.ts";
import { attention } from "#features/attention/attention.ts";
import type { AttentionItemOnWire } from "#features/attention/model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { agentRequests } from "#platform/capability/tables.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";

const server = await testDatabase();
const { aUser, as } = server;
const timeZone = "Europe/Berlin";
const aPerson = async (fullName: string) => as(await aUser({ fullName }));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

type Listed = { items: AttentionItemOnWire[]; total: number };
const list = async (person: Person, shown: "open" | "snoozed" = "open") =>
  ((await person.invoke(attention.list, { timeZone, shown })) as Listed).items;
const shown = async (person: Person) => (await list(person)).map(({ kind, title }) => `${kind}: ${title}`);
const mark = (person: Person, id: string, as: string, until?: Date) =>
  person.invoke(attention.mark, {
    timeZone,
    items: [{ id, as, ...(until ? { until: until.toISOString() } : {}) }],
  });
const newTask = async (person: Person, fields: object) =>
  (await person.invoke(tasks.create, { title: "Sign the lease", ...fields })) as { id: string };

test("what a person decided about an item holds until its cause is newer, and can be taken back", async () => {
  const ada = await aPerson("Ada");
  const bob = await aPerson("Bob");
  const first = await newTask(ada, { dueDate: inDays(-2).toISOString() });
  await newTask(ada, { title: "Call the bank", dueDate: inDays(-1).toISOString() });
  const id = `task:${first.id}`;
  await mark(ada, id, "done");
  expect(await shown(ada)).toEqual(["task: Call the bank"]);
  await undoLastAction(server, ada, attention);
  expect(await shown(ada)).toHaveLength(2);
  await mark(ada, id, "snoozed", inDays(1));
  expect(await shown(ada)).toEqual(["task: Call the bank"]);
  expect((await list(ada, "snoozed")).map(({ title }) => title)).toEqual(["Sign the lease"]);
  await server.owner.query(
    "update attention_marks set until = now() - interval '1 minute' where user_id = $1",
    [ada.userId],
  );
  expect(await shown(ada)).toHaveLength(2);
  await mark(ada, id, "not_mine");
  await server.owner.query(
    "update attention_marks set marked_at = now() - interval '5 days' where user_id = $1",
    [ada.userId],
  );
  expect(await shown(ada)).toHaveLength(2);
  expect(await mark(bob, id, "done")).toEqual({ items: [] });
  await expect(mark(ada, id, "snoozed")).rejects.toMatchObject({ code: "invalid" });
  await expect(mark(ada, "task:1", "done")).rejects.toMatchObject({ code: "invalid" });
});

test("the order learns which senders and words are unimportant, shows it, and forgets it on request", async () => {
  const ada = await aPerson("Ada");
  const requests = (agentName: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      userId: ada.userId,
      credentialId: "key",
      agentName,
      capability: "emails.send",
      input: {},
      inputHash: "0",
      summary: `Proposal ${agentName} ${n}`,
      expiresAt: inDays(20),
    }));
  await ada.run(({ db }) =>
    db.insert(agentRequests).values([...requests("Loud", 3), ...requests("Quiet", 1)]),
  );
  const people = async () => (await list(ada)).map(({ person }) => person);
  for (const { id } of (await list(ada)).filter(({ person }) => person === "Loud").slice(0, 2))
    await mark(ada, id, "unimportant");
  expect(await people()).toEqual(["Quiet", "Loud"]);
  expect((await list(ada)).at(-1)?.parts).toContainEqual({ part: "learned", points: -16 });
  const learned = async () =>
    ((await ada.invoke(attention.learned, {})) as { items: { kind: string; name: string; points: number }[] })
      .items;
  expect(await learned()).toContainEqual({ kind: "person", name: "loud", label: "loud", points: -10 });
  await ada.invoke(attention.forget, {});
  expect(await learned()).toEqual([]);
  expect((await list(ada)).flatMap(({ parts }) => parts.map(({ part }) => part))).not.toContain("learned");
  await undoLastAction(server, ada, attention);
  expect(await learned()).not.toEqual([]);
});

test("nobody sees or marks what needs somebody else", async () => {
  const ada = await aPerson("Ada");
  const bob = await aPerson("Bob");
  const { id } = await newTask(ada, { dueDate: inDays(-1).toISOString() });
  expect(await list(bob)).toEqual([]);
  await mark(ada, `task:${id}`, "done");
  expect(await bob.run(({ db }) => db.execute(sql`select from attention_marks`))).toMatchObject({ rows: [] });
  expect(await bob.invoke(attention.unmark, { timeZone, items: [`task:${id}`] })).toEqual({ items: [] });
  expect(await list(ada)).toEqual([]);
});
