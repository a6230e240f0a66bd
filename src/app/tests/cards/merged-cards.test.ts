import { expect, test } from "vitest";
import "../../slices.ts";
import { contactCards } from "#features/contacts/contact-cards.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { cardAccounts } from "#features/integrations/card-accounts.ts";
import { addressBookServer } from "#platform/testing/servers/address-book-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { contactsOf } from "./factory.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const app = await testDatabase(async () => ({ jobs }));
const PHOTO = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

const card = (version: string, ...lines: string[]) =>
  ["BEGIN:VCARD", `VERSION:${version}`, ...lines, "END:VCARD", ""].join("\r\n");

async function person() {
  const ada = app.as(await app.aUser({ fullName: "Ada" }));
  const { list, find } = contactsOf(ada);
  const idOf = async (name: string) => (await find(name)).id;
  const imported = async (name: string, text: string) => {
    await ada.invoke(contactCards.import, { text });
    return idOf(name);
  };
  const exported = async (id: string) =>
    ((await ada.invoke(contactCards.export, { ids: [id] })) as { text: string }).text
      .replaceAll("\r\n ", "")
      .split("\r\n");
  return { ada, list, idOf, imported, exported };
}

test("a merge adds what only the other card has, in the version of the first, and can be undone", async () => {
  const { ada, list, imported, exported } = await person();
  const FIRST = card("3.0", "UID:a", "FN:Clara Voss", "N:Voss;Clara;;;", "BDAY:1979-11-02", "item1.X-A:1");
  const first = await imported("Clara Voss", FIRST);
  const second = await imported(
    "C. Voss",
    card(
      ...["4.0", "UID:b", "FN:C. Voss", "BDAY:1980-01-01", "item1.ADR:;;Kai 3;Hamburg;;20457;Germany"],
      ...["item1.X-ABLABEL:Boat", `PHOTO:data:image/gif;base64,${PHOTO}`, "X-SPOUSE;X-BY=Ada:Theo"],
    ),
  );
  await ada.invoke(contacts.merge, { id: first, ids: [second] });
  const [, , ...lines] = FIRST.split("\r\n").slice(0, -2);
  expect(await exported(first)).toEqual([
    ...["BEGIN:VCARD", "VERSION:3.0", ...lines, "item2.ADR:;;Kai 3;Hamburg;;20457;Germany"],
    ...["item2.X-ABLABEL:Boat", `PHOTO;ENCODING=b;TYPE=GIF:${PHOTO}`, "X-SPOUSE;X-BY=Ada:Theo"],
    ...["END:VCARD", ""],
  ]);
  expect((await list())[0]?.photo).toMatch(/^[0-9a-f]{16}$/);
  await undoLastAction(app, ada, contacts);
  expect(await exported(first)).toEqual(FIRST.split("\r\n"));
  expect((await list()).find(({ id }) => id === first)?.photo).toBe(null);
  expect(await exported(second)).toEqual(expect.arrayContaining(["FN:C. Voss", "BDAY:1980-01-01"]));
});

test("a contact without a card takes over the other's, on its server as well", async () => {
  const server = await addressBookServer(["people"]);
  await server.put("people/clara", "UID:c", "FN:Clara Voss", "N:Voss;Clara;;;", "X-PET:Cat");
  await server.put("people/voss", "UID:v", "FN:C. Voss", "N:Voss;C.;;;", "BDAY:1979-11-02");
  const { ada, idOf } = await person();
  const { id } = (await ada.invoke(cardAccounts.connect, { name: "Office", ...server.signIn })) as {
    id: string;
  };
  const { id: first } = (await ada.invoke(contacts.create, { contactName: "Clara" })) as { id: string };
  await ada.invoke(contacts.merge, { id: first, ids: [await idOf("Clara Voss"), await idOf("C. Voss")] });
  await ada.invoke(cardAccounts.sync, { id });
  expect(await server.list("people")).toEqual(["people/clara"]);
  expect(await server.read("people/clara")).toEqual(
    expect.arrayContaining(["FN:Clara", "X-PET:Cat", "BDAY:1979-11-02"]),
  );
});
