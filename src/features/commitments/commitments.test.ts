import { expect, test } from "vitest";
import type { z } from "zod";
import { tableScansOf } from "#platform/testing/plan-of.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import type { Commitment } from "./commitment-model.ts";
import { commitments } from "./commitments.ts";
import { aCommitment } from "./factory.ts";
import { selectPage } from "./read-commitments.ts";
import { commitments as table } from "./tables.ts";

const server = await testDatabase();
const { aUser, as } = server;
const ada = as(await aUser({ fullName: "Ada" }));
const bob = as(await aUser({ fullName: "Bob" }));

type OnWire = z.input<typeof Commitment>;
type Page = { items: OnWire[]; nextCursor: string | null };
type Fields = Partial<Parameters<typeof aCommitment>[0]>;

const create = (input: object) => ada.invoke(commitments.create, input) as Promise<OnWire>;
const get = (id: string) => ada.invoke(commitments.get, { id }) as Promise<OnWire>;
const undo = () => undoLastAction(server, ada, commitments);

async function found(fields: Fields = {}, person = ada): Promise<OnWire> {
  const [row] = await person.run(({ db }) =>
    db
      .insert(table)
      .values(aCommitment({ ...fields, userId: person.userId, provenance: "mail" }))
      .returning({ id: table.id }),
  );
  return person.invoke(commitments.get, { id: row?.id }) as Promise<OnWire>;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test("an own entry is open at once and is undone by dropping it", async () => {
  const entry = await create({ what: " Send Clara the figures ", party: "Clara@Lattice.example" });
  expect(entry).toMatchObject({
    ...{ kind: "promise", owedBy: "me", what: "Send Clara the figures", due: null, isLate: false },
    ...{ party: "clara@lattice.example", partyName: "clara@lattice.example", sourceKind: "own" },
    ...{ origin: "person", state: "open", quote: null, evidence: null, provenance: "person", version: 1 },
  });
  await undo();
  expect(await get(entry.id)).toMatchObject({ state: "dropped" });
  for (const input of [{ what: " " }, { what: "Call", party: " " }])
    await expect(create(input)).rejects.toMatchObject({ code: "invalid" });
});

test("a request is only to the person", async () => {
  const input = { what: "Sign", kind: "request" };
  expect(await create(input)).toMatchObject({ kind: "request", owedBy: "me" });
  await expect(create({ ...input, owedBy: "them" })).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("owedBy"),
  });
});

test("a due time without a time is a day on the person's clock", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  await server.owner.query("update profiles set time_zone = 'Asia/Tokyo' where user_id = $1", [eve.userId]);
  const entry = (await eve.invoke(commitments.create, {
    ...{ what: "Call Clara", due: "2030-03-01T20:00:00.000Z" },
  })) as OnWire;
  expect(entry).toMatchObject({ hasTime: false, dueDay: "2030-03-02", due: "2030-03-02T14:59:00.000Z" });
  const change = async (fields: object) =>
    (await eve.invoke(commitments.update, { id: entry.id, version: entry.version, ...fields })) as OnWire;
  const timed = await change({ due: "2030-03-01T20:00:00.000Z", hasTime: true });
  expect(timed).toMatchObject({ dueDay: null, due: "2030-03-01T20:00:00.000Z" });
  await undoLastAction(server, eve, commitments);
  const restored = (await eve.invoke(commitments.get, { id: entry.id })) as OnWire;
  expect(restored).toMatchObject({ hasTime: false, dueDay: "2030-03-02", due: entry.due });
  const none = { id: entry.id, version: restored.version, due: null };
  expect(await eve.invoke(commitments.update, none)).toMatchObject({ due: null, dueDay: null });
});

