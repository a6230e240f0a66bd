import { afterAll, beforeEach, expect, test } from "vitest";
import { withoutRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { aJpeg } from "#platform/testing/pictures.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { contactCards } from "./contact-cards.ts";
import { contacts } from "./contacts.ts";
import type { ContactOnWire } from "./model.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;
afterAll(() => server.services.workers.close());

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  bob = as(await aUser({ fullName: "Bob Carter" }));
});

const card = (...lines: string[]) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");
const CLARA = card(
  "VERSION:4.0",
  "UID:urn:uuid:clara",
  "FN:Clara Voss",
  "N:Voss;Clara;;;",
  "PHOTO:data:image/jpeg;base64,AAAA",
  "item1.EMAIL;TYPE=work:clara@aldermoor.example",
  "EMAIL:clara@home.example",
  "TEL;VALUE=uri:tel:+43-1-234567",
  "ORG:Voss\\, Lind & Co;Legal",
  "NOTE:Prefers mornings\\nNo calls",
);
const DAN = card(
  "VERSION:3.0",
  "N:Diaz;Dan;;;",
  "FN:Dan Diaz",
  "TEL;TYPE=cell:+43 664 111",
  "EMAIL:dan@aldermoor.example",
);
const BROKEN = card("VERSION:4.0", "UID:nobody");

type Imported = { added: number; updated: number; existing: number; unreadable: object[]; ids: string[] };
const importing = (person: Person, text: string) =>
  person.invoke(contactCards.import, { text }) as Promise<Imported>;
const all = async (person: Person) =>
  ((await person.invoke(contacts.list)) as { items: ContactOnWire[] }).items;
const add = (person: Person, contactName: string, more: object = {}) =>
  person.invoke(contacts.create, { contactName, ...more }) as Promise<ContactOnWire>;

test("I6: vCards of both versions are imported; an unreadable one is reported with its line", async () => {
  expect(await importing(ada, CLARA + BROKEN + DAN)).toMatchObject({
    ...{ added: 2, existing: 0 },
    unreadable: [{ line: 13, name: "", reason: "The card is empty" }],
  });
  expect(await all(ada)).toMatchObject([
    {
      contactName: "Clara Voss",
      contactEmail: "clara@aldermoor.example",
      otherEmails: ["clara@home.example"],
      contactPhone: "+43-1-234567",
      organization: "Voss, Lind & Co, Legal",
      note: "Prefers mornings\nNo calls",
      relationship: "colleague",
    },
    { contactName: "Dan Diaz", contactPhone: "+43 664 111" },
  ]);
  expect(await all(bob)).toEqual([]);
  await undoLastAction(server, ada, contactCards);
  expect(await all(ada)).toEqual([]);
});

test("I6: importing the same cards again adds nobody; missing values are added and none is overwritten", async () => {
  await add(ada, "Clara V.", { contactEmail: "CLARA@home.example", contactPhone: "+1 555" });
  expect(await importing(ada, CLARA + CLARA)).toMatchObject({ added: 0, updated: 1 });
  expect(await importing(ada, CLARA)).toMatchObject({ added: 0, updated: 0, existing: 1 });
  expect(await all(ada)).toMatchObject([
    {
      contactName: "Clara V.",
      contactEmail: "CLARA@home.example",
      contactPhone: "+1 555",
      otherPhones: ["+43-1-234567"],
    },
  ]);
});

test.each([
  ["the card's own id", (id: string) => ["UID:urn:uuid:clara", `NOTE:${id}`]],
  ["an address", (id: string) => ["EMAIL:clara@home.example", `NOTE:${id}`]],
  ["the id that Adjutant gave it", (id: string) => [`UID:urn:uuid:${id}`]],
])(
  "I6: a card that another user has, matched by %s, is added as new, even without row-level security",
  async (_name, lines) => {
    await importing(bob, CLARA);
    const [known] = await all(bob);
    await withoutRowLevelSecurity(owner, async () => {
      const text = card("VERSION:4.0", "FN:Clara Voss", ...lines(known?.id ?? ""));
      expect(await importing(ada, text)).toMatchObject({ added: 1, updated: 0, existing: 0 });
    });
    expect(await all(bob)).toEqual([known]);
  },
);

