import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Roles } from "../act.ts";
import { aPeopleWorld } from "../people/people-world.factory.ts";

const shown = await aPeopleWorld(await testDatabase());

const CASES: readonly (readonly [string, string, Roles, readonly string[]])[] = [
  [
    "When did I last hear from Ingrid?",
    "contacts.last",
    { person: "Ingrid" },
    ["Ingrid Solberg last wrote on", "'Offer for phase two'", "[email Offer for phase two]"],
  ],
  [
    "when did I last meet Ingrid",
    "contacts.last",
    { person: "Ingrid" },
    ["Not that I can see. Ingrid Solberg last wrote"],
  ],
  ["what did Bob last write", "contacts.last", { person: "Bob" }, ["'Can you see the hiring plan today?'"]],
  [
    "when did I last see Helen",
    "contacts.last",
    { person: "Helen" },
    ["No, I found nothing between you and Helen Koch."],
  ],
  [
    "anything open with Marcus",
    "contacts.last",
    { person: "Marcus" },
    ["I found nothing between you and Marcus Feld.", "Marcus Feld promised: send the contract."],
  ],
  [
    "any loose ends with Bob",
    "contacts.last",
    { person: "Bob" },
    ["Bob Carter last wrote on", "Nothing is open"],
  ],
  ["who is online", "people.online", {}, ["No, nobody else is online now."]],
  ["is Bob here", "people.online", { person: "Bob" }, ["No, Bob Carter is not online now."]],
  [
    "is anyone of Leadership here",
    "people.online",
    { person: "anyone of Leadership" },
    ["No, none of them is online"],
  ],
  ["any missed calls", "calls.missed", {}, ["No, you missed no calls"]],
  [
    "ring Helen",
    "calls.start",
    { person: "Helen" },
    ["I cannot call for you. The number of Helen Koch is +43 1 555 0199."],
  ],
  [
    "call Bob",
    "calls.start",
    { person: "Bob" },
    ["Open the conversation with Bob Carter", "[conversation Bob Carter]"],
  ],
  ["call Marcus", "calls.start", { person: "Marcus" }, ["I have no phone number of Marcus Feld."]],
  [
    "call Helen tomorrow at 3pm",
    "calls.start",
    { person: "Helen", when: "tomorrow at 3pm" },
    ['notifications.create {"title":"Call Helen Koch","scheduledFor":"', 'T15:00:00.000Z"}'],
  ],
  [
    "call Gunther",
    "calls.start",
    { person: "Gunther" },
    ["I cannot call for you. I know nobody called 'Gunther'."],
  ],
];

test.each(CASES)("'%s'", async (sentence, frame, roles, expected) => {
  const text = await shown(frame, roles, sentence);
  for (const piece of expected) expect(text).toContain(piece);
});
