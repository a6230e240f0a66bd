import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Roles } from "../act.ts";
import { aPeopleWorld } from "../people/people-world.factory.ts";

const shown = await aPeopleWorld(await testDatabase());

type Case = readonly [sentence: string, frame: string, roles: Roles, expected: readonly string[]];

const CHANGES: readonly Case[] = [
  [
    "Ingrid's new number is +47 99 888 777",
    "contacts.change",
    { person: "Ingrid", phone: "+47 99 888 777" },
    ['contacts.update {"id":"<Ingrid Solberg>"', '"contactPhone":"+47 99 888 777"'],
  ],
  [
    "our lawyer writes from m.feld@feld.test now",
    "contacts.change",
    { person: "our lawyer", address: "m.feld@feld.test" },
    ['"id":"<Marcus Feld>"', '"contactEmail":"m.feld@feld.test"'],
  ],
  [
    "Louise is Louise Harper now, change the name",
    "contacts.change",
    { person: "Louise" },
    ['"id":"<Louise Grant>"', '"contactName":"Louise Harper"'],
  ],
  [
    "Ingrid has a new number",
    "contacts.change",
    { person: "Ingrid" },
    ["asks: What is new about Ingrid Solberg"],
  ],
  [
    "dig out a number for Ingrid Solberg",
    "contacts.change",
    { person: "Ingrid Solberg" },
    ["The number of Ingrid Solberg is +47 22 123 456."],
  ],
  [
    "Maria has the number 0660 555 0777 now",
    "contacts.change",
    { person: "Maria", phone: "0660 555 0777" },
    ["asks: Who is meant", "[contact Maria Lopez]", "[contact Maria Weiss]"],
  ],
  [
    "Ingrid works for Maersk now",
    "contacts.change",
    { person: "Ingrid", organization: "Maersk" },
    ["I cannot change where a contact works"],
  ],
  [
    "new contact paul weber, +43 1 555 0444",
    "contacts.create",
    { person: "paul weber", phone: "+43 1 555 0444" },
    ['contacts.create {"contactName":"Paul Weber","contactPhone":"+43 1 555 0444"}'],
  ],
  ["add a new contact", "contacts.create", { person: "a new contact" }, ["asks: What is the name"]],
  [
    "add Inga, ingrid@nordlys.test",
    "contacts.create",
    { person: "Inga", address: "ingrid@nordlys.test" },
    ["Ingrid Solberg is already one of your contacts."],
  ],
  [
    "both Marias can go",
    "contacts.delete",
    { person: "both Marias" },
    ['contacts.delete {"id":"<Maria Lopez>"}', 'contacts.delete {"id":"<Maria Weiss>"}'],
  ],
  ["delete maria", "contacts.delete", { person: "maria" }, ["asks: Who is meant"]],
  [
    "make Louise and Marcus favourites",
    "contacts.favorite",
    { person: "Louise and Marcus" },
    ['"id":"<Louise Grant>","version":1,"isFavorite":true', '"id":"<Marcus Feld>"'],
  ],
  [
    "star ingrid",
    "contacts.favorite",
    { person: "ingrid" },
    ["Ingrid Solberg is already among your favorites."],
  ],
  ["unstar Ingrid", "contacts.unfavorite", { person: "Ingrid" }, ['"isFavorite":false']],
  [
    "Philippa is no favourite any more",
    "contacts.unfavorite",
    { person: "Philippa" },
    ["asks: None of your contacts"],
  ],
];

test.each(CHANGES)("'%s'", async (sentence, frame, roles, expected) => {
  const text = await shown(frame, roles, sentence);
  for (const piece of expected) expect(text).toContain(piece);
});

const QUESTIONS: readonly Case[] = [
  ["Solberg's phone?", "contacts.detail", { person: "Solberg", field: "phone" }, ["is +47 22 123 456."]],
  [
    "my doctor's number",
    "contacts.detail",
    { person: "my doctor", field: "number" },
    ["Helen Koch is +43 1 555 0199"],
  ],
  ["email at the bank", "contacts.detail", { person: "the bank", field: "email" }, ["louise@grantbank.test"]],
  [
    "who is the lawyer",
    "contacts.detail",
    { person: "the lawyer" },
    ["Marcus Feld: lawyer, marcus@feld.test."],
  ],
  ["who is at Nordlys", "contacts.detail", { person: "my contact at Nordlys" }, ["[contact Ingrid Solberg]"]],
  ["Bob's mail address", "contacts.detail", { person: "Bob", field: "mail address" }, ["bob@aldermoor.test"]],
  ["mail of Ingird", "contacts.detail", { person: "Ingird", field: "mail" }, ["ingrid@nordlys.test"]],
  [
    "Helen's email",
    "contacts.detail",
    { person: "Helen", field: "email" },
    ["I have no email address of Helen Koch."],
  ],
  ["Maria's mails", "contacts.detail", { person: "Maria", field: "mail" }, ["maria.lopez@", "maria.weiss@"]],
  [
    "Bob Gonzalez's number",
    "contacts.detail",
    { person: "Bob Gonzalez" },
    ["asks: I know nobody called 'Bob Gonzalez'"],
  ],
  ["my favourite contacts", "contacts.list", {}, ["1 favorite contact", "[contact Ingrid Solberg]"]],
  [
    "everyone called maria",
    "contacts.list",
    { topic: "everyone called maria" },
    ["Maria Lopez and Maria Weiss"],
  ],
  ["anybody in Batumi", "contacts.list", { topic: "Batumi" }, ["No, I know nobody"]],
  ["my contacts", "contacts.list", {}, ["You have 6 contacts."]],
];

test.each(QUESTIONS)("'%s'", async (sentence, frame, roles, expected) => {
  const text = await shown(frame, roles, sentence);
  for (const piece of expected) expect(text).toContain(piece);
});

test("'the second' is the one of two who was shown second", async () => {
  const previous = ["Maria Lopez", "Maria Weiss"];
  const text = await shown(
    "contacts.delete",
    { person: "Maria", item: "the second" },
    "the second",
    previous,
  );
  expect(text).toBe('contacts.delete {"id":"<Maria Weiss>"}');
});

test("'her' is the person who was shown", async () => {
  const text = await shown("contacts.favorite", {}, "Make her a favourite", ["Louise Grant"]);
  expect(text).toContain('"id":"<Louise Grant>"');
  expect(await shown("contacts.favorite", { person: "her" }, "Make her a favourite")).toContain("asks:");
});
