import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { contacts } from "./contacts.ts";
import type { ContactOnWire } from "./model.ts";

const { aUser, as } = await testDatabase();

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
});

type Page = { items: ContactOnWire[]; nextCursor: string | null };

const create = async (contactName: string, fields: object = {}) =>
  (await ada.invoke(contacts.create, { contactName, ...fields })) as ContactOnWire;
const names = async (input: object = {}, person = ada) =>
  ((await person.invoke(contacts.list, input)) as Page).items.map(({ contactName }) => contactName);

test("DATA-20, COMM-28, COMM-38: a contact has the specified fields and is a colleague by default", async () => {
  const clara = await create("Clara Voss", {
    contactEmail: " clara@lattice.example ",
    contactPhone: "+43 1 234",
  });
  expect(clara).toMatchObject({
    userId: ada.userId,
    contactName: "Clara Voss",
    contactEmail: "clara@lattice.example",
    contactPhone: "+43 1 234",
    contactAvatar: null,
    relationship: "colleague",
    isFavorite: false,
    lastContactedAt: null,
  });
  await ada.invoke(contacts.delete, { id: clara.id });
  expect(await names()).toEqual([]);
});

test("COMM-19, COMM-20: only the name is required; an email address must be valid", async () => {
  await expect(create("  ")).rejects.toMatchObject({
    code: "invalid",
    details: { fields: { contactName: "Please enter a name" } },
  });
  expect(await create("Dora", { contactEmail: "", contactPhone: " " })).toMatchObject({
    contactEmail: null,
    contactPhone: null,
  });
  await expect(create("Eve", { contactEmail: "not an address" })).rejects.toMatchObject({ code: "invalid" });
});

test("contacts are listed by name in natural order, page by page", async () => {
  for (const name of ["Zoe", "émile", "Eva", "anna", "Ärger"]) await create(name);
  const first = (await ada.invoke(contacts.list, { limit: 3 })) as Page;
  const rest = (await ada.invoke(contacts.list, { limit: 3, cursor: first.nextCursor })) as Page;
  expect([...first.items, ...rest.items].map(({ contactName }) => contactName)).toEqual([
    "anna",
    "Ärger",
    "émile",
    "Eva",
    "Zoe",
  ]);
});

test("search matches name, address, number and relationship; favourites are listed separately", async () => {
  await create("Clara Voss", { contactEmail: "clara@lattice.example", relationship: "investor" });
  await create("Élodie Petit", { contactPhone: "+43 660 1234", isFavorite: true });
  expect(await names({ text: "latt" })).toEqual(["Clara Voss"]);
  expect(await names({ text: "elodie" })).toEqual(["Élodie Petit"]);
  expect(await names({ text: "660" })).toEqual(["Élodie Petit"]);
  expect(await names({ text: "invest" })).toEqual(["Clara Voss"]);
  expect(await names({ isFavorite: true })).toEqual(["Élodie Petit"]);
  const bob = as(await aUser());
  expect(await names({ text: "clara" }, bob)).toEqual([]);
});

test("a contact with the address of an account is linked to that account", async () => {
  const bob = as(await aUser({ fullName: "Bob" }));
  expect((await create("Bob", { contactEmail: bob.email.toUpperCase() })).accountId).toBe(bob.userId);
  expect((await create("Nobody", { contactEmail: "nobody@elsewhere.test" })).accountId).toBeNull();
});

test("an update needs the current version; otherwise it gets a conflict with the current contact", async () => {
  const clara = await create("Clara");
  const change = (version: number, fields: object) =>
    ada.invoke(contacts.update, { id: clara.id, version, ...fields });
  expect(await change(1, { isFavorite: true })).toMatchObject({ isFavorite: true, version: 2 });
  await expect(change(1, { contactName: "Klara" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { isFavorite: true, version: 2 } },
  });
});

test("a contact is moved to the trash and restored", async () => {
  const [clara, dora] = [await create("Clara"), await create("Dora")];
  for (const { id } of [clara, dora]) await ada.invoke(contacts.delete, { id });
  const trash = async () =>
    ((await ada.invoke(contacts.trash)) as Page).items.map(({ contactName }) => contactName);
  expect(await trash()).toEqual(["Dora", "Clara"]);
  await ada.invoke(contacts.restore, { id: clara.id });
  expect(await names()).toEqual(["Clara"]);
});

test("a contact that is gone or somebody else's is not found by a change", async () => {
  const { id, version } = await create("Clara Voss");
  const bob = as(await aUser({ fullName: "Bob" }));
  const change = { id, version, contactName: "Taken over" };
  await expect(bob.invoke(contacts.update, change)).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(contacts.delete, { id });
  await expect(ada.invoke(contacts.update, change)).rejects.toMatchObject({ code: "not_found" });
});
