import { contacts } from "#features/contacts/contacts.ts";
import type { ContactOnWire } from "#features/contacts/model.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";
import { conversations } from "./conversations.ts";
import { messages } from "./messages.ts";
import type { ConversationOnWire, MessageOnWire } from "./model.ts";

export type Conversations = { items: ConversationOnWire[]; nextCursor: string | null };

export const aContactOf = async (person: Person, contactName: string, contactEmail: string | null = null) =>
  (await person.invoke(contacts.create, { contactName, contactEmail })) as ContactOnWire;
export const open = async (person: Person, contactId: string) =>
  (await person.invoke(conversations.create, { type: "direct", contactId })) as ConversationOnWire;
export const openWith = async (person: Person, { userId }: Person) =>
  (await person.invoke(conversations.openWith, { userId })) as ConversationOnWire;
export const group = async (person: Person, title: string, ...people: Person[]) =>
  (await person.invoke(conversations.create, {
    type: "group",
    title,
    userIds: people.map(({ userId }) => userId),
  })) as ConversationOnWire;
export const list = async (person: Person, input: object = {}) =>
  ((await person.invoke(conversations.list, input)) as Conversations).items;
export const names = async (person: Person, input: object = {}) =>
  (await list(person, input)).map(({ name }) => name);
export const send = async (person: Person, { id }: { id: string }, content: string) =>
  (await person.invoke(messages.send, { conversationId: id, content })) as MessageOnWire;
export const get = async (person: Person, { id }: { id: string }) =>
  (await person.invoke(conversations.get, { id })) as ConversationOnWire;
export const read = async (person: Person, { id }: { id: string }) => {
  const { items } = (await person.invoke(messages.list, { conversationId: id })) as {
    items: MessageOnWire[];
  };
  return items.map(({ content }) => content).reverse();
};

/** Ada holds Bob and Carol as contacts. */
export async function adaWithContacts({ as, aUser }: Pick<TestDatabase, "as" | "aUser">) {
  const ada = as(await aUser({ fullName: "Ada Lovelace" }));
  const bob = as(await aUser({ fullName: "Bob Carter" }));
  const carol = as(await aUser({ fullName: "Carol Diaz" }));
  for (const { email, fullName } of [bob, carol]) await aContactOf(ada, fullName, email);
  return { ada, bob, carol };
}
