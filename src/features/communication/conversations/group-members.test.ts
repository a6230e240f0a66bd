import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import {
  aContactOf,
  adaWithContacts,
  get,
  group,
  names,
  openWith,
  read,
  send,
} from "../conversation-calls.factory.ts";
import { conversations } from "../conversations.ts";
import { messages } from "../messages.ts";

const server = await testDatabase();
const { owner } = server;
const refused = { code: "not_found" };
let ada: Person;
let bob: Person;
let carol: Person;

beforeEach(async () => {
  ({ ada, bob, carol } = await adaWithContacts(server));
});

test("only the creator renames the group and adds or removes people", async () => {
  const conversation = await group(ada, "Board", bob);
  const forbidden = { code: "forbidden" };
  await aContactOf(bob, "Carol", carol.email);
  const { id } = conversation;
  for (const act of [
    () => bob.invoke(conversations.update, { id, title: "Mine" }),
    () => bob.invoke(conversations.addPeople, { id, userIds: [carol.userId] }),
    () => bob.invoke(conversations.removePerson, { id, userId: ada.userId }),
    () => bob.invoke(conversations.archive, { id }),
  ])
    await expect(act()).rejects.toMatchObject(forbidden);
  expect(await ada.invoke(conversations.update, { id, title: "The board" })).toMatchObject({
    name: "The board",
  });
  await ada.invoke(conversations.addPeople, { id, userIds: [carol.userId, bob.userId] });
  const { people } = (await carol.invoke(conversations.participants, { id })) as {
    people: { fullName: string; isCreator: boolean }[];
  };
  expect(people.map(({ fullName, isCreator }) => [fullName, isCreator])).toEqual([
    ["Ada Lovelace", true],
    ["Bob Carter", false],
    ["Carol Diaz", false],
  ]);
  await ada.invoke(conversations.removePerson, { id, userId: bob.userId });
  await expect(get(bob, conversation)).rejects.toMatchObject(refused);
});

test("a later participant sees earlier messages only if the creator allows it", async () => {
  const conversation = await group(ada, "Board");
  await send(ada, conversation, "A secret");
  await ada.invoke(conversations.addPeople, { id: conversation.id, userIds: [bob.userId] });
  await ada.invoke(conversations.addPeople, {
    id: conversation.id,
    userIds: [carol.userId],
    canSeeHistory: true,
  });
  expect(await get(bob, conversation)).toMatchObject({ lastMessage: null, unreadCount: 0 });
  expect(await read(bob, conversation)).toEqual([]);
  expect(await read(carol, conversation)).toEqual(["A secret"]);
  await send(ada, conversation, "Welcome");
  expect(await read(bob, conversation)).toEqual(["Welcome"]);
});

test("a removed person sees and posts nothing, and after being added again sees only later messages", async () => {
  const conversation = await group(ada, "Board", bob);
  const message = await send(ada, conversation, "Before");
  await ada.invoke(conversations.removePerson, { id: conversation.id, userId: bob.userId });
  await send(ada, conversation, "Among us");
  expect(await names(bob)).toEqual([]);
  await expect(send(bob, conversation, "Hello?")).rejects.toMatchObject(refused);
  await expect(read(bob, conversation)).rejects.toMatchObject(refused);
  await expect(bob.invoke(messages.get, { id: message.id })).rejects.toMatchObject(refused);
  await expect(bob.invoke(conversations.markRead, { id: conversation.id })).rejects.toMatchObject(refused);
  await ada.invoke(conversations.addPeople, { id: conversation.id, userIds: [bob.userId] });
  await send(ada, conversation, "After");
  expect(await read(bob, conversation)).toEqual(["After"]);
});

test("leaving transfers a group; the last person deletes it; a direct conversation cannot be left", async () => {
  const conversation = await group(ada, "Board", bob);
  await send(ada, conversation, "Bye");
  await ada.invoke(conversations.leave, { id: conversation.id });
  expect(await get(bob, conversation)).toMatchObject({ createdBy: bob.userId, participants: [bob.userId] });
  expect((await get(bob, conversation)).lastMessage).toMatchObject({ senderName: "Ada Lovelace" });
  await bob.invoke(conversations.leave, { id: conversation.id });
  const { rows } = await owner.query("select from messages where conversation_id = $1", [conversation.id]);
  expect(rows).toEqual([]);
  const direct = await openWith(ada, bob);
  await expect(ada.invoke(conversations.leave, { id: direct.id })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("COMM-27: a conversation deleted by an administrator disappears for all participants and can be restored", async () => {
  const conversation = await openWith(ada, bob);
  const message = await send(bob, conversation, "Quarrel");
  await owner.query("update conversations set deleted_at = now() where id = $1", [conversation.id]);
  expect(await names(ada)).toEqual([]);
  expect(await ada.invoke(conversations.stats)).toEqual({ activeChats: 0, unread: 0 });
  for (const act of [
    () => get(ada, conversation),
    () => read(ada, conversation),
    () => send(ada, conversation, "Still here?"),
    () => ada.invoke(messages.get, { id: message.id }),
  ])
    await expect(act()).rejects.toMatchObject(refused);
  await owner.query("update conversations set deleted_at = null where id = $1", [conversation.id]);
  expect(await read(ada, conversation)).toEqual(["Quarrel"]);
  await owner.query("update conversations set deleted_at = now() where id = $1", [conversation.id]);
  expect((await openWith(ada, bob)).id).not.toBe(conversation.id);
});
