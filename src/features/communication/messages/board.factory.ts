import { contacts } from "#features/contacts/contacts.ts";
import type { TestDatabase } from "#platform/testing/test-database.ts";
import { conversations } from "../conversations.ts";
import type { ConversationOnWire } from "../model.ts";

/** Ada and Bob talk in a group; Carol knows Ada and is not in it. */
export async function boardPeople({ as, aUser }: Pick<TestDatabase, "as" | "aUser">) {
  const ada = as(await aUser({ fullName: "Ada Lovelace" }));
  const bob = as(await aUser({ fullName: "Bob Carter" }));
  const carol = as(await aUser({ fullName: "Carol Diaz" }));
  for (const { email, fullName } of [bob, carol])
    await ada.invoke(contacts.create, { contactName: fullName, contactEmail: email });
  const board = (await ada.invoke(conversations.create, {
    type: "group",
    title: "Board",
    userIds: [bob.userId],
  })) as ConversationOnWire;
  return { ada, bob, carol, board };
}
