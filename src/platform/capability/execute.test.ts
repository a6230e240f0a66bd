import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { testDatabase } from "#platform/testing/test-database.ts";
import { destroy, read, resource, write } from "./capability.ts";
import type { SignedIn } from "./context.ts";
import { withoutTypes } from "./definition.ts";
import { AppError } from "./errors.ts";
import { invoke } from "./execute.ts";
import { ReadingTrace } from "./reading-trace.ts";
import { Instant } from "./wire.ts";
import { writeAs, writingOutsideAs } from "./write-as.ts";

const { aUser, as, owner, services } = await testDatabase();

let posted = 0;
const notes = resource("notes", {
  post: write({
    summary: "Post a note",
    input: z.strictObject({ text: z.string().min(1), id: z.uuid() }),
    output: z.object({ id: z.uuid(), number: z.int(), postedAt: Instant }),
    access: "user",
    invalidates: ["boards"],
    run: async (context, { id }) => {
      posted += 1;
      context.undoWith({ capability: "notes.remove", input: { id } });
      return { id, number: posted, postedAt: context.now, secretColumn: "never leaves" };
    },
  }),
  postTwo: write({
    summary: "Post two notes",
    input: z.strictObject({}),
    output: z.object({}),
    access: "user",
    run: async (context) => {
      await notes.post(context, { id: randomUUID(), text: "one" });
      await notes.post(context, { id: randomUUID(), text: "two" });
      return {};
    },
  }),
  fail: write({
    summary: "Announce, then fail",
    input: z.strictObject({}),
    output: z.object({}),
    access: "user",
    run: async (context) => {
      await notes.post(context, { id: randomUUID(), text: "lost" });
      throw new AppError("conflict", "Somebody was faster");
    },
  }),
  count: read({
    summary: "Count nothing",
    input: z.strictObject({}),
    output: z.object({ count: z.int() }),
    access: "user",
    run: async () => ({ count: 0 }),
  }),
  clockOf: read({
    summary: "A read that tries to write",
    input: z.strictObject({}),
    output: z.object({}),
    access: "user",
    run: async ({ db }) => {
      await db.execute(sql`create table sneaky ()`);
      return {};
    },
  }),
  purge: destroy({
    summary: "Remove everything",
    input: z.strictObject({}),
    output: z.object({}),
    access: "admin",
    run: async () => ({}),
  }),
});

const auditOf = async (userId: string) =>
  (await owner.query("select * from audit_log where user_id = $1 order by at, capability", [userId])).rows;
const announcedTo = async (userId: string) =>
  (
    await owner.query("select resource, record_ids from announcements where user_id = $1 order by id", [
      userId,
    ])
  ).rows;

test("a write answers in wire form, without columns missing from its schema", async () => {
  const ada = as(await aUser());
  const id = randomUUID();
  const answer = await ada.invoke(notes.post, { id, text: "hello" });
  expect(answer).toEqual({ id, number: expect.any(Number), postedAt: expect.stringMatching(/^\d{4}-.*Z$/) });
});

test("a write creates an audit row with its undo, and announces its own and invalidated resources", async () => {
  const ada = as(await aUser());
  const id = randomUUID();
  await ada.invoke(notes.post, { id, text: "hello" });
  const undo = { capability: "notes.remove", input: { id } };
  expect(await auditOf(ada.userId)).toMatchObject([
    { capability: "notes.post", effect: "write", outcome: "done", record_ids: [id], undo, via: "session" },
  ]);
  expect(await announcedTo(ada.userId)).toEqual([
    { resource: "notes", record_ids: [id] },
    { resource: "boards", record_ids: [] },
  ]);
});

test("nested capability calls share one transaction and are audited individually", async () => {
  const ada = as(await aUser());
  await ada.invoke(notes.postTwo);
  const names = (await auditOf(ada.userId)).map((row) => row.capability);
  expect(names.sort()).toEqual(["notes.post", "notes.post", "notes.postTwo"]);
});

test("a failed write leaves no audit row and no announcement", async () => {
  const ada = as(await aUser());
  await expect(ada.invoke(notes.fail)).rejects.toThrow("Somebody was faster");
  expect(await auditOf(ada.userId)).toEqual([]);
  expect(await announcedTo(ada.userId)).toEqual([]);
});

test("a read cannot write", async () => {
  const ada = as(await aUser());
  await expect(ada.invoke(notes.clockOf)).rejects.toThrow();
});

test("a read ignores an Idempotency-Key", async () => {
  const ada = as(await aUser());
  await expect(ada.invoke(notes.count, {}, { idempotencyKey: "page" })).resolves.toEqual({ count: 0 });
});

