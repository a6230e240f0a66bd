import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Instance } from "../../e2e/support/product.ts";
import { newToken, tokenHash } from "../../src/platform/auth/credentials/token.ts";

/** The embedded server of a running instance: its process, and the folder of its socket. */
export async function postmasterOf(instance: Instance): Promise<{ pid: number; host: string }> {
  const lines = (await readFile(join(instance.dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  return { pid: Number(lines[0]), host: lines[4] ?? "" };
}

/** The database of a running instance, as the owner of all tables. */
export async function openDatabase(instance: Instance): Promise<pg.Client> {
  const { host } = await postmasterOf(instance);
  const client = new pg.Client({ host, user: "adjutant", database: "adjutant" });
  await client.connect();
  return client;
}

export type SignedIn = { id: string; cookie: string };

/**
 * People with a session each, in conversations of `together` people, written directly: hashing their passwords would take
 * minutes. `cookieName` is the name of the session's cookie.
 */
export async function createPeople(
  client: pg.Client,
  { count, together, cookieName }: { count: number; together: number; cookieName: string },
): Promise<SignedIn[]> {
  const tokens = Array.from({ length: count }, newToken);
  const { rows } = await client.query<{ id: string; place: number }>(
    `with made as (
       insert into users (email, address_state, address_reason)
       select 'person.' || n || '@example.com', 'vouched', 'administrator' from generate_series(1, $1::int) n returning id, email
     ), placed as (
       select id, email, (row_number() over (order by id) - 1)::int as place from made
     ), named as (
       insert into profiles (user_id, full_name, email) select id, email, email from made
       on conflict (user_id) do nothing
     ), roles as (
       insert into user_roles (user_id, role) select id, 'user' from made on conflict do nothing
     ), talks as (
       select gen_random_uuid() as id, place / $3::int as number from placed where place % $3::int = 0
     ), opened as (
       insert into conversations (id, type, title, created_by)
       select talks.id, 'group', 'Group ' || number, placed.id from talks join placed on placed.place = number * $3::int
       returning id
     ), joined as (
       insert into conversation_participants (conversation_id, user_id)
       select talks.id, placed.id from placed join talks on talks.number = placed.place / $3::int
     ), signed_in as (
       insert into sessions (user_id, token_hash, expires_at)
       select id, ($2::text[])[place + 1], now() + interval '1 day' from placed
     )
     select id, place from placed order by place`,
    [count, tokens.map(tokenHash), together],
  );
  return rows.map(({ id, place }) => ({ id, cookie: `${cookieName}=${tokens[place]}` }));
}
