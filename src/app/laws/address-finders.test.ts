import { expect, test } from "vitest";
import { z } from "zod";
import { jsonSchema, restRoutes } from "#platform/http/rest-routes.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { registry } from "../slices.ts";
import { ADDRESS_CAPABILITIES, CHECKED_ELSEWHERE, WORKS_WITH_ADDRESS } from "./address-capabilities.ts";
import { addressFields, filesWithAddresses, uncheckedStatements, usesAddresses } from "./find-addresses.ts";

// What takes or matches an address is found in the code: a new capability, function or file fails until it is placed in
// `address-capabilities.ts`. What an address may do in each of its states is tried by `address-states.test.ts`.

const { owner } = await testDatabase();

test("every capability that takes an address is listed in the table", () => {
  const found = restRoutes(registry)
    .filter(({ capability }) => capability.definition.effect !== "read")
    .filter(({ input }) => addressFields(input).length > 0)
    .map(({ capability }) => capability.name);
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((name) => !(name in ADDRESS_CAPABILITIES))).toEqual([]);
  expect(Object.keys(ADDRESS_CAPABILITIES).filter((name) => !registry.get(name))).toEqual([]);
});

test("every SQL statement that names an account's address checks whether it counts, or is exempt with a reason", async () => {
  const found = await uncheckedStatements(owner);
  expect(found.filter((name) => !(name in CHECKED_ELSEWHERE))).toEqual([]);
  expect(Object.keys(CHECKED_ELSEWHERE).filter((name) => !found.includes(name))).toEqual([]);
});

test("every file that reads an account's address, or checks whether one counts, is listed", async () => {
  const found = await filesWithAddresses(owner);
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((file) => !(file in WORKS_WITH_ADDRESS))).toEqual([]);
  expect(Object.keys(WORKS_WITH_ADDRESS).filter((file) => !found.includes(file))).toEqual([]);
});

test("the finders find addresses in fields with unexpected names", async () => {
  const nested = z.strictObject({ people: z.array(z.strictObject({ whom: z.string().max(320) })) });
  const wherever = z.strictObject({ target: z.union([z.uuid(), z.email()]) });
  expect(addressFields(jsonSchema(nested))).toEqual(["whom"]);
  expect(addressFields(jsonSchema(wherever))).toEqual(["target"]);
  expect(
    addressFields(jsonSchema(z.strictObject({ title: z.string().max(300), emailId: z.uuid() }))),
  ).toEqual([]);

  await owner.query(`create function planted(asked text) returns uuid language sql as
    $$ select somebody.id from users as somebody where lower(somebody.email) = asked $$`);
  try {
    expect(await uncheckedStatements(owner)).toContain("planted");
  } finally {
    await owner.query("drop function planted(text)");
  }

  const uses = usesAddresses(["person_of_address"]);
  expect(uses("sql`select somebody.id from users somebody where somebody.email = typed`")).toBe(true);
  expect(uses("db.select().from(users).where(eq(users.email, typed))")).toBe(true);
  expect(uses("sql`select * from person_of_address(typed)`")).toBe(true);
  expect(uses("sql`select e.email_id from emails e`")).toBe(false);
});
