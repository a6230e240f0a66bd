import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { FoundCommitment, Party, ThreadMessage } from "../model.ts";
import { figuresOf, HOSTILE_PARTS, readThread, readThreads } from "./find-commitments.factory.ts";
import { findCommitments } from "./find-commitments.ts";

const ada: Party = { key: "ada@analytics.example", name: "Ada Byron" };
const ben: Party = { key: "ben@bookshop.example", name: "Ben Okri" };
const clara: Party = { key: "clara@studio.example", name: "Clara Voss" };

/** Tuesday 3 March 2026, 10:00 in Berlin, and an hour later for each message below. */
function thread(...written: [author: Party, text: string, recipients?: Party[]][]): ThreadMessage[] {
  return written.map(([author, text, recipients], index) => ({
    id: `m${index + 1}`,
    author,
    recipients: recipients ?? [author === ada ? ben : ada],
    at: new Date(Date.UTC(2026, 2, 3, 9 + index)),
    text,
    isAutomatic: false,
  }));
}

const read = (...messages: Parameters<typeof thread>) =>
  findCommitments(thread(...messages), { keys: new Set([ada.key]), timeZone: "Europe/Berlin" });
const shown = (found: readonly FoundCommitment[]) =>
  found.map(({ kind, by, quote }) => `${kind} ${by.name.split(" ")[0]}: ${quote}`);
const fromBen = (text: string) => shown(read([ben, text]));
const dueOf = (text: string) => read([ben, text])[0]?.due?.at.toISOString().slice(0, 16);

test.for([
  "I'll send you the figures by Friday.",
  "Let me check with legal and get back to you.",
  "will call you tomorrow",
  "You'll have it on Monday.",
  "Leave it with me.",
  "On it!",
  "I owe you the slides - tonight.",
  "We deliver by 3 June.",
  "I'm going to rewire the lamp next week.",
  "Once I land I'll text you the address.",
  "The invoice will be in your inbox by noon.",
  "My colleague will send you the forms.",
  "sending it over tonight",
])("'%s' is a promise", (text) => {
  expect(fromBen(text)).toEqual([`promise Ben: ${text}`]);
});

test.for([
  "I can send it if you like.",
  "I could bring a salad.",
  "If the board agrees, I'll draft the contract.",
  "Should you need a copy, I'll send one.",
  "I'd love to help.",
  "I'll try to finish it by Friday.",
  "I won't be able to send it.",
  "I sent it yesterday.",
  "I'll be there at 5. See you on Monday!",
  "I'll think about it.",
  "We always deliver on time.",
  "Sure, I'll just clone myself.",
  'Clara said "I\'ll send it on Friday".',
  "Clara said she will send it on Friday.",
  "I hope we'll finish it one day.",
  "I'm going to Rome in June.",
  "I'll book the cabin tonight. Scrap that, it is full.",
])("'%s' is none", (text) => {
  expect(fromBen(text)).toEqual([]);
});

test.for([
  ["Could you send me the slides by Thursday?", "2026-03-05T22:59"],
  ["Please sign before noon tomorrow.", "2026-03-04T11:00"],
  ["What do you think of the draft?", undefined],
  ["Did you get my invoice?", undefined],
  ["I'd be grateful for your comments by the 14th.", "2026-03-14T22:59"],
])("'%s' is a request", ([text = "", due]) => {
  const [found] = read([ben, text]);
  expect(found).toMatchObject({ kind: "request", by: ada, to: ben });
  expect(found?.due?.at.toISOString().slice(0, 16)).toBe(due);
});

test.for([
  "How are you?",
  "Let me know if you have any questions.",
  "Shall I send it over?",
  "Please find the report attached.",
  "Looking forward to your reply.",
  "Who knows?",
])("'%s' asks nothing", (text) => {
  expect(fromBen(text)).toEqual([]);
});

