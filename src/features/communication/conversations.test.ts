import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import type { ContactOnWire } from "#features/contacts/model.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { conversations } from "./conversations.ts";
import { messages } from "./messages.ts";
import type { ConversationOnWire, MessageOnWire } from "./model.ts";
import { conversationParticipants } from "./tables.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;
const refused = { code: "not_found" };

let ada: Person;
let bob: Person;
let carol: Person;
/** Ada holds Bob and Carol as contacts. */
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  bob = as(await aUser({ fullName: "Bob Carter" }));
  carol = as(await aUser({ fullName: "Carol Diaz" }));
  for (const { email, fullName } of [bob, carol]) await aContactOf(ada, fullName, email);
});

type Conversations = { items: ConversationOnWire[]; nextCursor: string | null };

const aContactOf = async (person: Person, contactName: string, contactEmail: string | null = null) =>
  (await person.invoke(contacts.create, { contactName, contactEmail })) as ContactOnWire;
const open = async (person: Person, contactId: string) =>
  (await person.invoke(conversations.create, { type: "direct", contactId })) as ConversationOnWire;
const openWith = async (person: Person, { userId }: Person) =>
  (await person.invoke(conversations.openWith, { userId })) as ConversationOnWire;
const group = async (person: Person, title: string, ...people: Person[]) =>
  (await person.invoke(conversations.create, {
    type: "group",
    title,
    userIds: people.map(({ userId }) => userId),
  })) as ConversationOnWire;
const list = async (person: Person, input: object = {}) =>
  ((await person.invoke(conversations.list, input)) as Conversations).items;
const names = async (person: Person, input: object = {}) =>
  (await list(person, input)).map(({ name }) => name);
const send = async (person: Person, { id }: { id: string }, content: string) =>
  (await person.invoke(messages.send, { conversationId: id, content })) as MessageOnWire;
const get = async (person: Person, { id }: { id: string }) =>
  (await person.invoke(conversations.get, { id })) as ConversationOnWire;
const read = async (person: Person, { id }: { id: string }) => {
  const { items } = (await person.invoke(messages.list, { conversationId: id })) as {
    items: MessageOnWire[];
  };
  return items.map(({ content }) => content).reverse();
};

test("COMM-21, COMM-22: a direct conversation needs a contact, a group a title", async () => {
  const create = (input: object) => ada.invoke(conversations.create, input);
  await expect(create({ type: "direct" })).rejects.toMatchObject({
    code: "invalid",
    details: { fields: { contactId: "Please select a contact" } },
  });
  for (const title of ["", "   "])
    await expect(create({ type: "group", title })).rejects.toMatchObject({
      code: "invalid",
      details: { fields: { title: "Please enter a conversation title" } },
    });
});

test("DATA-18, COMM-27: a conversation has the specified fields", async () => {
  const board = await group(ada, "Board", bob);
  expect(board).toMatchObject({
    title: "Board",
    type: "group",
    participants: expect.arrayContaining([ada.userId, bob.userId]),
    createdBy: ada.userId,
    lastMessageAt: null,
    isArchived: false,
    createdAt: expect.stringMatching(/Z$/),
  });
  const { createdAt } = await send(bob, board, "Hello");
  expect(await get(ada, board)).toMatchObject({ lastMessageAt: createdAt });
});

test("there is one direct conversation per pair, whoever opens it, named after the other person", async () => {
  const opened = await openWith(ada, bob);
  expect(await openWith(ada, bob)).toMatchObject({
    id: opened.id,
    name: "Bob Carter",
    otherUserId: bob.userId,
  });
  expect(await openWith(bob, ada)).toMatchObject({ id: opened.id, name: "Ada Lovelace", reach: "person" });
  const [contact] = ((await ada.invoke(contacts.list)) as { items: ContactOnWire[] }).items;
  expect(await open(ada, contact?.id ?? "")).toMatchObject({ id: opened.id });
});

test("opening it from both sides at the same time creates one conversation", async () => {
  await group(ada, "Board", bob);
  const opened = await Promise.all([openWith(ada, bob), openWith(bob, ada), openWith(ada, bob)]);
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  expect((await get(ada, opened[0])).participants).toHaveLength(2);
});

