import fc from "fast-check";
import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { conversations } from "#features/communication/conversations.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { notifications } from "#features/daily-ops/notifications.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { session } from "#features/settings/session.ts";
import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { workspaces } from "#features/team/workspaces.ts";
import type { Role } from "#platform/capability/actor.ts";
import { AppError } from "#platform/capability/errors.ts";
import { type JsonSchema, restRoutes } from "#platform/http/rest-routes.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testClient } from "#platform/testing/test-client.ts";
import { type TestDatabase, testDatabase } from "#platform/testing/test-database.ts";
import { registry, slices } from "../slices.ts";
import { sized } from "./full-size.ts";

const MANY = 1_000_000;
const limits = {
  signInFailuresPerAccount: MANY,
  signInFailuresPerSource: MANY,
  signInFailuresGlobal: MANY,
  signUpsPerSource: MANY,
};

// G23: whatever is sent to any capability, the answer is a valid one or an error that a person can act on, and a refused
// call leaves nothing half written. It finds every capability by itself.

const server = await testDatabase(async (database) => ({
  auth: testAuth(database, { limits }).auth,
  jobs: await jobsOf(database),
}));
const account = { fullName: "Ada", email: "ada@example.com", password: "difference engine" };
const ada = server.as({
  ...(await server.aUser()),
  userId: (await server.services.auth.createAccount(account)).userId,
});
const bob = server.as(await server.aUser({ fullName: "Bob" }));
const idOf = (record: unknown) => (record as { id: string }).id;
const ids = await Promise.all([
  ...[ada, bob].flatMap((person) => [
    person.invoke(tasks.create, { title: "Prepare the board deck" }).then(idOf),
    person.invoke(projects.create, { name: "Annual report" }).then(idOf),
    person
      .invoke(events.create, {
        title: "Weekly review",
        startTime: "2026-03-01T09:00:00Z",
        endTime: "2026-03-01T10:00:00Z",
      })
      .then(idOf),
    person.invoke(apiKeys.create, { name: "Agent", scopes: ["read"] }).then(idOf),
    person.invoke(contacts.create, { contactName: "Clara Voss" }).then(idOf),
    person.invoke(conversations.create, { type: "group", title: "Board preparation" }).then(idOf),
    person.invoke(workspaces.create, { name: "Leadership" }).then(idOf),
    person.invoke(notifications.create, { title: "Call Anna" }).then(idOf),
  ]),
  ada.userId,
  bob.userId,
]);
const routes = restRoutes(registry);
await noteWrites();

/** Passwords are hashed on purpose slowly: their capabilities get fewer calls. */
const CALLS = { quick: sized(10, 18), slow: sized(4, 6) };

test.for(routes.map((route) => ({ name: route.capability.name, ...route })))(
  "G23: $name answers or refuses any input, and a refused call leaves nothing half done",
  async ({ capability, input }) => {
    const client = await signedIn(capability.definition.access === "admin" ? "admin" : "user");
    let notedBefore: unknown = null;
    const numRuns = capability.definition.ownTransactions ? CALLS.slow : CALLS.quick;
    await fc.assert(
      fc.asyncProperty(hostileInput(input), fc.option(fc.uuid()), async (sent, idempotencyKey) => {
        notedBefore ??= await lastWrite();
        const key = idempotencyKey === null ? {} : { idempotencyKey };
        const refused = await client.call(capability, sent, key).then(() => null, asRefusal);
        const before = notedBefore;
        if (refused === null || capability.definition.ownTransactions) notedBefore = null;
        if (refused === null) return;
        if (!(refused instanceof AppError)) throw refused;
        expect(refused.message).toMatch(/\S/);
        if (!capability.definition.ownTransactions) expect(await lastWrite()).toEqual(before);
      }),
      { numRuns, seed: 20_261_121, endOnFailure: true },
    );
  },
);

test("committed writes are recorded, rolled-back ones are not", async () => {
  const before = await lastWrite();
  const refused = ada.run(async (context) => {
    await tasks.create(context, { title: "Half done" });
    throw new Error("no");
  });
  await expect(refused).rejects.toThrow("no");
  expect(await lastWrite()).toEqual(before);
  await ada.invoke(tasks.create, { title: "Done" });
  expect(await lastWrite()).not.toEqual(before);
});

const asRefusal = (error: unknown) => error as Error;

const client = testClient(server.services);

/** Ada's browser; signs in again if an earlier call signed her out or changed her password. */
async function signedIn(role: Role) {
  await server.owner.query("delete from user_roles where user_id = $1", [ada.userId]);
  await server.owner.query("insert into user_roles (user_id, role) values ($1, $2)", [ada.userId, role]);
  if (await client.currentActor()) return client;
  const url = await server.services.auth.issueResetLink(ada.userId);
  const { password } = account;
  await server.services.auth.resetPassword({ token: url.split("=").at(-1) ?? "", password });
  await client.call(session.signIn, { email: account.email, password });
  return client;
}

const TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud83d",
  "\udc00 half",
  "🚀👩‍👩‍👧‍👦",
  "\u202eRTL\u202c",
  "\ufeff\u200b",
  "e\u0301".repeat(100),
  "'; drop table tasks; --",
  "%_\\",
  "{}",
  "__proto__",
  "constructor",
  "x".repeat(100_000),
  "\u{1d7d8}".repeat(5_000),
  "*".repeat(200),
  "a & | ! ( ) <-> :*",
];
const TIMES = [
  "+275760-09-13T00:00:00.000Z",
  "-000001-01-01T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00+14:00",
  "9999-12-31T23:59:59-23:59",
  "9999-12-31T23:59:59Z",
  "2026-02-30T00:00:00Z",
  "2016-12-31T23:59:60Z",
  "2026-03-01",
  "infinity",
];
const NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  1e308,
];
const ZONES = ["UTC", "Europe/Berlin", "+05:30", "US/Pacific-New", "Factory", "europe/berlin", "../UTC"];

const scrap = fc.oneof(
  fc.constantFrom(
    ...TEXTS,
    ...TIMES,
    ...NUMBERS,
    ...ZONES,
    ...ids,
    crypto.randomUUID(),
    null,
    true,
    undefined,
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
);
const hostile = fc.oneof(
  { weight: 5, arbitrary: scrap },
  { weight: 1, arbitrary: fc.array(scrap, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom("id", "title", "__proto__", "constructor"), scrap) },
  { weight: 1, arbitrary: fc.constantFrom(manyOf("tag"), nested(33), nested(10_000)) },
);

function manyOf(text: string): string[] {
  return Array.from({ length: 100_000 }, (_, index) => `${text} ${index}`);
}

function nested(depth: number): unknown {
  return Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 1);
}

/** Values of the schema's type: many get past it. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map(fitting));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.format === "uuid") return fc.constantFrom(...ids);
  if (schema.format === "date-time") return fc.constantFrom(...TIMES, "2026-03-01T09:00:00Z");
  if (schema.type === "object") return objectOf(schema);
  if (schema.type === "array") return fc.array(fitting((schema.items ?? {}) as JsonSchema), { maxLength: 4 });
  if (schema.type === "integer")
    return fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(...NUMBERS));
  if (schema.type === "boolean") return fc.boolean();
  return fc.oneof(fc.constantFrom(...TEXTS, ...ZONES), fc.string({ unit: "binary", maxLength: 30 }));
}

/** For a record with known keys the schema contains only the required names and one schema for all values. */
function objectOf({
  properties = {},
  required = [],
  additionalProperties,
}: JsonSchema): fc.Arbitrary<unknown> {
  const each = additionalProperties as JsonSchema | undefined;
  const named = { ...Object.fromEntries(required.map((name) => [name, each ?? {}])), ...properties };
  const fields = Object.entries(named).map(([name, schema]) => [name, fitting(schema)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

/** An object of the schema with at most one field broken or added, or a completely different value. */
function hostileInput(schema: JsonSchema): fc.Arbitrary<unknown> {
  const names = [...Object.keys(schema.properties ?? {}), "userId", "__proto__"];
  const spoilt = fc
    .tuple(objectOf(schema), fc.constantFrom(...names), hostile)
    .map(([fields, name, value]) => Object.fromEntries([...Object.entries(fields as object), [name, value]]));
  return fc.oneof(
    { weight: 4, arbitrary: objectOf(schema) },
    { weight: 4, arbitrary: spoilt },
    { weight: 1, arbitrary: hostile },
  );
}

/** A queue whose jobs do nothing: rows written by jobs would be counted. */
async function jobsOf({ connection, services, atEnd }: TestDatabase) {
  const log = createLog("silent");
  const definitions = slices
    .flatMap((slice) => slice.jobs ?? [])
    .map(({ name, payload, subscribesTo }) => ({
      name,
      payload,
      ...(subscribesTo && { subscribesTo }),
      run: async () => {},
    }));
  const jobs = await startJobs({ ...services, owner: connection("owner"), log }, definitions);
  atEnd(() => jobs.stop());
  return jobs;
}

/**
 * From here on every statement that adds or deletes rows records it, in its own transaction: a rollback removes the
 * record. Counting the rows of all tables after each call took as long as the calls.
 */
async function noteWrites(): Promise<void> {
  await server.owner.query(`
    create table write_notes (id bigint generated always as identity primary key, name text not null);
    create function note_write() returns trigger language plpgsql security definer as $$
      begin
        if exists (select from changed) then
          insert into public.write_notes (name) values (tg_table_name);
        end if;
        return null;
      end $$;
    do $$
      declare
        noted record;
      begin
        for noted in select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'write_notes' loop
          execute format('create trigger zz_added after insert on %I referencing new table as changed
            for each statement execute function note_write()', noted.name);
          execute format('create trigger zz_taken after delete on %I referencing old table as changed
            for each statement execute function note_write()', noted.name);
        end loop;
      end $$`);
}

async function lastWrite(): Promise<unknown> {
  const { rows } = await server.owner.query({
    name: "last-write",
    text: "select id, name from write_notes order by id desc limit 1",
  });
  return rows;
}