test("an agreement takes what is done and the date from the request, unless it names another", () => {
  const request = "Could you send me the slides by Thursday?";
  const [agreed] = read([ben, request], [ada, "Sure, will do!"]);
  expect(agreed).toMatchObject({ kind: "promise", by: ada, to: ben, quote: "Sure, will do!" });
  expect([agreed?.what, agreed?.due?.at.toISOString()]).toEqual([
    "send me the slides",
    "2026-03-05T22:59:00.000Z",
  ]);
  const [later] = read([ben, request], [ada, "Yes, on Monday."]);
  expect(later?.due?.at.toISOString()).toBe("2026-03-09T22:59:00.000Z");
  expect(read([ben, request], [ada, "Sure, attached."])).toEqual([]);
  expect(read([ben, request], [ada, "No, Clara has them."])).toEqual([]);
});

test("what others wrote, or a program, promises nothing", () => {
  expect(fromBen("Fine.\n\nOn Monday Ada wrote:\n> I'll send it on Friday.")).toEqual([]);
  expect(fromBen("See below.\n\n---------- Forwarded message ---------\nWe will call you.")).toEqual([]);
  expect(fromBen("Done.\n\nBest regards\nBen\nWe will delete what is not for you.")).toEqual([]);
  expect(fromBen("We'll send you a discount! Unsubscribe here.")).toEqual([]);
  const [message] = thread([ben, "I'll call you tomorrow."]);
  const absent = [{ ...message, isAutomatic: true } as ThreadMessage];
  expect(findCommitments(absent, { keys: new Set([ada.key]), timeZone: "UTC" })).toEqual([]);
});

test("among several people, names and answers show to whom it is said", () => {
  const both = [ada, clara];
  expect(shown(read([ben, "Clara, I'll call you. Ada, I'll send the plan.", both]))).toEqual([
    "promise Ben: I'll send the plan.",
  ]);
  expect(read([ben, "Clara, can you book the room?", both], [clara, "Will do.", [ben, ada]])).toEqual([]);
  expect(shown(read([ben, "@Ada can you book the room?", both]))).toEqual([
    "request Ben: can you book the room?".replace("Ben", "Ada"),
  ]);
  expect(read([ben, "Could somebody book the room?", both])).toEqual([]);
});

test.for([
  ["I'll call you in 20 minutes.", "2026-03-03T09:20"],
  ["I'll send it by EOD.", "2026-03-03T22:59"],
  ["I'll send it tmrw at 3.", "2026-03-04T14:00"],
  ["I'll send it next Wednesday.", "2026-03-11T22:59"],
  ["I'll send it on Friday week.", "2026-03-13T22:59"],
  ["I'll send it within two working days.", "2026-03-05T22:59"],
  ["I'll send it by the end of March.", "2026-03-31T21:59"],
  ["I'll send it on 2 January.", "2027-01-02T22:59"],
  ["I'll send it at the weekend.", "2026-03-08T22:59"],
  ["I'll send you the notes of last Monday.", undefined],
])("'%s' is due at %s", ([text = "", due]) => {
  expect(dueOf(text)).toBe(due);
});

test("any text is read within bounds", () => {
  for (const part of HOSTILE_PARTS) {
    const found = read([ben, part.repeat(1_000_000 / part.length)]);
    expect(found.length).toBeLessThanOrEqual(12);
  }
  expect(read(...Array.from({ length: 200 }, (): [Party, string] => [ben, "I'll call you."])).length).toBe(
    30,
  );
});

test("in the annotated threads nine of ten findings are right", () => {
  const file = join(import.meta.dirname, "../../../../bench/corpora/commitments-seen.jsonl");
  const outcomes = readThreads(pathToFileURL(file)).map((thread) => readThread(thread));
  for (const kind of ["promise", "request"] as const) {
    const { precision, recall } = figuresOf(outcomes, kind);
    expect([kind, precision >= 0.92, recall >= 0.8]).toEqual([kind, true, true]);
  }
});
