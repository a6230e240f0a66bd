import { randomUUID } from "node:crypto";
import { contacts } from "#features/contacts/contacts.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import type { CallOnWire } from "./call-model.ts";
import { calls } from "./calls.ts";
import { conversations } from "./conversations.ts";
import { messages } from "./messages.ts";
import type { ConversationOnWire, MessageOnWire } from "./model.ts";

type People = { ada: Person; bob: Person; carol: Person; conversation: ConversationOnWire };

/** An instance where people call each other; without a conversation, calls are in that of Ada and Bob. */
export async function callInstance() {
  const server = await testDatabase();
  const { aUser, as, owner } = server;
  let now: Promise<People>;
  /** Ada may write to Bob and Carol; she and Bob have a direct conversation. */
  const meet = () => {
    now = createPeople();
    return now;
  };
  const createPeople = async () => {
    const ada = as(await aUser({ fullName: "Ada Lovelace" }));
    const bob = as(await aUser({ fullName: "Bob Carter" }));
    const carol = as(await aUser({ fullName: "Carol Diaz" }));
    for (const { fullName: contactName, email: contactEmail } of [bob, carol])
      await ada.invoke(contacts.create, { contactName, contactEmail });
    const conversation = (await ada.invoke(conversations.openWith, {
      userId: bob.userId,
    })) as ConversationOnWire;
    return { ada, bob, carol, conversation };
  };
  const start = async (person: Person, conversation?: { id: string }, peerId = randomUUID()) => {
    const { id } = conversation ?? (await now).conversation;
    return (await person.invoke(calls.start, { conversationId: id, kind: "video", peerId })) as CallOnWire;
  };
  const group = async (...people: Person[]) =>
    (await (
      await now
    ).ada.invoke(conversations.create, {
      type: "group",
      title: "Board",
      userIds: people.map(({ userId }) => userId),
    })) as ConversationOnWire;
  const lines = async (person: Person, conversation?: { id: string }) => {
    const { id } = conversation ?? (await now).conversation;
    const { items } = (await person.invoke(messages.list, { conversationId: id })) as {
      items: MessageOnWire[];
    };
    return items.map(({ messageType, content }) => `${messageType}: ${content}`);
  };
  /** Moves the times of this call back by so many seconds. */
  const pass = (call: CallOnWire, seconds: number, column: "invited_at" | "seen_at" = "invited_at") =>
    owner.query(
      `update call_participants set ${column} = ${column} - make_interval(secs => $2) where call_id = $1`,
      [call.id, seconds],
    );
  return { ...server, meet, start, group, lines, pass };
}

export const join = async (person: Person, { id }: CallOnWire, peerId = randomUUID()) =>
  (await person.invoke(calls.join, { id, peerId })) as CallOnWire;
export const get = async (person: Person, { id }: CallOnWire) =>
  (await person.invoke(calls.get, { id })) as CallOnWire;
export const stateOf = ({ callers }: CallOnWire, { userId }: Person) =>
  callers.find((caller) => caller.userId === userId)?.state;
export const peerIdOf = ({ callers }: CallOnWire, { userId }: Person) =>
  callers.find((caller) => caller.userId === userId)?.peerId ?? "";
