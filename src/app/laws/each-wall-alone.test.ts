import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { withClient } from "#platform/database/connection.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "../dashboard/dashboard.ts";
import { bootstrapConnection, fillStates } from "./fill-states.ts";
import { fillEmptyTables } from "./fill-tables.ts";

// Row-level security alone, without our queries: Ada has rows in every table, and statements that Bob runs as the
// database role of requests neither show nor delete any of them; nor do SECURITY DEFINER functions.

const server = await testDatabase();
const { owner, as, aUser } = server;
const ada = as(await aUser({ fullName: "Ada" }));
const bob = await aUser({ fullName: "Bob" });
await ada.invoke(dashboard.loadSample, { timeZone: "Europe/Berlin" });
await fillEmptyTables(bootstrapConnection(server), ada.userId);
await fillStates(bootstrapConnection(server), ada.userId);

/** What everybody may read because it belongs to nobody. */
const PUBLIC_TABLES: Record<string, string> = {
  server_processes: "which programs run and when each last said so: no person stands in it",
};

const { rows: tables } = await owner.query<{ name: string }>(
  `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
);

/** The positions (ctid) of the rows that a user sees; the caller excludes rows that concern the user themselves. */
async function seenBy(userId: string, statement: string): Promise<string[]> {
  return withClient(server.connection("app"), async (client) => {
    await client.query("begin");
    await client.query("select set_config('app.user_id', $1, true)", [userId]);
    try {
      const { rows } = await client.query<{ place: string }>(statement);
      return rows.map(({ place }) => place);
    } catch (error) {
      if (error instanceof Error && /permission denied|append-only/.test(error.message)) return [];
      throw error;
    } finally {
      await client.query("rollback");
    }
  });
}

/** The rows of a table that concern Bob: his account and profile, nothing else was made. */
async function placesOfBob(table: string): Promise<Set<string>> {
  const { rows } = await owner.query<{ place: string }>(
    `select t.ctid::text as place from ${table} t where to_jsonb(t)::text like '%' || $1 || '%'`,
    [bob.userId],
  );
  return new Set(rows.map(({ place }) => place));
}

async function foreignRows(table: string): Promise<string[]> {
  const ofBob = await placesOfBob(table);
  const seen = await seenBy(bob.userId, `select ctid::text as place from ${table}`);
  const deleted = await seenBy(bob.userId, `delete from ${table} returning ctid::text as place`);
  return [...new Set([...seen, ...deleted])].filter((place) => !ofBob.has(place));
}

test.each(tables)("row-level security alone hides Ada's rows of $name from Bob", async ({ name }) => {
  const { rows } = await owner.query(`select count(*)::int as many from ${name}`);
  expect(rows[0].many, "the table has rows that could be seen").toBeGreaterThan(0);
  const foreign = await foreignRows(name);
  if (PUBLIC_TABLES[name] === undefined) expect(foreign).toEqual([]);
  else expect(foreign, "the exception is needed").not.toEqual([]);
});

test("a policy that admits everybody is detected", async () => {
  await owner.query("create policy planted on tasks for select to adjutant_app using (true)");
  onTestFinished(async () => void (await owner.query("drop policy planted on tasks")));
  expect(await foreignRows("tasks")).not.toEqual([]);
});

/** What a function is called with besides ids: nothing that any row holds. */
const VALUES: Record<string, string> = {
  text: "'no such word'",
  "text[]": "'{no such word}'",
  integer: "10",
  bigint: "0",
  "bigint[]": "'{0}'",
  boolean: "false",
  jsonb: "'[]'",
  interval: "'0'",
  date: "current_date",
  "timestamp with time zone": "now()",
};
const { rows: functions } = await owner.query<Called & { signature: string }>(
  `select proname as name, oid::regprocedure::text as signature,
          array(select format_type(given, null) from unnest(proargtypes) given) as types
     from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype
      and has_function_privilege('adjutant_app', oid, 'execute') order by 2`,
);

/** Ids of rows that are not Bob's, by table. */
async function idsOfAda(): Promise<string[][]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'id'
        and atttypid = 'uuid'::regtype
      where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const lists = rows.map(async ({ name }) => {
    const { rows: found } = await owner.query<{ id: string }>(
      `select id from ${name} t where to_jsonb(t)::text not like '%' || $1 || '%'`,
      [bob.userId],
    );
    return found.map(({ id }) => id);
  });
  return (await Promise.all(lists)).filter((ids) => ids.length > 0);
}

const idsByTable = await idsOfAda();
const known = new Set(idsByTable.flat());

type Called = { name: string; types: string[] };

/** What a SECURITY DEFINER function returns to Bob; an error is also an answer. */
async function answerToBob(client: pg.Client, { name, types }: Called, id: string): Promise<string> {
  const given = types.map((type) => {
    if (type === "uuid") return `'${id}'`;
    return type === "uuid[]" ? `'{${id}}'` : `${VALUES[type] ?? "null"}::${type}`;
  });
  // Sent as one message, because there are thousands; each statement has its own result.
  const results: unknown = await client
    .query(
      `begin; set local app.user_id = '${bob.userId}';
       select to_jsonb(f)::text as answer from ${name}(${given.join(", ")}) f; rollback`,
    )
    .catch(async (error: Error) => {
      await client.query("rollback");
      return [error.message];
    });
  return JSON.stringify(results);
}

/** Ada's data in the answers, except the id that was passed: ids of her rows, and her address. */
async function leaksOf(called: Called): Promise<string[]> {
  const takesId = called.types.some((type) => type.startsWith("uuid"));
  const asked = takesId ? [ada.userId, ...idsByTable.map(([id = ""]) => id)] : [ada.userId];
  return withClient(server.connection("app"), async (client) => {
    const leaks: string[] = [];
    for (const id of asked) {
      const answer = await answerToBob(client, called, id);
      const named = answer.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
      leaks.push(...named.filter((each) => each !== id && known.has(each)));
      if (answer.includes(ada.email)) leaks.push(ada.email);
    }
    return leaks;
  });
}

test.each(functions)("$signature, called with Ada's ids, returns nothing of hers to Bob", async (called) => {
  expect(await leaksOf(called)).toEqual([]);
});

test("a SECURITY DEFINER function that ignores the caller is detected", async () => {
  await owner.query(
    `create function planted(person uuid) returns setof uuid language sql security definer set search_path = public
       as 'select id from tasks where user_id = person'`,
  );
  onTestFinished(async () => void (await owner.query("drop function planted(uuid)")));
  expect(await leaksOf({ name: "planted", types: ["uuid"] })).not.toEqual([]);
});
