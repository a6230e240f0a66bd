import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { aConversation, aMessage } from "../factory.ts";
import { conversationParticipants, conversations, messages } from "../tables.ts";

const { aUser, as } = await testDatabase();
const refused = { code: "not_found" };

let ada: Person;
let bob: Person;
let carol: Person;
let conversationId: string;

/** Ada and Bob talk; Carol does not. */
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
  carol = as(await aUser({ fullName: "Carol" }));
  conversationId = randomUUID();
  await ada.run(async (context) => {
    const { db, actor } = context;
    await db.insert(conversations).values(aConversation({ id: conversationId, createdBy: actor.userId }));
    for (const { email } of [bob, carol])
      await contacts.create(context, { contactName: "Clara Voss", contactEmail: email });
    await db.insert(conversationParticipants).values([
      { conversationId, userId: ada.userId, joinedAt: new Date(1) },
      { conversationId, userId: bob.userId, joinedAt: new Date(2) },
    ]);
    await db.insert(messages).values(aMessage({ conversationId, senderId: actor.userId }));
  });
});

const seenBy = (person: Person) =>
  person.run(async ({ db }) => ({
    conversations: (await db.select().from(conversations)).length,
    participants: (await db.select().from(conversationParticipants)).length,
    messages: (await db.select().from(messages)).length,
  }));

const post = (person: Person, senderId = person.userId) =>
  person.run(({ db }) => db.insert(messages).values(aMessage({ conversationId, senderId })));

const leave = (person: Person, leftAt: Date | null) =>
  person.run(({ db, actor }) =>
    db
      .update(conversationParticipants)
      .set({ leftAt })
      .where(eq(conversationParticipants.userId, actor.userId))
      .returning(),
  );

test("D3: participants read and write; nobody else sees that the conversation exists", async () => {
  await post(bob);
  expect(await seenBy(bob)).toEqual({ conversations: 1, participants: 2, messages: 2 });
  expect(await seenBy(carol)).toEqual({ conversations: 0, participants: 0, messages: 0 });
  await expect(post(carol)).rejects.toMatchObject(refused);
});

test("users cannot write in another person's name or change another person's message", async () => {
  await expect(post(bob, ada.userId)).rejects.toMatchObject(refused);
  const changed = await bob.run(({ db }) => db.update(messages).set({ content: "?" }).returning());
  expect(changed).toEqual([]);
});

test("only the creator adds people", async () => {
  const add = (person: Person) =>
    person.run(({ db }) =>
      db.insert(conversationParticipants).values({ conversationId, userId: carol.userId }),
    );
  await expect(add(bob)).rejects.toMatchObject(refused);
  await expect(add(carol)).rejects.toMatchObject(refused);
  await add(ada);
  expect(await seenBy(carol)).toMatchObject({ conversations: 1, messages: 1 });
});

test("a stranger cannot be added to a conversation", async () => {
  const dave = as(await aUser({ fullName: "Dave" }));
  const add = ada.run(({ db }) =>
    db.insert(conversationParticipants).values({ conversationId, userId: dave.userId }),
  );
  await expect(add).rejects.toMatchObject(refused);
});

test("users cannot forge system messages, attachments or read marks", async () => {
  const forged = [
    { messageType: "system" as const },
    { attachments: [{ documentId: randomUUID(), name: "a.pdf", type: "application/pdf", size: 1 }] },
    { messageType: "file" as const },
    { replyToId: randomUUID() },
    { mentions: [carol.userId] },
    { isRead: true },
  ];
  for (const fields of forged) {
    const write = bob.run(({ db }) =>
      db.insert(messages).values(aMessage({ conversationId, senderId: bob.userId, ...fields })),
    );
    await expect(write).rejects.toMatchObject(refused);
  }
});

test("a person who has left sees nothing and cannot rejoin without being added", async () => {
  await leave(bob, new Date());
  expect(await seenBy(bob)).toEqual({ conversations: 0, participants: 1, messages: 0 });
  expect(await leave(bob, null)).toEqual([]);
  await expect(post(bob)).rejects.toMatchObject(refused);
});

test("a participant cannot move their row into another conversation", async () => {
  const other = randomUUID();
  await carol.run(async ({ db, actor }) => {
    await db.insert(conversations).values(aConversation({ id: other, createdBy: actor.userId }));
    await db.insert(conversationParticipants).values({ conversationId: other, userId: actor.userId });
  });
  const move = bob.run(({ db }) =>
    db
      .update(conversationParticipants)
      .set({ conversationId: other })
      .where(eq(conversationParticipants.userId, bob.userId)),
  );
  await expect(move).rejects.toMatchObject(refused);
});

test("DATA-18: the list of participants is updated when people join and leave", async () => {
  const list = async () => (await ada.run(({ db }) => db.select().from(conversations)))[0]?.participants;
  expect(await list()).toEqual([ada.userId, bob.userId]);
  await leave(bob, new Date());
  expect(await list()).toEqual([ada.userId]);
});

test("deleting a conversation deletes its messages, and only its creator may do it", async () => {
  expect(await bob.run(({ db }) => db.delete(conversations).returning())).toEqual([]);
  await ada.run(({ db }) => db.delete(conversations));
  expect(await seenBy(ada)).toEqual({ conversations: 0, participants: 0, messages: 0 });
});
