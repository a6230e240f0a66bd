import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { documents } from "#features/documents/documents.ts";
import { aDocument } from "#features/documents/factory.ts";
import { emails } from "#features/email/emails.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { conversations } from "../conversations.ts";
import { messages } from "../messages.ts";
import type { ConversationOnWire, MessageOnWire } from "../model.ts";
import { messageEdits, messageReactions, messages as rows } from "../tables.ts";
import { boardPeople } from "./board.factory.ts";

const server = await testDatabase();
const { owner } = server;
const refused = { code: "not_found" };
/** The error of row-level security. */
const denied = refused;
let ada: Person;
let bob: Person;
let carol: Person;
let board: ConversationOnWire;

beforeEach(async () => {
  ({ ada, bob, carol, board } = await boardPeople(server));
});

const send = async (person: Person, content: string, more: object = {}) =>
  (await person.invoke(messages.send, { conversationId: board.id, content, ...more })) as MessageOnWire;

const get = async (person: Person, { id }: { id: string }) =>
  (await person.invoke(messages.get, { id })) as MessageOnWire;

async function aPaper({ userId }: Person, title: string): Promise<string> {
  const { fileName, fileType, fileSize, storageKey, sha256 } = aDocument({ userId, title });
  const inserted = await owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [userId, title, fileName, fileType, fileSize, storageKey, sha256],
  );
  return inserted.rows[0].id;
}

test("a reply quotes its original while it exists, and only within the same conversation", async () => {
  const asked = await send(ada, "Shall we sign?");
  const answer = await send(bob, "Yes", { replyToId: asked.id });
  expect(answer.replyTo).toMatchObject({
    id: asked.id,
    senderName: "Ada Lovelace",
    content: "Shall we sign?",
  });
  await ada.invoke(messages.delete, { id: asked.id });
  expect((await get(bob, answer)).replyTo).toMatchObject({ content: null });
  const other = (await ada.invoke(conversations.create, { type: "group", title: "Other" })) as { id: string };
  const secret = (await ada.invoke(messages.send, { conversationId: other.id, content: "A secret" })) as {
    id: string;
  };
  for (const person of [ada, bob])
    await expect(send(person, "What?", { replyToId: secret.id })).rejects.toMatchObject(refused);
});

test("COMM-32: a message that is sent again under its client id is stored and announced once; only its sender sees that id", async () => {
  const clientId = randomUUID();
  const first = await send(ada, "Shall we sign?", { clientId });
  expect(first.clientId).toBe(clientId);
  // Under new idempotency keys, as after a day.
  expect(await send(ada, "Shall we sign?", { clientId })).toEqual(first);
  expect((await get(bob, first)).clientId).toBeNull();
  const listed = async (person: Person) =>
    ((await person.invoke(messages.list, { conversationId: board.id })) as { items: MessageOnWire[] }).items;
  expect((await listed(ada)).map((each) => [each.id, each.clientId])).toEqual([[first.id, clientId]]);
  const { items } = (await bob.invoke(conversations.list, {})) as { items: ConversationOnWire[] };
  expect(items.find(({ id }) => id === board.id)?.unreadCount).toBe(1);
  // The same id of somebody else, or in another conversation, is another message.
  const bobs = await send(bob, "Yes", { clientId });
  const other = (await ada.invoke(conversations.create, { type: "group", title: "Other" })) as { id: string };
  const elsewhere = (await ada.invoke(messages.send, {
    ...{ conversationId: other.id, content: "Shall we sign?", clientId },
  })) as MessageOnWire;
  expect(new Set([first.id, bobs.id, elsewhere.id]).size).toBe(3);
});

test("COMM-32: a message that was deleted before it is sent again stays deleted", async () => {
  const clientId = randomUUID();
  const { id } = await send(ada, "Shall we sign?", { clientId });
  await ada.invoke(messages.delete, { id });
  expect(await send(ada, "Shall we sign?", { clientId })).toMatchObject({
    id,
    deletedAt: expect.any(String),
  });
  await expect(ada.invoke(messages.get, { id })).rejects.toMatchObject(refused);
});