test("a stranger's id, the user's own id and an unknown id all give not_found", async () => {
  for (const person of [ada, carol]) await expect(openWith(bob, person)).rejects.toMatchObject(refused);
  await expect(openWith(bob, bob)).rejects.toMatchObject(refused);
  await expect(group(bob, "Strangers", ada)).rejects.toMatchObject(refused);
});

test("a member of a shared workspace can be messaged", async () => {
  const { rows } = await owner.query(
    "insert into workspaces (name, created_by) values ('Office', $1) returning id",
    [bob.userId],
  );
  await owner.query(
    `insert into workspace_members (workspace_id, user_id, role, state)
     select $1, unnest($2::uuid[]), 'member', 'active'`,
    [rows[0].id, [bob.userId, carol.userId]],
  );
  expect(await openWith(bob, carol)).toMatchObject({ name: "Carol Diaz" });
  await owner.query("update workspace_members set state = 'removed' where user_id = $1", [carol.userId]);
  await expect(group(bob, "Office", carol)).resolves.toBeDefined();
});

test("people who can be messaged are found by name", async () => {
  const people = async (person: Person, text = "") =>
    (
      (await person.invoke(conversations.reachable, { text })) as { people: { fullName: string }[] }
    ).people.map(({ fullName }) => fullName);
  expect(await people(ada)).toEqual(["Bob Carter", "Carol Diaz"]);
  expect(await people(ada, "dia")).toEqual(["Carol Diaz"]);
  expect(await people(bob)).toEqual([]);
});

test("COMM-26: the list has the user's own active conversations, most recently active first, without archived ones", async () => {
  const [first, second, third] = [
    await group(ada, "First", bob),
    await group(ada, "Second"),
    await openWith(ada, carol),
  ];
  await group(carol, "Not Ada's");
  expect(await names(ada)).toEqual(["Carol Diaz", "Second", "First"]);
  await send(bob, first, "Back on top");
  expect(await names(ada)).toEqual(["First", "Carol Diaz", "Second"]);
  await ada.invoke(conversations.archive, { id: second.id });
  expect(await names(ada)).toEqual(["First", "Carol Diaz"]);
  expect(await names(ada, { isArchived: true })).toEqual(["Second"]);
  await send(ada, second, "Not over yet");
  expect(await names(ada)).toEqual(["Second", "First", "Carol Diaz"]);
  expect(third.lastMessage).toBeNull();
});

test("COMM-26: pages contain each conversation once", async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await group(ada, `Group ${number}`);
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = (await ada.invoke(conversations.list, { limit: 3, cursor })) as Conversations;
    seen.push(...page.items.map(({ name }) => name));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((number) => `Group ${number}`));
});

test("COMM-06: search finds a conversation by its title and by its people, in the same order", async () => {
  await group(ada, "Budget round", bob);
  await group(ada, "Lisbon");
  await openWith(ada, bob);
  expect(await names(ada, { text: "bud" })).toEqual(["Budget round"]);
  expect(await names(ada, { text: "carter" })).toEqual(["Bob Carter", "Budget round"]);
  expect(await names(ada, { text: "zebra" })).toEqual([]);
  expect(await names(carol, { text: "bud" })).toEqual([]);
});

test("COMM-02, COMM-03, COMM-05: the cards count active conversations, contacts and unread messages", async () => {
  const conversation = await openWith(ada, bob);
  const old = await group(ada, "Old");
  await ada.invoke(conversations.archive, { id: old.id });
  await send(bob, conversation, "One");
  await send(bob, conversation, "Two");
  expect(await ada.invoke(conversations.stats)).toEqual({ activeChats: 1, unread: 2 });
  expect(await bob.invoke(conversations.stats)).toEqual({ activeChats: 1, unread: 0 });
  expect(await ada.invoke(contacts.stats)).toEqual({ total: 2 });
});

