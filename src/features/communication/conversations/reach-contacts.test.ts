import { beforeEach, expect, test } from "vitest";
import { contacts } from "#features/contacts/contacts.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import {
  aContactOf,
  adaWithContacts,
  get,
  list,
  names,
  open,
  openWith,
  read,
  send,
} from "../conversation-calls.factory.ts";
import { conversations } from "../conversations.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;
const refused = { code: "not_found" };
let ada: Person;
let bob: Person;

beforeEach(async () => {
  ({ ada, bob } = await adaWithContacts(server));
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