test("what is to be done is left out when the person no longer sees where it was said", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  const email = async (columns: string, values: string) => {
    const { rows } = await server.owner.query(
      `insert into emails (user_id, subject, body, sender, status${columns})
       values ($1, 'Figures', '', 'clara@lattice.example', 'received'${values}) returning id`,
      [eve.userId],
    );
    return rows[0].id as string;
  };
  const seen = await found({ sourceId: await email("", "") }, eve);
  await found({ sourceId: await email(", deleted_at", ", now()") }, eve);
  await found({ sourceId: await email(", folder", ", 'junk'"), state: "proposed" }, eve);
  await found({ sourceId: crypto.randomUUID() }, eve);
  await found({ sourceId: crypto.randomUUID(), sourceKind: "message" }, eve);
  const met = await found({ sourceId: crypto.randomUUID(), state: "met" }, eve);
  const own = (await eve.invoke(commitments.create, { what: "Call Clara" })) as OnWire;
  const { items } = (await eve.invoke(commitments.list)) as Page;
  expect(items.map(({ id }) => id).toSorted()).toEqual([seen.id, met.id, own.id].toSorted());
  expect(await eve.invoke(commitments.counts)).toEqual({
    me: { open: 2, late: 0, proposed: 0 },
    them: { open: 0, late: 0, proposed: 0 },
  });
});

test("a change names its version, and its undo restores words and due time", async () => {
  const entry = await create({ what: "Call Clara", due: "2030-03-01T10:00:00.000Z", hasTime: true });
  const change = { id: entry.id, version: 1, what: "Call Clara back", due: null, hasTime: false };
  expect(await ada.invoke(commitments.update, change)).toMatchObject({
    ...{ what: "Call Clara back", due: null, hasTime: false, version: 2 },
  });
  await expect(ada.invoke(commitments.update, change)).rejects.toMatchObject({
    code: "conflict",
    details: { current: { version: 2 } },
  });
  await undo();
  expect(await get(entry.id)).toMatchObject({ what: "Call Clara", due: entry.due, hasTime: true });
});

test("each act leads to its state, and its undo to the one before, with the evidence for it", async () => {
  const acts = [
    ["accept", "proposed", "open"],
    ["refuse", "open", "refused"],
    ["markMet", "open", "met"],
    ["drop", "proposed", "dropped"],
    ["reopen", "met", "open"],
  ] as const;
  const shown = { evidenceKind: "email" as const, evidenceId: crypto.randomUUID() };
  for (const [verb, state, after] of acts) {
    const isMet = state === "met";
    const evidence = isMet ? { ...shown, evidenceSentence: "Answered", evidenceAt: inDays(0) } : {};
    const before = await found({ state, ...evidence });
    expect(before.evidence).toEqual(
      isMet ? { kind: "email", id: shown.evidenceId, sentence: "Answered", at: expect.any(String) } : null,
    );
    expect(await ada.invoke(commitments[verb], { id: before.id })).toMatchObject({
      ...{ state: after, evidence: null },
    });
    await expect(ada.invoke(commitments.accept, { id: before.id })).rejects.toMatchObject({
      code: "conflict",
    });
    await undo();
    expect(await get(before.id)).toMatchObject({ state, evidence: before.evidence });
    await undo();
    expect(await get(before.id)).toMatchObject({ state: after, evidence: null });
  }
});

test("the list has what is due first before what has no due time, by pages and filters", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  const threadId = crypto.randomUUID();
  const mine = [
    await found({ due: inDays(1) }, eve),
    await found({ due: inDays(2), owedBy: "them", threadId }, eve),
    await found({ saidAt: inDays(-2), kind: "request" }, eve),
    await found({ saidAt: inDays(-1), state: "met", party: crypto.randomUUID() }, eve),
  ].map(({ id }) => id);
  await found({ due: inDays(1) });
  const ids = async (input: object) =>
    ((await eve.invoke(commitments.list, input)) as Page).items.map(({ id }) => mine.indexOf(id));
  expect(await ids({})).toEqual([0, 1, 2, 3]);
  expect(await ids({ states: ["open", "proposed"] })).toEqual([0, 1, 2]);
  expect(await ids({ states: ["met"] })).toEqual([3]);
  expect(await ids({ owedBy: "them" })).toEqual([1]);
  expect(await ids({ threadId })).toEqual([1]);
  expect(await ids({ kind: "request" })).toEqual([2]);
  expect(await ids({ parties: ["CLARA@lattice.example", "nobody@lattice.example"] })).toEqual([0, 1, 2]);
  const first = (await eve.invoke(commitments.list, { limit: 3 })) as Page;
  expect(first.items.map(({ id }) => mine.indexOf(id))).toEqual([0, 1, 2]);
  expect(await ids({ limit: 3, cursor: first.nextCursor })).toEqual([3]);
});

