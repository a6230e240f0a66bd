import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { contacts } from "./contacts.ts";
import { mergeStoredCards, unmergeStoredCards } from "./merge-stored-cards.ts";
import type { ContactOnWire } from "./model.ts";
import { contactCards } from "./tables.ts";

const { aUser, as } = await testDatabase();
let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
});

type NewCard = Partial<typeof contactCards.$inferInsert>;
const SERVER = randomUUID();
const picture = (letter: string) => ({
  ...{ photo: Buffer.from(letter), photoType: `image/${letter}`, photoDigest: letter },
});

/** The contacts of these cards; null is one without a card. */
const contactsWith = async (...cards: (NewCard | null)[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const [index, card] of cards.entries()) {
    const contactName = `Contact ${index}`;
    const { id } = (await ada.invoke(contacts.create, { contactName })) as ContactOnWire;
    const row = { userId: ada.userId, contactId: id, text: contactName, ...card };
    if (card) await ada.run(({ db }) => db.insert(contactCards).values(row));
    ids.push(id);
  }
  return ids;
};
const cards = () =>
  ada.run(({ db }) =>
    db.select().from(contactCards).where(eq(contactCards.userId, ada.userId)).orderBy(asc(contactCards.text)),
  );
const merge = (id = "", ...others: string[]) => ada.run((context) => mergeStoredCards(context, id, others));
const unmerge = (id = "", ...others: string[]) =>
  ada.run((context) => unmergeStoredCards(context, id, others));

test("the first contact's card stays, gets what the others' have, and is sent to their server if it is on none", async () => {
  const [first, second, third] = await contactsWith({}, {}, { accountId: SERVER });
  const before = await cards();
  await merge(first, second ?? "", third ?? "");
  const added = [
    { from: second, text: "Contact 1" },
    { from: third, text: "Contact 2" },
  ];
  expect(await cards()).toEqual([{ ...before[0], accountId: SERVER, added }, before[1], before[2]]);
  await unmerge(first, second ?? "");
  expect((await cards())[0]).toMatchObject({ contactId: first, added: [added[1]] });
});

test("a card that is on a server stays on that one", async () => {
  const [first, second] = await contactsWith({ accountId: SERVER, href: "/a" }, { accountId: randomUUID() });
  await merge(first, second ?? "");
  expect((await cards())[0]).toMatchObject({ accountId: SERVER, href: "/a", mergedFrom: null });
});

test("a contact without a card takes over one of a server rather than of a file, until that is undone", async () => {
  const [first, second, third] = await contactsWith(null, {}, { accountId: SERVER });
  const before = await cards();
  await merge(first, second ?? "", third ?? "");
  const added = [{ from: second, text: "Contact 1" }];
  expect(await cards()).toEqual([before[0], { ...before[1], contactId: first, mergedFrom: third, added }]);
  await unmerge(first, second ?? "", third ?? "");
  expect(await cards()).toEqual(before);
});

test("of two cards of files it takes over the first, also after an undo of the other", async () => {
  const [first, second, third] = await contactsWith(null, {}, {});
  await merge(first, second ?? "", third ?? "");
  expect(await cards()).toMatchObject([
    { contactId: first, mergedFrom: second, added: [{ from: third }] },
    { contactId: third, mergedFrom: null },
  ]);
  await unmerge(first, third ?? "");
  expect((await cards())[0]).toMatchObject({ contactId: first, mergedFrom: second, added: [] });
});

test("contacts without cards have none afterwards, and a merge of others changes no card", async () => {
  const [first, second, other] = await contactsWith(null, null, {});
  const before = await cards();
  await merge(first, second ?? "");
  await unmerge(first, second ?? "");
  expect(await cards()).toEqual(before);
  expect(before).toMatchObject([{ contactId: other }]);
});

test("a card without a picture has the first of the others, until that is undone", async () => {
  const [first, second, third] = await contactsWith({}, {}, picture("b"));
  const before = await cards();
  await merge(first, second ?? "", third ?? "");
  expect((await cards())[0]).toMatchObject({ ...picture("b"), contactId: first });
  await unmerge(first, second ?? "", third ?? "");
  expect(await cards()).toEqual(before);
});

test("a card with a picture has its own after a merge and after its undo", async () => {
  const [first, second] = await contactsWith(picture("a"), picture("b"));
  const before = await cards();
  await merge(first, second ?? "");
  expect((await cards())[0]).toMatchObject(picture("a"));
  await unmerge(first, second ?? "");
  expect(await cards()).toEqual(before);
});
