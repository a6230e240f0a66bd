import { expect, test } from "vitest";
import "../../slices.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { cardAccounts } from "#features/integrations/card-accounts.ts";
import { addressBookServer } from "#platform/testing/servers/address-book-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { connectedAda } from "./factory.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const app = await testDatabase(async () => ({ jobs }));
const server = await addressBookServer(["people", "team"]);

/** A card of another client with what Adjutant has no field for. */
const RICH = [
  "UID:rich-1",
  "FN:Dr. Clara Voss",
  "N:Voss;Clara;Maria;Dr.;",
  "EMAIL;TYPE=WORK;X-ORDER=2:clara@example.com",
  "item1.TEL:+49 40 1234",
  "item1.X-ABLABEL:Boat",
  "ADR;TYPE=HOME:;;Kai 3;Hamburg;;20457;Germany",
  "BDAY:1979-11-02",
  "CATEGORIES:Friends,Sailing",
  "IMPP;X-SERVICE-TYPE=Matrix:matrix:@clara:example.com",
  "PHOTO;ENCODING=b;TYPE=GIF:R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  "X-SPOUSE;X-BY=Ada:Theo",
];

async function connected() {
  for (const book of ["people", "team"])
    for (const path of await server.list(book)) await server.remove(path);
  return connectedAda(app, server);
}

test("what another client creates, changes and deletes appears here", async () => {
  const { sync, list, find } = await connected();
  await server.put("people/clara", ...RICH);
  await server.put("team/dora", "UID:dora", "FN:Dora Lind", "N:Lind;Dora;;;", "EMAIL:dora@example.com");
  expect(await sync()).toBe(2);
  expect(await find("Dr. Clara Voss")).toMatchObject({
    ...{ contactEmail: "clara@example.com", contactPhone: "+49 40 1234", cardState: "synced" },
    ...{ isConfirmed: true, photo: expect.stringMatching(/^[0-9a-f]{16}$/) },
  });
  expect(await sync()).toBe(0);
  await server.put("team/dora", "UID:dora", "FN:Dora Lindt", "N:Lindt;Dora;;;", "TEL:+49 30 99");
  await server.remove("people/clara");
  expect(await sync()).toBe(2);
  expect(await list()).toMatchObject([
    { contactName: "Dora Lindt", contactEmail: null, contactPhone: "+49 30 99" },
  ]);
});

test("a change here is written into the card as another client made it; all else in it stays", async () => {
  const { sync, change, find } = await connected();
  await server.put("people/clara", ...RICH);
  await sync();
  const before = (await server.read("people/clara")) ?? [];
  expect(before).toEqual(expect.arrayContaining(["X-SPOUSE;X-BY=Ada:Theo", "item1.X-ABLABEL:Boat"]));
  await change("Dr. Clara Voss", { contactPhone: "+49 40 5678" });
  expect(await find("Dr. Clara Voss")).toMatchObject({ cardState: "pending" });
  await sync();
  expect(await find("Dr. Clara Voss")).toMatchObject({ cardState: "synced" });
  // The label of the group belongs to the number that is gone.
  const wanted = before.filter((line) => !line.startsWith("item1."));
  expect(await server.read("people/clara")).toEqual([...wanted, "TEL:+49 40 5678"].toSorted());
  expect(await sync()).toBe(0);
});

test("a contact deleted here is deleted on the server, and restored there with all that its card had", async () => {
  const { ada, sync, find, list } = await connected();
  await server.put("people/clara", ...RICH);
  await sync();
  const before = await server.read("people/clara");
  const { id } = await find("Dr. Clara Voss");
  await ada.invoke(contacts.delete, { id });
  await sync();
  expect(await server.list("people")).toEqual([]);
  expect(await sync()).toBe(0);
  await ada.invoke(contacts.restore, { id });
  await sync();
  expect(await server.read("people/clara")).toEqual(before);
  expect(await list()).toHaveLength(1);
  expect(await find("Dr. Clara Voss")).toMatchObject({ cardState: "synced" });
});

