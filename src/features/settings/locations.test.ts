import { expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { aLocation } from "./factory.ts";
import { purgeLocations } from "./jobs.ts";
import { locations } from "./locations.ts";
import { MAX_LOCATIONS } from "./model.ts";
import { userLocations } from "./tables.ts";

const server = await testDatabase();
const { aUser, as, owner, services } = server;
const aPerson = async () => as(await aUser());

type Made = { id: string; name: string; isPrimary: boolean; version: number };
const add = (person: Person, fields: object = {}) =>
  person.invoke(locations.create, { name: "Home", address: "12 Harbour Lane", ...fields }) as Promise<Made>;
const list = async (person: Person) => ((await person.invoke(locations.list)) as { items: Made[] }).items;

test("SET-32, SET-40, DATA-26: a location has type, name, address and coordinates; home and not primary by default", async () => {
  const ada = await aPerson();
  expect(await add(ada, { name: "  Home ", latitude: 48.137, longitude: -11.575 })).toMatchObject({
    locationType: "home",
    name: "Home",
    address: "12 Harbour Lane",
    latitude: 48.137,
    longitude: -11.575,
    isPrimary: false,
    createdAt: expect.any(String),
  });
  const { rows } = await owner.query("select user_id from user_locations where user_id = $1", [ada.userId]);
  expect(rows).toEqual([{ user_id: ada.userId }]);
});

test("SET-30: a blank name or address is refused", async () => {
  const ada = await aPerson();
  for (const fields of [{ name: "  " }, { address: " " }])
    await expect(add(ada, fields)).rejects.toThrow("Please fill in location name and address");
  expect(await list(ada)).toEqual([]);
});

test("SET-31: coordinates are optional decimal numbers on the globe", async () => {
  const ada = await aPerson();
  expect(await add(ada)).toMatchObject({ latitude: null, longitude: null });
  expect(await add(ada, { name: "Pole", latitude: -90, longitude: 180 })).toMatchObject({ latitude: -90 });
  for (const wrong of [{ latitude: 90.01 }, { longitude: -180.5 }, { latitude: "48" }])
    await expect(add(ada, { name: "Nowhere", ...wrong })).rejects.toMatchObject({ code: "invalid" });
});

test("SET-37: locations are listed in the order in which they were added, by pages", async () => {
  const ada = await aPerson();
  for (const name of ["One", "Two", "Three"]) await add(ada, { name });
  expect((await list(ada)).map(({ name }) => name)).toEqual(["One", "Two", "Three"]);
  const first = (await ada.invoke(locations.list, { limit: 2 })) as { items: Made[]; nextCursor: string };
  const second = (await ada.invoke(locations.list, { cursor: first.nextCursor })) as { items: Made[] };
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(["One", "Two", "Three"]);
});

test("DAILY-11: a location of the same type and name is replaced, and the replacement can be undone", async () => {
  const ada = await aPerson();
  const { id } = await add(ada);
  expect(await add(ada, { address: "3 Mill Road" })).toMatchObject({
    id,
    address: "3 Mill Road",
    version: 2,
  });
  expect(await list(ada)).toHaveLength(1);
  await undoLastAction(server, ada, locations);
  expect(await list(ada)).toMatchObject([{ id, address: "12 Harbour Lane" }]);
  await add(ada, { locationType: "work" });
  expect(await list(ada)).toHaveLength(2);
});

test("SET-14: at most one location is primary: a new one takes over, however it becomes primary", async () => {
  const ada = await aPerson();
  const home = await add(ada, { isPrimary: true });
  const office = await add(ada, { name: "Office", locationType: "work", isPrimary: true });
  const primary = async () => (await list(ada)).filter(({ isPrimary }) => isPrimary).map(({ id }) => id);
  expect(await primary()).toEqual([office.id]);
  await ada.invoke(locations.makePrimary, { id: home.id });
  expect(await primary()).toEqual([home.id]);
  await undoLastAction(server, ada, locations);
  expect(await primary()).toEqual([office.id]);
});

test("SET-14: of two locations made primary concurrently one remains primary", async () => {
  const ada = await aPerson();
  await Promise.all(
    Array.from({ length: 8 }, (_, number) => add(ada, { name: `Place ${number}`, isPrimary: true })),
  );
  expect((await list(ada)).filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
});

test("SET-38: only its owner deletes a location, and undo restores it", async () => {
  const [ada, bob] = [await aPerson(), await aPerson()];
  const { id } = await add(ada, { isPrimary: true });
  await expect(bob.invoke(locations.delete, { id })).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(locations.delete, { id });
  expect(await list(ada)).toEqual([]);
  expect(await undoLastAction(server, ada, locations)).toMatchObject({ id, isPrimary: true });
});

test("a restored location is not a second primary and not a duplicate name", async () => {
  const ada = await aPerson();
  const { id } = await add(ada, { isPrimary: true });
  await ada.invoke(locations.delete, { id });
  const other = await add(ada, { name: "Office", isPrimary: true });
  expect(await ada.invoke(locations.restore, { id })).toMatchObject({ isPrimary: false });
  await ada.invoke(locations.delete, { id: other.id });
  await add(ada, { name: "Office" });
  await expect(ada.invoke(locations.restore, { id: other.id })).rejects.toMatchObject({ code: "conflict" });
});

test(`up to ${MAX_LOCATIONS} locations can be saved`, async () => {
  const ada = await aPerson();
  const rows = Array.from({ length: MAX_LOCATIONS }, (_, number) =>
    aLocation({ userId: ada.userId, name: `Place ${number}` }),
  );
  await ada.run(({ db }) => db.insert(userLocations).values(rows));
  await expect(add(ada, { name: "One too many" })).rejects.toMatchObject({ code: "invalid" });
  expect(await add(ada, { name: "Place 0" })).toMatchObject({ name: "Place 0" });
});

test("a location deleted 30 days ago is purged", async () => {
  const ada = await aPerson();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await ada.run(({ db }) =>
    db
      .insert(userLocations)
      .values([
        aLocation({ userId: ada.userId, name: "Long gone", deletedAt: daysAgo(30.1) }),
        aLocation({ userId: ada.userId, name: "Just gone", deletedAt: daysAgo(29.9) }),
      ]),
  );
  await purgeLocations.run(services, {});
  const { rows } = await owner.query("select name from user_locations where user_id = $1", [ada.userId]);
  expect(rows).toEqual([{ name: "Just gone" }]);
});
