import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Roles } from "../act.ts";
import { aPeopleWorld } from "../people/people-world.factory.ts";

const shown = await aPeopleWorld(await testDatabase());

const CASES: readonly (readonly [string, string, Roles, readonly string[]])[] = [
  [
    "Add Emma to the Lisbon group",
    "conversations.add",
    { person: "Emma", conversation: "the Lisbon group" },
    ['conversations.addPeople {"id":"<Lisbon move>","userIds":["<Emma Lindqvist>"]}'],
  ],
  [
    "add Bob to Lisbon move",
    "conversations.add",
    { person: "Bob", conversation: "Lisbon move" },
    ["is already in"],
  ],
  [
    "add Helen to Lisbon move",
    "conversations.add",
    { person: "Helen", conversation: "Lisbon move" },
    ["Helen Koch has no account here, and cannot be in a group."],
  ],
  [
    "put emma into product",
    "conversations.add",
    { person: "emma", conversation: "product" },
    ['invitations.create {"workspaceId":"<Product>","email":"emma@aldermoor.test"}'],
  ],
  [
    "who is in the Lisbon chat",
    "conversations.add",
    { conversation: "the Lisbon chat" },
    ["2 people besides you in 'Lisbon move'", "Bob Carter", "Clara Novak"],
  ],
  [
    "archive Lisbon move",
    "conversations.archive",
    { conversation: "Lisbon move" },
    ['archive {"id":"<Lisbon move>"}'],
  ],
  [
    "group chat Hiring with Bob and Emma",
    "conversations.create",
    { title: "Hiring", person: "Bob and Emma" },
    ['"type":"group","title":"Hiring","userIds":["<Bob Carter>","<Emma Lindqvist>"]'],
  ],
  [
    "a group for the Christmas party, Clara and Bob in it",
    "conversations.create",
    { person: "the Christmas party, Clara and Bob" },
    ['"title":"Christmas party"', '["<Clara Novak>","<Bob Carter>"]'],
  ],
  [
    "put Clara and Emma in a group",
    "conversations.create",
    { person: "Clara and Emma" },
    ['"title":"Clara and Emma"'],
  ],
  ["a chat with Clara", "conversations.create", { person: "Clara" }, ['openWith {"userId":"<Clara Novak>"}']],
  [
    "a group with Gunther",
    "conversations.create",
    { title: "X", person: "Gunther" },
    ["asks: I know nobody called"],
  ],
  [
    "leave Lisbon move",
    "conversations.leave",
    { conversation: "Lisbon move" },
    ['leave {"id":"<Lisbon move>"}'],
  ],
  [
    "leave the chat with Bob",
    "conversations.leave",
    { conversation: "the chat with Bob" },
    ["cannot be left"],
  ],
  [
    "take Bob out of the Lisbon move group",
    "conversations.leave",
    { conversation: "Bob the Lisbon move group" },
    ['conversations.removePerson {"id":"<Lisbon move>","userId":"<Bob Carter>"}'],
  ],
  [
    "mute the Lisbon chat until tomorrow at 9",
    "conversations.mute",
    { conversation: "the Lisbon chat", when: "tomorrow at 9am" },
    ['conversations.mute {"id":"<Lisbon move>","until":"', "T09:00:00.000Z"],
  ],
  [
    "mute Bob's chat",
    "conversations.mute",
    { conversation: "Bob's chat" },
    ['{"id":"<Chat with Bob>","until":"9999-12-31T00:00:00.000Z"}'],
  ],
  [
    "mute Lisbon",
    "conversations.mute",
    { conversation: "Lisbon", when: "the gala" },
    ["asks: Until when is 'the gala'?"],
  ],
  [
    "unmute the Lisbon chat",
    "conversations.unmute",
    { conversation: "the Lisbon chat" },
    ["'Lisbon move' is not muted."],
  ],
  [
    "unmute all",
    "conversations.unmute",
    { conversation: "all my chats" },
    ["None of your conversations is muted."],
  ],
  [
    "call Lisbon move 'Relocation'",
    "conversations.rename",
    { conversation: "Lisbon move", title: "Relocation" },
    ['conversations.update {"id":"<Lisbon move>","title":"Relocation"}'],
  ],
  [
    "rename the chat with Bob",
    "conversations.rename",
    { conversation: "the chat with Bob", title: "B" },
    ["between two"],
  ],
  [
    "all chats as read",
    "messages.markRead",
    { conversation: "all chats" },
    ['markRead {"id":"<Lisbon move>"}', 'markRead {"id":"<Chat with Bob>"}'],
  ],
  ["Bob's message is read", "messages.markRead", { person: "Bob" }, ['markRead {"id":"<Chat with Bob>"}']],
  ["the Berlin chat is read", "messages.markRead", { conversation: "the Berlin chat" }, ["asks:"]],
];

test.each(CASES)("'%s'", async (sentence, frame, roles, expected) => {
  const text = await shown(frame, roles, sentence);
  for (const piece of expected) expect(text).toContain(piece);
});

test("all but one are marked as read", async () => {
  const text = await shown(
    "messages.markRead",
    { conversation: "all my chats" },
    "all my chats as read except Bob's",
  );
  expect(text).toBe('conversations.markRead {"id":"<Lisbon move>"}');
});

test("'it' is the conversation that was shown", async () => {
  const text = await shown("conversations.archive", { conversation: "it" }, "archive it", ["Lisbon move"]);
  expect(text).toBe('conversations.archive {"id":"<Lisbon move>"}');
});