test("M1: a thread is a message with its replies and their replies, for participants only", async () => {
  const asked = await send(ada, "Shall we sign?");
  await send(ada, "Something else");
  const answer = await send(bob, "What does Carol say?", { replyToId: asked.id });
  const last = await send(ada, "She agrees", { replyToId: answer.id });
  const deleted = await send(ada, "Oops", { replyToId: asked.id });
  await ada.invoke(messages.delete, { id: deleted.id });
  const thread = async (person: Person, id: string) =>
    ((await person.invoke(messages.thread, { id })) as { items: MessageOnWire[] }).items;
  for (const { id } of [asked, answer, last])
    expect((await thread(bob, id)).map(({ content, replyCount }) => [content, replyCount])).toEqual([
      ["Shall we sign?", 1],
      ["What does Carol say?", 1],
      ["She agrees", 0],
    ]);
  await expect(thread(carol, asked.id)).rejects.toMatchObject(refused);
  await ada.invoke(conversations.addPeople, { id: board.id, userIds: [carol.userId] });
  const late = await send(bob, "So we sign", { replyToId: last.id });
  expect((await thread(carol, late.id)).map(({ content }) => content)).toEqual(["So we sign"]);
});

test("reactions are counted once per person and can be removed; outsiders neither see nor add any", async () => {
  const message = await send(ada, "We won");
  const react = (person: Person, isOn = true, emoji = "🎉") =>
    person.invoke(messages.react, { id: message.id, emoji, isOn });
  await react(ada);
  await react(bob);
  await react(bob);
  expect((await get(ada, message)).reactions).toEqual([{ emoji: "🎉", userIds: [ada.userId, bob.userId] }]);
  await react(bob, false);
  expect((await get(ada, message)).reactions).toEqual([{ emoji: "🎉", userIds: [ada.userId] }]);
  for (const emoji of ["no", "", "<b>", "🎉🎉"])
    await expect(react(bob, true, emoji)).rejects.toMatchObject({ code: "invalid" });
  await expect(react(carol)).rejects.toMatchObject(refused);
  expect(await carol.run(({ db }) => db.select().from(messageReactions))).toEqual([]);
  const forged = bob.run(({ db }) =>
    db.insert(messageReactions).values({
      messageId: message.id,
      conversationId: message.conversationId,
      userId: ada.userId,
      emoji: "👎",
    }),
  );
  await expect(forged).rejects.toMatchObject(denied);
});

test("earlier versions of a message are stored for its readers, and written only by an edit", async () => {
  const message = await send(ada, "At three");
  const edited = await ada.invoke(messages.update, {
    id: message.id,
    version: message.version,
    content: "At four",
  });
  expect(edited).toMatchObject({ content: "At four", isEdited: true });
  const { items } = (await bob.invoke(messages.history, { id: message.id })) as { items: unknown[] };
  expect(items).toEqual([{ content: "At three", writtenAt: message.createdAt }]);
  await expect(carol.invoke(messages.history, { id: message.id })).rejects.toMatchObject(refused);
  const forged = ada.run(({ db }) =>
    db
      .insert(messageEdits)
      .values({ messageId: message.id, conversationId: message.conversationId, content: "Never" }),
  );
  await expect(forged).rejects.toMatchObject(denied);
  const { id } = message;
  const moved = ada.run(({ db }) =>
    db
      .update(rows)
      .set({ createdAt: new Date(0) })
      .where(sql`id = ${id}`),
  );
  await expect(moved).rejects.toMatchObject({ cause: { code: "42501" } });
});

test("documents are attached only by their owner; participants can read them from then on", async () => {
  const plan = await aPaper(ada, "Plan");
  const message = await send(ada, "The plan", { documentIds: [plan] });
  expect(message).toMatchObject({ messageType: "file", attachments: [{ documentId: plan }] });
  expect(await bob.invoke(documents.get, { id: plan })).toMatchObject({ title: "Plan" });
  await expect(carol.invoke(documents.get, { id: plan })).rejects.toMatchObject(refused);
  await expect(send(bob, "Mine?", { documentIds: [plan] })).rejects.toMatchObject(refused);
  const [attachment] = message.attachments;
  const forge = (person: Person, attachments: MessageOnWire["attachments"]) =>
    person.run(({ db, actor }) =>
      db.insert(rows).values({
        conversationId: board.id,
        senderId: actor.userId,
        content: "Look",
        messageType: "file",
        attachments,
      }),
    );
  if (!attachment) throw new Error("It was attached");
  await expect(forge(bob, [attachment])).rejects.toMatchObject(denied);
  await expect(forge(ada, [{ ...attachment, name: "payslip.pdf" }])).rejects.toMatchObject(denied);
  await forge(ada, [attachment]);
});