test("unread messages are counted per person, until read up to a moment", async () => {
  const conversation = await group(ada, "Board", bob, carol);
  await send(ada, conversation, "One");
  const two = await send(bob, conversation, "Two");
  await send(ada, conversation, "Three");
  expect((await get(carol, conversation)).unreadCount).toBe(3);
  expect((await get(bob, conversation)).unreadCount).toBe(2);
  const marked = await carol.invoke(conversations.markRead, { id: conversation.id, until: two.createdAt });
  expect(marked).toMatchObject({ unreadCount: 1, lastReadAt: two.createdAt });
  expect(await carol.invoke(conversations.markRead, { id: conversation.id })).toMatchObject({
    unreadCount: 0,
  });
  expect((await get(bob, conversation)).unreadCount).toBe(2);
  const late = await carol.invoke(conversations.markRead, {
    id: conversation.id,
    until: "9999-12-31T00:00:00Z",
  });
  await send(ada, conversation, "Four");
  expect((late as ConversationOnWire).unreadCount).toBe(0);
  expect((await get(carol, conversation)).unreadCount).toBe(1);
});

test("the participant's lastReadAt and the message itself show that it was read", async () => {
  const conversation = await openWith(ada, bob);
  const message = await send(ada, conversation, "Are you there?");
  expect(message.isRead).toBe(false);
  await bob.invoke(conversations.markRead, { id: conversation.id, until: message.createdAt });
  expect(await ada.invoke(messages.get, { id: message.id })).toMatchObject({ isRead: true });
  expect((await get(ada, conversation)).otherReadAt).toBe(message.createdAt);
});

test("the preview is the latest message that is not deleted", async () => {
  const conversation = await openWith(ada, bob);
  await send(ada, conversation, "First");
  const last = await send(bob, conversation, "Last");
  expect((await get(ada, conversation)).lastMessage).toMatchObject({
    content: "Last",
    senderName: "Bob Carter",
  });
  await bob.invoke(messages.delete, { id: last.id });
  expect(await get(ada, conversation)).toMatchObject({ lastMessage: { content: "First" }, unreadCount: 0 });
  await bob.invoke(messages.restore, { id: last.id });
  expect(await get(ada, conversation)).toMatchObject({ lastMessage: { content: "Last" }, unreadCount: 1 });
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

test("a contact without an account: the conversation belongs to the contact and shows how it reaches them", async () => {
  const dora = await aContactOf(ada, "Dora", "dora@elsewhere.test");
  const conversation = await open(ada, dora.id);
  expect(conversation).toMatchObject({ name: "Dora", reach: "email", otherUserId: null, contactId: dora.id });
  expect(await open(ada, dora.id)).toMatchObject({ id: conversation.id });
  const unreachable = await open(ada, (await aContactOf(ada, "No address")).id);
  expect(unreachable).toMatchObject({ reach: "no_address" });
  const self = await aContactOf(ada, "Me", ada.email);
  await expect(open(ada, self.id)).rejects.toMatchObject({ code: "invalid" });
});

test("the conversation is transferred to the account once its address is confirmed, not before", async () => {
  const dora = await aContactOf(ada, "Dora", "Dora.New@elsewhere.test");
  const conversation = await open(ada, dora.id);
  await ada.invoke(conversations.setUsesEmail, { id: conversation.id, usesEmail: false });
  await send(ada, conversation, "Welcome to the house");
  const person = as(await aUser({ fullName: "Dora Novak" }));
  await owner.query(
    "update users set email = 'dora.new@elsewhere.test', address_state = 'unproven', address_reason = null where id = $1",
    [person.userId],
  );
  expect(await names(person)).toEqual([]);
  expect((await get(ada, conversation)).reach).toBe("no_account");
  await owner.query(
    "update users set address_state = 'proven', address_reason = 'confirmation_mail' where id = $1",
    [person.userId],
  );
  expect(await list(person)).toMatchObject([{ id: conversation.id, name: "Ada Lovelace", unreadCount: 1 }]);
  expect(await read(person, conversation)).toEqual(["Welcome to the house"]);
  expect(await get(ada, conversation)).toMatchObject({ name: "Dora Novak", reach: "person" });
  const { rows } = await owner.query(
    "select user_id from announcements where resource = 'conversations' and $1 = any(record_ids)",
    [conversation.id],
  );
  expect(rows.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([ada.userId, person.userId]));
});

test("if the two already have a conversation, the waiting messages move into it", async () => {
  const dora = await aContactOf(ada, "Dora");
  const waiting = await open(ada, dora.id);
  await send(ada, waiting, "Waiting");
  const conversation = await openWith(ada, bob);
  await send(bob, conversation, "Talking");
  await ada.invoke(contacts.update, { id: dora.id, version: 1, contactEmail: bob.email });
  await expect(get(ada, waiting)).rejects.toMatchObject(refused);
  expect(await read(bob, conversation)).toEqual(["Waiting", "Talking"]);
  expect((await get(bob, conversation)).unreadCount).toBe(1);
});

test("the conversation is not transferred to an unconfirmed account when the contact gets its address", async () => {
  const dora = await aContactOf(ada, "Dora");
  const conversation = await open(ada, dora.id);
  await send(ada, conversation, "For Dora only");
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    bob.userId,
  ]);
  await ada.invoke(contacts.update, { id: dora.id, version: 1, contactEmail: bob.email });
  expect(await names(bob)).toEqual([]);
  expect(await read(ada, conversation)).toEqual(["For Dora only"]);
  await owner.query(
    "update users set address_state = 'proven', address_reason = 'confirmation_mail' where id = $1",
    [bob.userId],
  );
  expect(await read(bob, conversation)).toEqual(["For Dora only"]);
});

