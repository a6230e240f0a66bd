import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Roles } from "../act.ts";
import { aPeopleWorld } from "../people/people-world.factory.ts";

const shown = await aPeopleWorld(await testDatabase());

const CASES: readonly (readonly [string, string, Roles, readonly string[]])[] = [
  [
    "tell Bob I'm late",
    "messages.send",
    { person: "Bob", text: "I'm late" },
    ['messages.send {"conversationId":"<Chat with Bob>","content":"I\'m late"}'],
  ],
  [
    "write in the Lisbon group that the keys are here",
    "messages.send",
    { conversation: "the Lisbon group", text: "the keys are here" },
    ['"conversationId":"<Lisbon move>","content":"The keys are here"'],
  ],
  [
    "tell Helen it's fine",
    "messages.send",
    { person: "Helen", text: "it's fine" },
    ["Helen Koch has no account here and no email address."],
  ],
  [
    "tell Ingrid it's fine",
    "messages.send",
    { person: "Ingrid", text: "it's fine" },
    ['emails.send {"subject":"It\'s fine","body":"It\'s fine.","recipients":["ingrid@nordlys.test"]}'],
  ],
  ["tell Maria I'm late", "messages.send", { person: "Maria", text: "I'm late" }, ["asks: Who is meant"]],
  ["tell him yes", "messages.send", { person: "him", text: "yes" }, ["asks: To whom?"]],
  ["tell Bob", "messages.send", { person: "Bob" }, ["asks: What shall the message to Bob Carter say?"]],
  ["don't tell Bob anything", "messages.send", { person: "Bob", text: "anything" }, ["No, nothing is sent."]],
  [
    "tell the Lisbon group hello",
    "messages.send",
    { person: "the Lisbon group", text: "hello" },
    ['"conversationId":"<Lisbon move>"'],
  ],
  [
    "what did Bob write",
    "messages.list",
    { person: "Bob" },
    ["Can you see the hiring plan today?", "[conversation Bob Carter]"],
  ],
  [
    "who asked for the floor plan in Lisbon move",
    "messages.list",
    { conversation: "Lisbon move", topic: "the floor plan" },
    ["Clara Novak,", "Who has the floor plan?"],
  ],
  ["messages about the piano", "messages.list", { topic: "the piano" }, ["No, I found no message about"]],
  [
    "messages of Emma",
    "messages.list",
    { person: "Emma" },
    ["You have no conversation with Emma Lindqvist."],
  ],
  [
    "any unread chats",
    "messages.unread",
    {},
    ["2 unread messages in 2 conversations", "[conversation Bob Carter]", "[conversation Lisbon move]"],
  ],
];

test.each(CASES)("'%s'", async (sentence, frame, roles, expected) => {
  const text = await shown(frame, roles, sentence);
  for (const piece of expected) expect(text).toContain(piece);
});

test("several people get a message each, without those who are left out", async () => {
  const roles = { person: "everyone in Leadership", text: "thank you" };
  const all = await shown("messages.send", roles, "thank everyone in Leadership");
  expect(all.split("\n")).toHaveLength(3);
  const some = await shown("messages.send", roles, "thank everyone in Leadership, but not Bob or Emma");
  expect(some.split("\n")).toHaveLength(1);
  const group = { conversation: "the Lisbon move", text: "drinks on Friday" };
  expect(await shown("messages.send", group, "tell the Lisbon move, just not Clara: drinks on Friday")).toBe(
    'messages.send {"conversationId":"<Chat with Bob>","content":"Drinks on Friday"}',
  );
});

test("'him' is the other person of the conversation that was shown", async () => {
  const text = await shown("messages.send", { person: "him", text: "yes" }, "tell him yes", [
    "Chat with Bob",
  ]);
  expect(text).toContain('"conversationId":"<Chat with Bob>"');
});
