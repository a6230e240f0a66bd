import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import type { ContactOnWire } from "#features/contacts/model.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import {
  adaWithContacts,
  type Conversations,
  get,
  group,
  list,
  names,
  open,
  openWith,
  send,
} from "./conversation-calls.factory.ts";
import { conversations } from "./conversations.ts";
import { messages } from "./messages.ts";
import type { ConversationOnWire } from "./model.ts";
import { conversationParticipants } from "./tables.ts";

const server = await testDatabase();
const { owner } = server;
const refused = { code: "not_found" };
let ada: Person;
let bob: Person;
let carol: Person;

beforeEach(async () => {
  ({ ada, bob, carol } = await adaWithContacts(server));
});

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