test("a group's creator chooses whether new members see its history, and can undo that", async () => {
  await send(ada, "Before");
  const seen = async () =>
    ((await carol.invoke(messages.list, { conversationId: board.id })) as { items: unknown[] }).items.length;
  const { id } = board;
  expect(await ada.invoke(conversations.update, { id, sharesHistory: true })).toMatchObject({
    sharesHistory: true,
  });
  await ada.invoke(conversations.addPeople, { id, userIds: [carol.userId] });
  expect(await seen()).toBe(1);
  await ada.invoke(conversations.removePerson, { id, userId: carol.userId });
  await ada.invoke(conversations.update, { id, sharesHistory: false });
  await ada.invoke(conversations.addPeople, { id, userIds: [carol.userId] });
  expect(await seen()).toBe(0);
  await ada.invoke(conversations.update, { id, sharesHistory: true });
  expect(await undoLastAction(server, ada, conversations)).toMatchObject({ sharesHistory: false });
  await expect(bob.invoke(conversations.update, { id, sharesHistory: true })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("M1: a message becomes a task, an event or a draft in one step, with a link back, and can be undone", async () => {
  const message = await send(bob, "Sign the lease tomorrow at 15:00\nIt is in the hub");
  const make = async (kind: string) =>
    (await ada.invoke(messages.convert, { id: message.id, kind })) as {
      message: MessageOnWire;
      recordId: string;
    };
  const task = await make("task");
  expect(await ada.invoke(tasks.get, { id: task.recordId })).toMatchObject({
    title: "Sign the lease tomorrow at 15:00",
    description: expect.stringContaining(`/communication?conversation=${board.id}&message=${message.id}`),
    dueDate: expect.stringContaining("T15:00:00"),
  });
  const draft = await make("email");
  expect(await ada.invoke(emails.get, { id: draft.recordId })).toMatchObject({
    status: "draft",
    subject: "Sign the lease tomorrow at 15:00",
    body: expect.stringContaining(`message=${message.id}`),
  });
  await ada.invoke(messages.undoConvert, { id: message.id, recordId: draft.recordId });
  const event = await make("event");
  expect(await ada.invoke(events.get, { id: event.recordId })).toMatchObject({
    startTime: expect.stringContaining("T15:00:00"),
    isAllDay: false,
  });
  expect(event.message.outcomes.map(({ kind }) => kind)).toEqual(["task", "event"]);
  expect((await get(bob, message)).outcomes).toEqual([]);
  await undoLastAction(server, ada, messages);
  await ada.invoke(messages.undoConvert, { id: message.id, recordId: task.recordId });
  expect((await get(ada, message)).outcomes).toEqual([]);
  for (const verb of [tasks.get, events.get])
    await expect(
      ada.invoke(verb, { id: verb === tasks.get ? task.recordId : event.recordId }),
    ).rejects.toMatchObject(refused);
  await expect(carol.invoke(messages.convert, { id: message.id, kind: "task" })).rejects.toMatchObject(
    refused,
  );
});

test("search finds words in all conversations or in one, newest first, and only in the reader's own", async () => {
  const other = (await ada.invoke(conversations.create, { type: "group", title: "Other" })) as { id: string };
  const early = await send(ada, "The harbour budget is ready");
  await ada.invoke(messages.send, { conversationId: other.id, content: "Budgets again" });
  const late = await send(bob, "Which budget?");
  const find = async (person: Person, more: object = {}) =>
    (await person.invoke(messages.search, { text: "budget", ...more })) as {
      items: { id: string; excerpt: string; conversationName: string; senderName: string }[];
      hasMore: boolean;
    };
  expect((await find(ada)).items).toMatchObject([
    { id: late.id, conversationName: "Board", senderName: "Bob Carter", excerpt: "Which budget?" },
    { conversationName: "Other" },
    { id: early.id },
  ]);
  expect((await find(bob)).items.map(({ id }) => id)).toEqual([late.id, early.id]);
  expect((await find(ada, { conversationId: other.id })).items).toHaveLength(1);
  const page = await find(ada, { limit: 1 });
  expect(page).toMatchObject({ hasMore: true, items: [{ id: late.id }] });
  expect((await find(bob, { limit: 1, before: late.createdAt })).items).toMatchObject([{ id: early.id }]);
  expect((await find(carol)).items).toEqual([]);
  await ada.invoke(conversations.removePerson, { id: board.id, userId: bob.userId });
  expect((await find(bob)).items).toEqual([]);
});