test("an account whose address no longer counts is reached in the existing conversation and not by address", async () => {
  const conversation = await openWith(ada, bob);
  const contact = await aContactOf(ada, "Bob, by address", bob.email);
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    bob.userId,
  ]);
  expect(await get(ada, conversation)).toMatchObject({ reach: "unconfirmed" });
  expect(await open(ada, contact.id)).toMatchObject({ otherUserId: null, contactId: contact.id });
});

test("G4: changes of a conversation are announced to all its participants, and to nobody else", async () => {
  const conversation = await group(ada, "Board", bob);
  await owner.query("delete from announcements");
  const message = await send(bob, conversation, "News");
  await ada.invoke(conversations.addPeople, { id: conversation.id, userIds: [carol.userId] });
  await ada.invoke(conversations.removePerson, { id: conversation.id, userId: bob.userId });
  await send(ada, conversation, "Among us");
  const announcementsTo = async ({ userId }: Person) =>
    (
      await owner.query("select resource, record_ids from announcements where user_id = $1 order by id", [
        userId,
      ])
    ).rows.map(({ resource, record_ids }) => [resource, record_ids]);
  expect(await announcementsTo(ada)).toContainEqual(["messages", [message.id]]);
  // The last announcement that Bob receives is his removal.
  expect((await announcementsTo(bob)).at(-1)).toEqual(["conversations", [conversation.id]]);
  expect((await announcementsTo(carol)).filter(([resource]) => resource === "messages")).toHaveLength(1);
});

test("a list costs the same number of statements for one row as for fifty", async () => {
  const count = async () => {
    const query = vi.spyOn((await import("pg")).default.Client.prototype, "query");
    await list(ada);
    const calls = query.mock.calls.length;
    query.mockRestore();
    return calls;
  };
  const conversation = await group(ada, "Board", bob);
  await send(bob, conversation, "One");
  const atOne = await count();
  for (let number = 0; number < 49; number += 1)
    await send(bob, await group(ada, `Group ${number}`, bob), "Hello");
  expect(await list(ada)).toHaveLength(50);
  expect(await count()).toBe(atOne);
});

test("counters are in the participant's own row; others cannot change them", async () => {
  const conversation = await group(ada, "Board", bob);
  await send(bob, conversation, "One");
  const changed = await bob.run(({ db }) =>
    db
      .update(conversationParticipants)
      .set({ unreadCount: 99 })
      .where(eq(conversationParticipants.userId, ada.userId))
      .returning(),
  );
  expect(changed).toEqual([]);
});