test("what is closed is listed by its last change, by pages", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  const entries: string[] = [];
  for (const what of ["Call Clara", "Send the figures", "Sign the lease"]) {
    const { id } = (await eve.invoke(commitments.create, { what })) as OnWire;
    entries.push(id);
  }
  for (const id of [entries[1], entries[2], entries[0]]) await eve.invoke(commitments.markMet, { id });
  const input = { states: ["met", "dropped"], sort: "changed", limit: 2 };
  const first = (await eve.invoke(commitments.list, input)) as Page;
  const rest = (await eve.invoke(commitments.list, { ...input, cursor: first.nextCursor })) as Page;
  expect([...first.items, ...rest.items].map(({ what }) => what)).toEqual([
    "Call Clara",
    "Sign the lease",
    "Send the figures",
  ]);
});

test("counts separate what is owed by whom; late is what is open and due in the past", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  const late = await found({ due: inDays(-1) }, eve);
  expect(late.isLate).toBe(true);
  await found({ due: inDays(1) }, eve);
  expect(await found({ due: inDays(-1), state: "met" }, eve)).toMatchObject({ isLate: false });
  await found({ due: inDays(-1), state: "proposed" }, eve);
  await found({ owedBy: "them" }, eve);
  expect(await eve.invoke(commitments.counts)).toEqual({
    me: { open: 2, late: 1, proposed: 1 },
    them: { open: 1, late: 0, proposed: 0 },
  });
});

test("what is still to be done is listed from its index, whatever was met before", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  const { userId } = eve;
  const sourceId = crypto.randomUUID();
  const rows = Array.from({ length: 3000 }, (_, day) =>
    aCommitment({ userId, due: inDays(-day), state: day % 100 === 0 ? "open" : "met", sourceId }),
  );
  await eve.run(({ db }) => db.insert(table).values(rows));
  await server.owner.query(
    `insert into emails (id, user_id, subject, body, sender, status)
     select case n when 0 then $2::uuid else gen_random_uuid() end, $1, 'Figures', '', 'clara@lattice.example', 'received'
     from generate_series(0, 2000) n`,
    [userId, sourceId],
  );
  await server.owner.query("analyze commitments, emails");
  const scans = await tableScansOf(eve, (context) =>
    selectPage(context, { limit: 10, sort: "due", states: ["open", "proposed"] }).rows.getSQL(),
  );
  expect(scans).toMatchObject([
    { index: "commitments_open" },
    { table: "emails", index: "emails_pkey" },
    { table: "tasks" },
  ]);
  for (const { rows } of scans) expect(rows).toBeLessThan(40);
});

test("somebody else's are not found and cannot be changed", async () => {
  const { id } = await found();
  for (const verb of ["get", "accept", "refuse", "markMet", "drop", "reopen"] as const)
    await expect(bob.invoke(commitments[verb], { id })).rejects.toMatchObject({ code: "not_found" });
  const restored = { id, state: "met" };
  await expect(bob.invoke(commitments.restore, restored)).rejects.toMatchObject({ code: "not_found" });
  const own = await found({}, bob);
  await expect(
    bob.invoke(commitments.restore, { id: own.id, state: "superseded", supersededBy: id }),
  ).rejects.toMatchObject({ code: "not_found" });
  expect(await bob.invoke(commitments.list)).toMatchObject({ items: [{ id: own.id }] });
});