test("new contacts are saved in the chosen address book, and only those", async () => {
  const { ada, id, sync, list, account } = await connected();
  await ada.invoke(contacts.create, { contactName: "Only Here" });
  const { books } = (await account()) ?? { books: [] };
  expect(books).toMatchObject([
    { name: "people", isReadOnly: false },
    { name: "team", isReadOnly: false },
  ]);
  await ada.invoke(cardAccounts.update, { id, newContactsBook: books[1]?.url });
  await ada.invoke(contacts.create, { contactName: "Emil Kant", contactEmail: "emil@example.com" });
  await sync();
  const [path, ...others] = await server.list("team");
  expect(others).toEqual([]);
  expect(await server.read(path ?? "")).toEqual(
    expect.arrayContaining(["EMAIL:emil@example.com", "FN:Emil Kant", "N:Kant;Emil;;;"]),
  );
  expect(await server.list("people")).toEqual([]);
  expect(await sync()).toBe(0);
  expect(await list()).toHaveLength(2);
  await expect(
    ada.invoke(cardAccounts.update, { id, newContactsBook: "https://elsewhere.example/" }),
  ).rejects.toMatchObject({ code: "invalid" });
});

test("an address with signs that are written in two ways is one card", async () => {
  const { sync, change, list } = await connected();
  await server.put("people/clara%40example%2B1%20x", ...RICH);
  await sync();
  await change("Dr. Clara Voss", { contactPhone: "+49 40 5678" });
  await sync();
  expect(await server.list("people")).toHaveLength(1);
  expect(await server.read("people/clara@example+1%20x")).toContain("TEL:+49 40 5678");
  expect(await list()).toHaveLength(1);
});

test("a card that moves to another address book stays the same contact", async () => {
  const { sync, find } = await connected();
  await server.put("people/clara", ...RICH);
  await sync();
  const { id } = await find("Dr. Clara Voss");
  await server.remove("people/clara");
  await server.put("team/clara", ...RICH);
  await sync();
  expect(await find("Dr. Clara Voss")).toMatchObject({ id, cardState: "synced" });
});

test("a contact that was here is completed by its card and completes it; nothing is replaced", async () => {
  const { ada, sync, find } = await connected();
  const mine = { contactName: "My Clara", contactEmail: "clara@example.com", contactPhone: "+1 555 1" };
  await ada.invoke(contacts.create, mine);
  await server.put(
    "people/clara",
    "UID:c",
    "FN:Clara Voss",
    "N:Voss;Clara;;;",
    "EMAIL:clara@example.com",
    "ORG:Oak",
  );
  await server.put("people/theo", "UID:t", "FN:Theo Voss", "N:Voss;Theo;;;", "EMAIL:clara@example.com");
  await sync();
  expect(await find("My Clara")).toMatchObject({ organization: "Oak", contactPhone: "+1 555 1" });
  expect(await find("Theo Voss")).toMatchObject({ contactEmail: "clara@example.com", contactPhone: null });
  expect(await server.read("people/clara")).toEqual(
    expect.arrayContaining(["FN:Clara Voss", "ORG:Oak", "TEL:+1 555 1"]),
  );
});

test("a server that is down is a state; changes wait for it", async () => {
  const { ada, id, sync, change, find, account } = await connected();
  await server.put("people/clara", ...RICH);
  await sync();
  await server.stop();
  await change("Dr. Clara Voss", { contactName: "Clara Kant" });
  expect(await ada.invoke(cardAccounts.sync, { id })).toMatchObject({ error: expect.any(String) });
  expect(await account()).toMatchObject({ state: "unreachable", lastError: expect.any(String) });
  expect(await find("Clara Kant")).toMatchObject({ cardState: "pending" });
  await server.start();
  await sync();
  expect(await account()).toMatchObject({ state: "ok", lastError: null });
  expect(await server.read("people/clara")).toEqual(
    expect.arrayContaining(["FN:Clara Kant", "N:Kant;Clara;;Dr.;", "BDAY:1979-11-02"]),
  );
});

test("after a disconnect the contacts stay here, and on the server", async () => {
  const { ada, id, sync, list } = await connected();
  await server.put("people/clara", ...RICH);
  await sync();
  await ada.invoke(cardAccounts.delete, { id });
  expect(await list()).toMatchObject([{ contactName: "Dr. Clara Voss", cardState: "synced" }]);
  expect(await server.list("people")).toEqual(["people/clara"]);
});
