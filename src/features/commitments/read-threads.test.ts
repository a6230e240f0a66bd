import { expect, test } from "vitest";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { commitments } from "./commitments.ts";
import { aCommitment } from "./factory.ts";
import { findUnread, readThreads, receiveMail, receiveMessages } from "./jobs.ts";
import { chatOf, threadsDatabase } from "./read-threads.factory.ts";
import { commitments as table } from "./tables.ts";

const server = await threadsDatabase();
const { aUser, as, services, owner, insertEmail, receive, send, read, list } = server;
const aPerson = async (fullName = "Ada Lovelace") => as(await aUser({ fullName }));
const ada = await aPerson();
const thread = () => ({ threadId: crypto.randomUUID() });

test("a promise in a mail is open at once, with its words and its place", async () => {
  const eve = await aPerson("Eve");
  const place = thread();
  const emailId = await receive(eve, { ...place, text: "Hello Eve,\nI'll send you the figures by Friday." });
  expect(await list(eve)).toMatchObject([
    {
      ...{ kind: "promise", owedBy: "them", party: "clara@lattice.example", partyName: "Clara Voss" },
      ...{ what: "send you the figures", quote: "I'll send you the figures by Friday.", sourceOffset: 11 },
      ...{ sourceKind: "email", sourceId: emailId, ...place, state: "open", origin: "built-in" },
      ...{ hasTime: false, provenance: "mail", due: expect.stringMatching(/T23:59:00/) },
      dueDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
  ]);
});

test("reading a thread again changes nothing, and what was refused does not return", async () => {
  const eve = await aPerson("Eve");
  const id = await receive(eve, { ...thread(), text: "Could you send me the contract by Thursday?" });
  const [before] = await list(eve);
  expect(before).toMatchObject({ kind: "request", owedBy: "me", what: "send me the contract" });
  await read(eve, id);
  expect(await list(eve)).toEqual([before]);
  await eve.invoke(commitments.refuse, { id: before?.id });
  await receive(eve, { threadId: before?.threadId ?? "", text: "Could you send me the contract?" });
  expect(await list(eve)).toMatchObject([{ state: "refused" }]);
});

test("the person's own promise with a later date supersedes the one before", async () => {
  const eve = await aPerson("Eve");
  const place = thread();
  await send(eve, { ...place, daysAgo: 2, text: "I'll send you the figures by Friday." });
  const later = await send(eve, { ...place, text: "Sorry. I'll send you the figures by Monday." });
  const [one, other] = (await list(eve)).toSorted((a, b) => (a.state < b.state ? 1 : -1));
  expect(one).toMatchObject({ state: "superseded", owedBy: "me", supersededBy: other?.id });
  expect(one?.evidence).toMatchObject({ kind: "email", id: later });
  expect(other).toMatchObject({ state: "open", sourceId: later });
  await eve.invoke(commitments.reopen, { id: one?.id });
  await undoLastAction(server, eve, commitments);
  expect(await eve.invoke(commitments.get, { id: one?.id })).toEqual({
    ...one,
    ...{ version: expect.any(Number), updatedAt: expect.any(String) },
  });
});

test("what is sent tells promises apart, not that it is sent", async () => {
  const eve = await aPerson("Eve");
  const place = thread();
  await receive(eve, { ...place, daysAgo: 4, text: "I'll send you the lamp by Friday." });
  const [lamp] = await list(eve);
  await eve.invoke(commitments.refuse, { id: lamp?.id });
  await receive(eve, { ...place, daysAgo: 3, text: "I'll send you the figures by Friday." });
  await receive(eve, { ...place, daysAgo: 2, text: "I'll send you the invoice by Monday." });
  await receive(eve, { ...place, daysAgo: 1, text: "I'll also send you the minutes." });
  const open = await list(eve, { states: ["open", "proposed"] });
  expect(open.map(({ what }) => what).toSorted()).toEqual([
    "send you the figures",
    "send you the invoice",
    "send you the minutes",
  ]);
});

test("an older promise that is read later is superseded by the newer one of the same matter", async () => {
  const eve = await aPerson("Eve");
  const place = thread();
  const newer = await receive(eve, { ...place, daysAgo: 1, text: "I'll send you the figures by Monday." });
  await receive(eve, { ...place, daysAgo: 3, text: "I'll send you the figures by Friday." });
  const [open, ...others] = await list(eve, { states: ["open", "proposed"] });
  expect(others).toEqual([]);
  expect(open).toMatchObject({ sourceId: newer });
  expect(await list(eve, { states: ["superseded"] })).toMatchObject([
    {
      ...{ supersededBy: open?.id, what: "send you the figures" },
      evidence: { id: newer, sentence: "A later message names another date" },
    },
  ]);
});

test("reading a thread leaves alone what was closed more than two months ago", async () => {
  const eve = await aPerson("Eve");
  const place = thread();
  const fieldsOfRow = { userId: eve.userId, threadId: place.threadId, state: "met" as const };
  const old = { ...fieldsOfRow, saidAt: new Date(Date.now() - 70 * 86_400_000) };
  await eve.run(({ db }) => db.insert(table).values(aCommitment(old)));
  const client = await owner.connect();
  try {
    await client.query("begin");
    await client.query("select from commitments where user_id = $1 for update", [eve.userId]);
    await receive(eve, { ...place, text: "I'll send you the figures by Friday." });
  } finally {
    await client.query("rollback");
    client.release();
  }
  expect((await list(eve)).map(({ state }) => state).toSorted()).toEqual(["met", "open"]);
});

test("an agreement to a request is a promise, which supersedes the request", async () => {
  const eve = await aPerson("Eve");
  const place = thread();
  await receive(eve, { ...place, daysAgo: 1, text: "Could you send me the contract by Thursday?" });
  await send(eve, { ...place, text: "Sure, will do." });
  expect(await list(eve, { states: ["open"] })).toMatchObject([
    { kind: "promise", owedBy: "me", what: "send me the contract", quote: "Sure, will do." },
  ]);
  expect(await list(eve, { states: ["superseded"] })).toMatchObject([{ kind: "request" }]);
});

test("automatic mail, quoted text, spam, drafts and mail of more than two months promise nothing", async () => {
  const eve = await aPerson("Eve");
  const text = "I'll send you the figures by Friday.";
  await receive(eve, { text, isAutomatic: true });
  await receive(eve, { text, listUnsubscribe: "<https://list.example>" });
  await receive(eve, { text, folder: "junk" });
  await receive(eve, { text, daysAgo: 61 });
  await receive(eve, { text: `Thank you.\n\nOn Monday Clara wrote:\n> ${text}` });
  await send(eve, { text, status: "draft", sentAt: null });
  expect(await list(eve)).toEqual([]);
});

test("after three refusals what the same party says is only proposed, until that is reset", async () => {
  const eve = await aPerson("Eve");
  for (const what of ["lamp", "chair", "table"]) {
    await receive(eve, { ...thread(), text: `I'll send you the ${what} by Friday.` });
    const [open] = await list(eve, { states: ["open"] });
    await eve.invoke(commitments.refuse, { id: open?.id });
  }
  const learned = { items: [{ party: "clara@lattice.example", refusals: 3 }] };
  expect(await eve.invoke(commitments.learned)).toEqual(learned);
  await receive(eve, { ...thread(), text: "I'll send you the invoice by Friday." });
  expect(await list(eve, { states: ["proposed"] })).toMatchObject([{ what: "send you the invoice" }]);
  await eve.invoke(commitments.resetLearning, { party: "Clara@Lattice.example" });
  expect(await eve.invoke(commitments.learned)).toEqual({ items: [] });
  await receive(eve, { ...thread(), text: "I'll send you the minutes by Friday." });
  expect(await list(eve, { states: ["open"] })).toMatchObject([{ what: "send you the minutes" }]);
  await undoLastAction(server, eve, commitments);
  expect(await eve.invoke(commitments.learned)).toEqual(learned);
});

test("a chat message concerns both people, each in their own ledger", async () => {
  const eve = await aPerson("Eve");
  const bob = await aPerson("Bob");
  const chat = await chatOf(server, [eve, bob], "I'll send you the figures by Friday.");
  const same = { sourceKind: "message", sourceId: chat.messageId, threadId: chat.conversationId };
  expect(await list(eve)).toMatchObject([{ ...same, owedBy: "me", party: bob.userId, partyName: "Bob" }]);
  expect(await list(bob)).toMatchObject([{ ...same, owedBy: "them", party: eve.userId, partyName: "Eve" }]);
  expect((await list(bob))[0]?.provenance).toBe("message");
  const { rows } = await owner.query("select data from jobs.job where name = $1", [receiveMessages.name]);
  expect(rows).toEqual([
    {
      data: {
        ...{ conversationId: chat.conversationId, messageId: chat.messageId },
        participants: expect.arrayContaining([eve.userId, bob.userId]),
      },
    },
  ]);
});

test("the first hourly run finds what exists already, and later ones only what is new", async () => {
  const eve = await aPerson("Eve");
  const text = "I'll send you the figures by Friday.";
  await insertEmail(eve, { recipients: [eve.email], daysAgo: 20, text });
  const place = thread();
  await insertEmail(eve, { ...place, recipients: [eve.email], daysAgo: 3, text });
  await insertEmail(eve, { recipients: [eve.email], daysAgo: 70, text });
  await findUnread.run(services, {});
  await readThreads.run(services, { userId: eve.userId });
  expect(await list(eve)).toHaveLength(2);
  const waiting = async () => {
    await findUnread.run(services, {});
    const { rows } = await owner.query(
      "select thread_id from commitment_threads where user_id = $1 and waiting_since is not null",
      [eve.userId],
    );
    return rows.map(({ thread_id }) => thread_id);
  };
  expect(await waiting()).toEqual([]);
  await insertEmail(eve, { ...place, recipients: [eve.email], text: "Thank you." });
  expect(await waiting()).toEqual([place.threadId]);
});

test("a thread that cannot be read fails the job and waits for an hour; the others are read", async () => {
  const eve = await aPerson("Eve");
  const text = "I'll send you the figures by Friday.";
  const sender = "mallory@evil.example";
  await insertEmail(eve, { recipients: [eve.email], daysAgo: 2, text, sender });
  await insertEmail(eve, { recipients: [eve.email], daysAgo: 1, text });
  await findUnread.run(services, {});
  await owner.query(
    "alter table commitments add constraint test_fault check (party <> 'mallory@evil.example')",
  );
  await expect(readThreads.run(services, { userId: eve.userId })).rejects.toThrow(
    "Threads could not be read for promises",
  );
  expect(await list(eve)).toMatchObject([{ party: "clara@lattice.example" }]);
  await owner.query("alter table commitments drop constraint test_fault");
  const { rows } = await owner.query(
    "select waiting_since > now() + interval '50 minutes' as waits from commitment_threads where user_id = $1 order by 1",
    [eve.userId],
  );
  expect(rows).toEqual([{ waits: true }, { waits: null }]);
  await owner.query("delete from jobs.job where name = $1", [readThreads.name]);
  await findUnread.run(services, {});
  const queued = await owner.query("select data from jobs.job where name = $1", [readThreads.name]);
  expect(queued.rows).toContainEqual({ data: { userId: eve.userId } });
  await readThreads.run(services, { userId: eve.userId });
  expect(await list(eve)).toHaveLength(2);
});

test("nothing is read for the people of a sample workspace", async () => {
  const sample = as(await aUser({ fullName: "Sample", roles: [] }));
  await receive(sample, { text: "I'll send you the figures by Friday." });
  await findUnread.run(services, {});
  const { rows } = await owner.query("select from commitment_threads where user_id = $1", [sample.userId]);
  expect(rows).toEqual([]);
});

test("mail of a closed account is ignored", async () => {
  const gone = { userId: crypto.randomUUID(), emailId: crypto.randomUUID() };
  await receiveMail.run(services, { ...gone, accountId: null, hasCalendar: false });
  await readThreads.run(services, { userId: gone.userId });
  expect(await list(ada)).toEqual([]);
});