test("an import is undone as one: new contacts go, completed ones are as before", async () => {
  const known = await add(ada, "Clara V.", { contactEmail: "clara@home.example" });
  await importing(ada, CLARA + DAN);
  await undoLastAction(server, ada, contactCards);
  expect(await all(ada)).toMatchObject([
    {
      ...{ id: known.id, contactName: "Clara V.", contactEmail: "clara@home.example" },
      ...{ otherEmails: [], contactPhone: null, organization: null, note: null },
    },
  ]);
});

test("undoing an import leaves a contact that was changed since as it is", async () => {
  await add(ada, "Clara V.", { contactEmail: "clara@home.example" });
  const { ids, changed } = (await importing(ada, CLARA)) as Imported & { changed: object[] };
  const [clara] = await all(ada);
  await ada.invoke(contacts.update, { id: clara?.id, version: clara?.version, contactPhone: "+43 9" });
  expect(await ada.invoke(contactCards.undoImport, { ids, changed })).toEqual({ removed: 0, restored: 0 });
  expect(await all(ada)).toMatchObject([{ contactPhone: "+43 9", organization: "Voss, Lind & Co, Legal" }]);
});

test("an export has every property of the imported card, and the changes since", async () => {
  await importing(ada, CLARA);
  const [clara] = await all(ada);
  const exported = async (version: string | null) =>
    ((await ada.invoke(contactCards.export, { version })) as { text: string }).text;
  expect(await exported(null)).toBe(CLARA);
  await ada.invoke(contacts.update, { id: clara?.id, version: clara?.version, contactName: "Clara Lind" });
  expect(await exported(null)).toBe(
    CLARA.replace("FN:Clara Voss", "FN:Clara Lind").replace("N:Voss;Clara", "N:Lind;Clara"),
  );
  expect(await exported("3.0")).toContain("PHOTO;ENCODING=b;TYPE=JPEG:AAAA\r\n");
});

test("the picture of a card belongs to its contact, and to nobody else's", async () => {
  const photo = aJpeg({ width: 8, height: 8 }).toString("base64");
  await importing(ada, card("VERSION:4.0", "FN:Clara Voss", `PHOTO:data:image/jpeg;base64,${photo}`));
  await importing(bob, CLARA);
  expect(await all(ada)).toMatchObject([{ photo: expect.stringMatching(/^[0-9a-f]{16}$/) }]);
  expect(await all(bob)).toMatchObject([{ photo: null }]);
});

test("I6: exported contacts are the same after import", async () => {
  await importing(ada, CLARA + DAN);
  await add(ada, "Žofia; Nováková, 'the second' with a name that is longer than one line of a card may be");
  for (const version of ["4.0", "3.0"]) {
    const carl = as(await aUser());
    const { text, fileName, count } = (await ada.invoke(contactCards.export, { version })) as {
      text: string;
      fileName: string;
      count: number;
    };
    expect([fileName, count]).toEqual(["contacts.vcf", 3]);
    expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    await importing(carl, text);
    const facts = ({
      contactName,
      contactEmail,
      otherEmails,
      contactPhone,
      organization,
      note,
    }: ContactOnWire) => ({
      contactName,
      contactEmail,
      otherEmails,
      contactPhone,
      organization,
      note,
    });
    expect((await all(carl)).map(facts)).toEqual((await all(ada)).map(facts));
  }
});

test("D19: a file without vCards, or with broken ones only, is rejected with a clear message", async () => {
  for (const [text, words] of [
    ["Hello", "This file contains no vCards"],
    [BROKEN, "No contact in this file can be read. The first one starts in line 1"],
  ] as const)
    await expect(importing(ada, text)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining(words),
    });
});

