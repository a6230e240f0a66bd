import pg from "pg";
import { type Connection, withClient } from "#platform/database/connection.ts";
import { enumValues } from "./fill-states.ts";

/** Values by type, or by column where a check constraint requires it. */
const VALUES: Record<string, string> = {
  text: "'x'",
  integer: "1",
  bigint: "1",
  smallint: "1",
  numeric: "1",
  "double precision": "1",
  real: "1",
  boolean: "true",
  date: "'2026-05-01'",
  jsonb: "'{}'",
  bytea: "'x'",
  "timestamp with time zone": "'2026-05-01T08:00:00Z'",
  "text[]": "'{}'",
  "uuid[]": "'{}'",
  "payments.currency": "'EUR'",
};
/** Table → its columns that are written. */
type Columns = Record<string, string[]>;

export async function columnsOf(client: pg.ClientBase): Promise<Columns> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attname) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
      group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** One row of this person in each table that is empty: what a column must hold, by its type, and nothing else. */
export async function fillEmptyTables(connection: Connection, userId: string): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query("set session_replication_role = replica");
    const enums = await enumValues();
    const firstChoice = (column: string) => enums[column]?.[0] && `'${enums[column][0]}'`;
    for (const table of Object.keys(await columnsOf(client))) {
      if ((await client.query(`select from ${table} limit 1`)).rowCount) continue;
      const { rows: needed } = await client.query<{ name: string; type: string }>(
        `select attname as name, format_type(atttypid, null) as type from pg_attribute
          where attrelid = to_regclass($1) and attnum > 0 and attnotnull and not atthasdef and attidentity = ''
            and not attisdropped`,
        [table],
      );
      const names = needed.map(({ name }) => pg.escapeIdentifier(name)).join(", ");
      const values = needed.map(
        ({ name, type }) =>
          VALUES[`${table}.${name}`] ??
          firstChoice(`${table}.${name}`) ??
          (type === "uuid" ? `'${userId}'` : VALUES[type]) ??
          "null",
      );
      await client.query(
        names
          ? `insert into ${table} (${names}) values (${values.join(", ")})`
          : `insert into ${table} default values`,
      );
    }
  });
}
