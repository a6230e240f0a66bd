import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import type { ContactOnWire } from "#features/contacts/model.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { conversations } from "./conversations.ts";
import { messages } from "./messages.ts";
import type { ConversationOnWire, MessageOnWire } from "./model.ts";
import { conversationParticipants } from "./tables.ts";

const house = await testDatabase();
const { aUser, as, owner } = house;
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

test("a direct conversation is one per pair, whoever opens it, and is called after the other one", async () => {
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

test("both open it at once: still one", async () => {
  await group(ada, "Board", bob);
  const opened = await Promise.all([openWith(ada, bob), openWith(bob, ada), openWith(ada, bob)]);
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  expect((await get(ada, opened[0])).participants).toHaveLength(2);
});

test("a stranger's id, one's own and one that nobody has are not found alike", async () => {
  for (const person of [ada, carol]) await expect(openWith(bob, person)).rejects.toMatchObject(refused);
  await expect(openWith(bob, bob)).rejects.toMatchObject(refused);
  await expect(group(bob, "Strangers", ada)).rejects.toMatchObject(refused);
});

test("whoever shares a workspace may be written to", async () => {
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

test("the people one may write to are found by name", async () => {
  const people = async (person: Person, text = "") =>
    (
      (await person.invoke(conversations.reachable, { text })) as { people: { fullName: string }[] }
    ).people.map(({ fullName }) => fullName);
  expect(await people(ada)).toEqual(["Bob Carter", "Carol Diaz"]);
  expect(await people(ada, "dia")).toEqual(["Carol Diaz"]);
  expect(await people(bob)).toEqual([]);
});

test("COMM-26: mine are those I take part in, the last active first, without the archived", async () => {
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

test("COMM-26: pages hold each conversation once", async () => {
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
  const talk = await openWith(ada, bob);
  const old = await group(ada, "Old");
  await ada.invoke(conversations.archive, { id: old.id });
  await send(bob, talk, "One");
  await send(bob, talk, "Two");
  expect(await ada.invoke(conversations.stats)).toEqual({ activeChats: 1, unread: 2 });
  expect(await bob.invoke(conversations.stats)).toEqual({ activeChats: 1, unread: 0 });
  expect(await ada.invoke(contacts.stats)).toEqual({ total: 2 });
});

test("unread messages are counted per person, until read up to a moment", async () => {
  const talk = await group(ada, "Board", bob, carol);
  await send(ada, talk, "One");
  const two = await send(bob, talk, "Two");
  await send(ada, talk, "Three");
  expect((await get(carol, talk)).unreadCount).toBe(3);
  expect((await get(bob, talk)).unreadCount).toBe(2);
  const marked = await carol.invoke(conversations.markRead, { id: talk.id, until: two.createdAt });
  expect(marked).toMatchObject({ unreadCount: 1, lastReadAt: two.createdAt });
  expect(await carol.invoke(conversations.markRead, { id: talk.id })).toMatchObject({ unreadCount: 0 });
  expect((await get(bob, talk)).unreadCount).toBe(2);
  const late = await carol.invoke(conversations.markRead, { id: talk.id, until: "9999-12-31T00:00:00Z" });
  await send(ada, talk, "Four");
  expect((late as ConversationOnWire).unreadCount).toBe(0);
  expect((await get(carol, talk)).unreadCount).toBe(1);
});

test("the other one's mark and the message itself say that it was read", async () => {
  const talk = await openWith(ada, bob);
  const said = await send(ada, talk, "Are you there?");
  expect(said.isRead).toBe(false);
  await bob.invoke(conversations.markRead, { id: talk.id, until: said.createdAt });
  expect(await ada.invoke(messages.get, { id: said.id })).toMatchObject({ isRead: true });
  expect((await get(ada, talk)).otherReadAt).toBe(said.createdAt);
});

test("the preview is the last message that is still there", async () => {
  const talk = await openWith(ada, bob);
  await send(ada, talk, "First");
  const last = await send(bob, talk, "Last");
  expect((await get(ada, talk)).lastMessage).toMatchObject({ content: "Last", senderName: "Bob Carter" });
  await bob.invoke(messages.delete, { id: last.id });
  expect(await get(ada, talk)).toMatchObject({ lastMessage: { content: "First" }, unreadCount: 0 });
  await bob.invoke(messages.restore, { id: last.id });
  expect(await get(ada, talk)).toMatchObject({ lastMessage: { content: "Last" }, unreadCount: 1 });
});

test("the creator renames, adds and removes; others may not", async () => {
  const talk = await group(ada, "Board", bob);
  const forbidden = { code: "forbidden" };
  await aContactOf(bob, "Carol", carol.email);
  const { id } = talk;
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
  await expect(get(bob, talk)).rejects.toMatchObject(refused);
});

test("who joins later sees what was before only where the creator says so", async () => {
  const talk = await group(ada, "Board");
  await send(ada, talk, "A secret");
  await ada.invoke(conversations.addPeople, { id: talk.id, userIds: [bob.userId] });
  await ada.invoke(conversations.addPeople, { id: talk.id, userIds: [carol.userId], seesHistory: true });
  expect(await get(bob, talk)).toMatchObject({ lastMessage: null, unreadCount: 0 });
  expect(await read(bob, talk)).toEqual([]);
  expect(await read(carol, talk)).toEqual(["A secret"]);
  await send(ada, talk, "Welcome");
  expect(await read(bob, talk)).toEqual(["Welcome"]);
});

test("who was removed sees, reads and posts nothing, and sees only what comes after when added again", async () => {
  const talk = await group(ada, "Board", bob);
  const said = await send(ada, talk, "Before");
  await ada.invoke(conversations.removePerson, { id: talk.id, userId: bob.userId });
  await send(ada, talk, "Among us");
  expect(await names(bob)).toEqual([]);
  await expect(send(bob, talk, "Hello?")).rejects.toMatchObject(refused);
  await expect(read(bob, talk)).rejects.toMatchObject(refused);
  await expect(bob.invoke(messages.get, { id: said.id })).rejects.toMatchObject(refused);
  await expect(bob.invoke(conversations.markRead, { id: talk.id })).rejects.toMatchObject(refused);
  await ada.invoke(conversations.addPeople, { id: talk.id, userIds: [bob.userId] });
  await send(ada, talk, "After");
  expect(await read(bob, talk)).toEqual(["After"]);
});

test("leaving hands a group on; its last person takes it along; a direct one cannot be left", async () => {
  const talk = await group(ada, "Board", bob);
  await send(ada, talk, "Bye");
  await ada.invoke(conversations.leave, { id: talk.id });
  expect(await get(bob, talk)).toMatchObject({ createdBy: bob.userId, participants: [bob.userId] });
  expect((await get(bob, talk)).lastMessage).toMatchObject({ senderName: "Ada Lovelace" });
  await bob.invoke(conversations.leave, { id: talk.id });
  const { rows } = await owner.query("select from messages where conversation_id = $1", [talk.id]);
  expect(rows).toEqual([]);
  const direct = await openWith(ada, bob);
  await expect(ada.invoke(conversations.leave, { id: direct.id })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("COMM-27: what an administrator deletes is gone for everybody in it, and comes back whole", async () => {
  const talk = await openWith(ada, bob);
  const said = await send(bob, talk, "Quarrel");
  await owner.query("update conversations set deleted_at = now() where id = $1", [talk.id]);
  expect(await names(ada)).toEqual([]);
  expect(await ada.invoke(conversations.stats)).toEqual({ activeChats: 0, unread: 0 });
  for (const act of [
    () => get(ada, talk),
    () => read(ada, talk),
    () => send(ada, talk, "Still here?"),
    () => ada.invoke(messages.get, { id: said.id }),
  ])
    await expect(act()).rejects.toMatchObject(refused);
  await owner.query("update conversations set deleted_at = null where id = $1", [talk.id]);
  expect(await read(ada, talk)).toEqual(["Quarrel"]);
  await owner.query("update conversations set deleted_at = now() where id = $1", [talk.id]);
  expect((await openWith(ada, bob)).id).not.toBe(talk.id);
});

test("a contact without an account: the conversation waits under the contact, and says how it reaches them", async () => {
  const dora = await aContactOf(ada, "Dora", "dora@elsewhere.test");
  const talk = await open(ada, dora.id);
  expect(talk).toMatchObject({ name: "Dora", reach: "email", otherUserId: null, contactId: dora.id });
  expect(await open(ada, dora.id)).toMatchObject({ id: talk.id });
  const nobody = await open(ada, (await aContactOf(ada, "No address")).id);
  expect(nobody).toMatchObject({ reach: "no_address" });
  const self = await aContactOf(ada, "Me", ada.email);
  await expect(open(ada, self.id)).rejects.toMatchObject({ code: "invalid" });
});

test("what waited is handed over once the address is confirmed, not before", async () => {
  const dora = await aContactOf(ada, "Dora", "Dora.New@elsewhere.test");
  const talk = await open(ada, dora.id);
  await ada.invoke(conversations.goByEmail, { id: talk.id, goesByEmail: false });
  await send(ada, talk, "Welcome to the house");
  const person = as(await aUser({ fullName: "Dora Novak" }));
  await owner.query(
    "update users set email = 'dora.new@elsewhere.test', address_state = 'unproven', address_reason = null where id = $1",
    [person.userId],
  );
  expect(await names(person)).toEqual([]);
  expect((await get(ada, talk)).reach).toBe("no_account");
  await owner.query(
    "update users set address_state = 'proven', address_reason = 'confirmation_mail' where id = $1",
    [person.userId],
  );
  expect(await list(person)).toMatchObject([{ id: talk.id, name: "Ada Lovelace", unreadCount: 1 }]);
  expect(await read(person, talk)).toEqual(["Welcome to the house"]);
  expect(await get(ada, talk)).toMatchObject({ name: "Dora Novak", reach: "person" });
  const { rows } = await owner.query(
    "select user_id from announcements where resource = 'conversations' and $1 = any(record_ids)",
    [talk.id],
  );
  expect(rows.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([ada.userId, person.userId]));
});

test("where the two talk already, what waited joins that conversation", async () => {
  const dora = await aContactOf(ada, "Dora");
  const waiting = await open(ada, dora.id);
  await send(ada, waiting, "Waiting");
  const talk = await openWith(ada, bob);
  await send(bob, talk, "Talking");
  await ada.invoke(contacts.update, { id: dora.id, version: 1, contactEmail: bob.email });
  await expect(get(ada, waiting)).rejects.toMatchObject(refused);
  expect(await read(bob, talk)).toEqual(["Waiting", "Talking"]);
  expect((await get(bob, talk)).unreadCount).toBe(1);
});

test("what waited is not handed to an unconfirmed account either when the contact gets its address", async () => {
  const dora = await aContactOf(ada, "Dora");
  const talk = await open(ada, dora.id);
  await send(ada, talk, "For Dora only");
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    bob.userId,
  ]);
  await ada.invoke(contacts.update, { id: dora.id, version: 1, contactEmail: bob.email });
  expect(await names(bob)).toEqual([]);
  expect(await read(ada, talk)).toEqual(["For Dora only"]);
  await owner.query(
    "update users set address_state = 'proven', address_reason = 'confirmation_mail' where id = $1",
    [bob.userId],
  );
  expect(await read(bob, talk)).toEqual(["For Dora only"]);
});

test("an account whose address counts no more is reached where the two talk, says so, and is met by address no more", async () => {
  const talk = await openWith(ada, bob);
  const contact = await aContactOf(ada, "Bob, by address", bob.email);
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    bob.userId,
  ]);
  expect(await get(ada, talk)).toMatchObject({ reach: "unconfirmed" });
  expect(await open(ada, contact.id)).toMatchObject({ otherUserId: null, contactId: contact.id });
});

test("G4: everybody in a conversation is told of its changes, and nobody else", async () => {
  const talk = await group(ada, "Board", bob);
  await owner.query("delete from announcements");
  const said = await send(bob, talk, "News");
  await ada.invoke(conversations.addPeople, { id: talk.id, userIds: [carol.userId] });
  await ada.invoke(conversations.removePerson, { id: talk.id, userId: bob.userId });
  await send(ada, talk, "Among us");
  const heard = async ({ userId }: Person) =>
    (
      await owner.query("select resource, record_ids from announcements where user_id = $1 order by id", [
        userId,
      ])
    ).rows.map(({ resource, record_ids }) => [resource, record_ids]);
  expect(await heard(ada)).toContainEqual(["messages", [said.id]]);
  // The last announcement that Bob receives is his removal.
  expect((await heard(bob)).at(-1)).toEqual(["conversations", [talk.id]]);
  expect((await heard(carol)).filter(([resource]) => resource === "messages")).toHaveLength(1);
});

test("a list costs the same few statements at one row and at fifty", async () => {
  const count = async () => {
    const query = vi.spyOn((await import("pg")).default.Client.prototype, "query");
    await list(ada);
    const calls = query.mock.calls.length;
    query.mockRestore();
    return calls;
  };
  const talk = await group(ada, "Board", bob);
  await send(bob, talk, "One");
  const atOne = await count();
  for (let number = 0; number < 49; number += 1)
    await send(bob, await group(ada, `Group ${number}`, bob), "Hello");
  expect(await list(ada)).toHaveLength(50);
  expect(await count()).toBe(atOne);
});

test("a participant's own row holds their counters; nobody raises another's", async () => {
  const talk = await group(ada, "Board", bob);
  await send(bob, talk, "One");
  const changed = await bob.run(({ db }) =>
    db
      .update(conversationParticipants)
      .set({ unreadCount: 99 })
      .where(eq(conversationParticipants.userId, ada.userId))
      .returning(),
  );
  expect(changed).toEqual([]);
});