test("M7: duplicates are suggested by address, number and name; a merge can be undone", async () => {
  const clara = await add(ada, "Clara Voss", { contactEmail: "clara@aldermoor.example" });
  const again = await add(ada, "C. Voss", {
    contactEmail: "Clara@Aldermoor.example",
    contactPhone: "+43 1 2345678",
  });
  const third = await add(ada, "Voss office", { contactPhone: "0043-1-2345678", isFavorite: true });
  await add(ada, "Dan Diaz");
  await add(bob, "Clara Voss", { contactEmail: "clara@aldermoor.example" });
  const groups = async () =>
    (
      (await ada.invoke(contacts.duplicates)) as { groups: { reason: string; contacts: { id: string }[] }[] }
    ).groups.map((group) => [group.reason, group.contacts.map(({ id }) => id)]);
  // The oldest first, also after a change: a merge suggests the first one to stay.
  for (const { id } of [again, clara])
    await ada.invoke(contacts.update, { id, version: 1, relationship: "client" });
  expect(await groups()).toEqual([
    ["email", [clara.id, again.id]],
    ["phone", [again.id, third.id]],
  ]);
  expect(await ada.invoke(contacts.merge, { id: clara.id, ids: [again.id, third.id] })).toMatchObject({
    contactName: "Clara Voss",
    contactEmail: "clara@aldermoor.example",
    contactPhone: "+43 1 2345678",
    isFavorite: true,
  });
  expect(await all(ada)).toHaveLength(2);
  await undoLastAction(server, ada, contacts);
  expect(await all(ada)).toHaveLength(4);
  expect(await ada.invoke(contacts.get, { id: clara.id })).toMatchObject({
    contactPhone: null,
    isFavorite: false,
  });
  const untouched = (await all(ada)).find(({ contactName }) => contactName === "Dan Diaz");
  expect(untouched).toMatchObject({ contactEmail: null, contactPhone: null, version: 1 });
  const [foreign] = await all(bob);
  await expect(ada.invoke(contacts.merge, { id: clara.id, ids: [foreign?.id] })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("M7: a merge retains every address and number of the contacts, each only once", async () => {
  const first = await add(ada, "Clara Voss", {
    contactEmail: "clara@aldermoor.example",
    contactPhone: "+43 1 111",
  });
  const second = await add(ada, "C. Voss", {
    contactEmail: "c.voss@aldermoor.example",
    contactPhone: "+43 1 222",
  });
  const know = (id: string, addresses: string[], numbers: string[]) =>
    owner.query("update contacts set other_emails = $2, other_phones = $3 where id = $1", [
      id,
      addresses,
      numbers,
    ]);
  await know(first.id, ["clara@home.example"], []);
  await know(second.id, ["Clara@Home.example", "voss@old.example"], ["+43 1 111", "+43 1 333"]);
  expect(await ada.invoke(contacts.merge, { id: first.id, ids: [second.id] })).toMatchObject({
    contactEmail: "clara@aldermoor.example",
    otherEmails: ["clara@home.example", "c.voss@aldermoor.example", "voss@old.example"],
    contactPhone: "+43 1 111",
    otherPhones: ["+43 1 222", "+43 1 333"],
  });
});

test("I6: merging a contact with itself and another moves only the other to the trash", async () => {
  const clara = await add(ada, "Clara Voss");
  const double = await add(ada, "C. Voss", { contactPhone: "+43 1" });
  await ada.invoke(contacts.merge, { id: clara.id, ids: [clara.id, double.id] });
  expect(await all(ada)).toMatchObject([{ contactName: "Clara Voss", contactPhone: "+43 1" }]);
});

test("an import that adds nothing has nothing to undo", async () => {
  await importing(ada, DAN);
  expect(await importing(ada, DAN)).toMatchObject({ added: 0, updated: 0, existing: 1 });
  const { rows } = await owner.query(
    "select undo from audit_log where user_id = $1 and capability = 'contactCards.import' order by at desc limit 1",
    [ada.userId],
  );
  expect(rows).toEqual([{ undo: null }]);
});
