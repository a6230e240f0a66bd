import { beforeEach, expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { conversations } from "./conversations.ts";
import { purgeTrash } from "./jobs.ts";
import { messages } from "./messages.ts";
import type { ConversationOnWire, MessageOnWire } from "./model.ts";

const { aUser, as, owner, services } = await testDatabase();
const refused = { code: "not_found" };

let ada: Person;
let bob: Person;
let conversation: ConversationOnWire;
/** Ada and Bob talk. */
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  bob = as(await aUser({ fullName: "Bob Carter" }));
  await ada.invoke(contacts.create, { contactName: "Bob", contactEmail: bob.email.toUpperCase() });
  conversation = (await ada.invoke(conversations.openWith, { userId: bob.userId })) as ConversationOnWire;
});

type Page = { items: MessageOnWire[]; nextCursor: string | null };

const send = async (person: Person, content: string, options = {}) =>
  (await person.invoke(
    messages.send,
    { conversationId: conversation.id, content },
    options,
  )) as MessageOnWire;
const page = async (input: object = {}, person = ada) =>
  (await person.invoke(messages.list, { conversationId: conversation.id, ...input })) as Page;
const texts = async (input: object = {}, person = ada) =>
  (await page(input, person)).items.map(({ content }) => content).reverse();

test("DATA-19: a message has the specified fields; its sender and type cannot be set by input", async () => {
  const message = await send(ada, "  Can we talk at three?\n");
  expect(message).toMatchObject({
    conversationId: conversation.id,
    senderId: ada.userId,
    senderName: "Ada Lovelace",
    content: "Can we talk at three?",
    messageType: "text",
    attachments: [],
    isRead: false,
    createdAt: expect.stringMatching(/Z$/),
  });
  for (const forged of [
    { senderId: bob.userId },
    { messageType: "system" },
    { attachments: [{ name: "a.pdf", storageKey: "stolen" }] },
    { isRead: true },
    { createdAt: "2020-01-01T00:00:00Z" },
  ]) {
    const sent = ada.invoke(messages.send, { conversationId: conversation.id, content: "?", ...forged });
    await expect(sent).rejects.toMatchObject({ code: "invalid" });
  }
});

test("COMM-23: a blank message is refused, and so is one of more than 10,000 characters", async () => {
  for (const content of ["", "  ", "\n\t"])
    await expect(send(ada, content)).rejects.toMatchObject({ code: "invalid" });
  await expect(send(ada, "x".repeat(10_001))).rejects.toMatchObject({ code: "invalid" });
  expect((await send(ada, "x".repeat(10_000))).content).toHaveLength(10_000);
});

test("COMM-14, COMM-27: sending updates last_message_at", async () => {
  const { createdAt } = await send(bob, "Now");
  expect(await ada.invoke(conversations.get, { id: conversation.id })).toMatchObject({
    lastMessageAt: createdAt,
  });
});

test("COMM-11, COMM-29: pages go back from the newest; shown in reverse they ascend without a gap", async () => {
  for (let number = 1; number <= 7; number += 1) await send(number % 2 ? ada : bob, `Message ${number}`);
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await page({ limit: 3, cursor });
    seen.unshift(...items.map(({ content }) => content).reverse());
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Message ${number}`));
});

test("timestamps increase within a conversation, even if many users write in the same millisecond", async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, number) => send(number % 2 ? ada : bob, `Message ${number}`)),
  );
  const times = (await page()).items.map(({ createdAt }) => createdAt);
  expect(new Set(times).size).toBe(20);
  expect(times).toEqual(times.toSorted().reverse());
});

test("a page can start at a given time", async () => {
  await send(ada, "One");
  const { createdAt } = await send(bob, "Two");
  await send(ada, "Three");
  expect(await texts({ until: createdAt })).toEqual(["One", "Two"]);
});

test("G15: sending again with the same key creates one message", async () => {
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => send(ada, "Once", { idempotencyKey: "key of this message" })),
  );
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(await texts()).toEqual(["Once"]);
  expect(await bob.invoke(conversations.get, { id: conversation.id })).toMatchObject({ unreadCount: 1 });
});

test("the user's own message can be edited; a stale version is refused with the current message", async () => {
  const message = await send(ada, "At thre");
  const edited = await ada.invoke(messages.update, {
    id: message.id,
    version: message.version,
    content: "At three",
  });
  expect(edited).toMatchObject({ content: "At three", isEdited: true, version: 2 });
  const late = ada.invoke(messages.update, { id: message.id, version: message.version, content: "At four" });
  await expect(late).rejects.toMatchObject({
    code: "conflict",
    details: { current: { content: "At three" } },
  });
  const forged = bob.invoke(messages.update, { id: message.id, version: 2, content: "Never" });
  await expect(forged).rejects.toMatchObject(refused);
});

test("the user's own message can be deleted for everyone and restored", async () => {
  const message = await send(ada, "Oops");
  await expect(bob.invoke(messages.delete, { id: message.id })).rejects.toMatchObject(refused);
  await ada.invoke(messages.delete, { id: message.id });
  expect(await texts({}, bob)).toEqual([]);
  expect(await bob.invoke(conversations.get, { id: conversation.id })).toMatchObject({ unreadCount: 0 });
  await expect(bob.invoke(messages.restore, { id: message.id })).rejects.toMatchObject(refused);
  await ada.invoke(messages.restore, { id: message.id });
  expect(await texts({}, bob)).toEqual(["Oops"]);
  expect(await bob.invoke(conversations.get, { id: conversation.id })).toMatchObject({ unreadCount: 1 });
});

test("COMM-13, COMM-30: a new message is announced to the other participants with its id", async () => {
  await owner.query("delete from announcements");
  const message = await send(ada, "Live");
  const { rows } = await owner.query(
    "select resource, record_ids from announcements where user_id = $1 order by id",
    [bob.userId],
  );
  expect(rows).toEqual([
    { resource: "messages", record_ids: [message.id] },
    { resource: "conversations", record_ids: [conversation.id] },
  ]);
});

test("sending a message to a contact updates when they were last contacted", async () => {
  const { createdAt } = await send(ada, "Hello");
  const { items } = (await ada.invoke(contacts.list)) as { items: { lastContactedAt: string | null }[] };
  expect(items).toMatchObject([{ lastContactedAt: createdAt }]);
});

test("D1: a stranger cannot read, write or detect a message", async () => {
  const message = await send(ada, "Between us");
  const mallory = as(await aUser({ fullName: "Mallory" }));
  for (const act of [
    () => mallory.invoke(messages.list, { conversationId: conversation.id }),
    () => mallory.invoke(messages.send, { conversationId: conversation.id, content: "Hi" }),
    () => mallory.invoke(messages.get, { id: message.id }),
    () => mallory.invoke(conversations.participants, { id: conversation.id }),
  ])
    await expect(act()).rejects.toMatchObject(refused);
});

test("messages deleted more than 30 days ago are purged, and nothing else", async () => {
  const [old, fresh] = [await send(ada, "Old"), await send(ada, "Fresh")];
  for (const { id } of [old, fresh]) await ada.invoke(messages.delete, { id });
  await owner.query("update messages set deleted_at = now() - interval '31 days' where id = $1", [old.id]);
  await purgeTrash.run(services, {});
  const { rows } = await owner.query("select content from messages where conversation_id = $1", [
    conversation.id,
  ]);
  expect(rows).toEqual([{ content: "Fresh" }]);
});