test("invalid input names the field, unknown fields are refused", async () => {
  const ada = as(await aUser());
  const id = randomUUID();
  await expect(ada.invoke(notes.post, { id, text: "" })).rejects.toMatchObject({
    code: "invalid",
    details: { fields: { text: expect.any(String) } },
  });
  await expect(ada.invoke(notes.post, { id, text: "a", userId: id })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("signed-out callers and keys without the scope are refused", async () => {
  const request = { requestId: "r", address: null };
  const post = withoutTypes(notes.post);
  await expect(invoke(services, post, {}, { ...request, actor: null })).rejects.toMatchObject({
    code: "unauthenticated",
  });
  const readOnly = { ...(await aUser()), via: "api_key", scopes: ["read"] } as const;
  await expect(invoke(services, post, {}, { ...request, actor: readOnly })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("an admin capability is refused to others and the refusal is audited", async () => {
  const bob = as(await aUser());
  await expect(bob.invoke(notes.purge)).rejects.toMatchObject({ code: "forbidden" });
  expect(await auditOf(bob.userId)).toMatchObject([{ capability: "notes.purge", outcome: "refused" }]);
  const root = as(await aUser({ roles: ["admin"] }));
  await expect(root.invoke(notes.purge)).resolves.toEqual({});
});

test("one Idempotency-Key has one effect and one answer, also with twenty concurrent requests", async () => {
  const ada = as(await aUser());
  const input = { id: randomUUID(), text: "once" };
  const before = posted;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ada.invoke(notes.post, input, { idempotencyKey: "form-1" })),
  );
  expect(posted - before).toBe(1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await auditOf(ada.userId)).toHaveLength(1);
});

test("an Idempotency-Key is refused for another request, and belongs to one person", async () => {
  const [ada, bob] = [as(await aUser()), as(await aUser())];
  const key = { idempotencyKey: "form-2" };
  await ada.invoke(notes.post, { id: randomUUID(), text: "mine" }, key);
  const other = { id: randomUUID(), text: "other" };
  await expect(ada.invoke(notes.post, other, key)).rejects.toMatchObject({ code: "invalid" });
  await expect(bob.invoke(notes.post, other, key)).resolves.toMatchObject({ id: other.id });
});

test("too deep nesting is refused with and without an Idempotency-Key", async () => {
  const ada = as(await aUser());
  const nested = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  for (const options of [{}, { idempotencyKey: "deep" }])
    await expect(ada.invoke(notes.post, nested, options)).rejects.toMatchObject({ code: "invalid" });
});

test("after a failure the same Idempotency-Key can be retried", async () => {
  const ada = as(await aUser());
  await expect(ada.invoke(notes.fail, {}, { idempotencyKey: "k" })).rejects.toThrow();
  const input = { id: randomUUID(), text: "second try" };
  await expect(ada.invoke(notes.post, input, { idempotencyKey: "k" })).resolves.toMatchObject({
    id: input.id,
  });
});

/** The provenance that the database would store with what is written. */
async function provenanceIn({ db }: Pick<SignedIn, "db">) {
  const { rows } = await db.execute<{ provenance: string }>(
    sql`select current_setting('app.provenance', true) as provenance`,
  );
  return { provenance: rows[0]?.provenance ?? "" };
}

const provenances = resource("provenances", {
  ofWrite: write({
    summary: "The provenance of a write",
    input: z.strictObject({}),
    output: z.object({ provenance: z.string() }),
    access: "user",
    run: provenanceIn,
  }),
  ofQuote: write({
    summary: "The provenance of a write that quotes a delivery of a webhook",
    input: z.strictObject({}),
    output: z.object({ provenance: z.string() }),
    access: "user",
    run: (context) => writeAs(context, "webhook", provenanceIn),
  }),
  onNetwork: write({
    summary: "The same of a write that waits on the network",
    input: z.strictObject({}),
    output: z.object({ provenance: z.string() }),
    access: "user",
    ownTransactions: true,
    run: (context) =>
      writingOutsideAs(context, "webhook").inTransaction("write", (db) => provenanceIn({ db })),
  }),
});

test("a request that has read other people's text writes as the model; an agent's writes stay the agent's", async () => {
  const ada = await aUser();
  const reading = new ReadingTrace(true);
  const from = { actor: ada, requestId: "test", address: null, reading };
  expect(await invoke(services, withoutTypes(provenances.ofWrite), {}, from)).toEqual({
    provenance: "model",
  });
  const agent = { ...ada, via: "api_key" as const, isAgent: true, skipsApproval: true };
  expect(await invoke(services, withoutTypes(provenances.ofWrite), {}, { ...from, actor: agent })).toEqual({
    provenance: "agent",
  });
  const { reading: _, ...untainted } = from;
  for (const quoting of [provenances.ofQuote, provenances.onNetwork].map(withoutTypes)) {
    expect(await invoke(services, quoting, {}, untainted)).toEqual({ provenance: "webhook" });
    expect(await invoke(services, quoting, {}, { ...from, actor: agent })).toEqual({ provenance: "agent" });
  }
  expect(await invoke(services, withoutTypes(provenances.onNetwork), {}, from)).toMatchObject({
    provenance: "webhook",
  });
});

test("what an administrator reads as another person is audited and announced to nobody", async () => {
  const [ada, grace] = [await aUser(), await aUser({ roles: ["admin"] })];
  await as({ ...ada, impersonatedBy: grace.userId, scopes: ["read"] }).invoke(notes.count);
  expect((await auditOf(ada.userId)).map(({ capability }) => capability)).toEqual(["notes.count"]);
  expect(await announcedTo(ada.userId)).toEqual([]);
});
