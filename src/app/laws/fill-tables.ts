import pg from "pg";
import { type Connection, withClient } from "#platform/database/connection.ts";
import { enumValues } from "./fill-states.ts";

/** Values by type, or by column where a check constraint or its type in the program requires it. */
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
  "task_dependencies.blocked_by_id": "gen_random_uuid()",
  "plan_settings.focus": "'[]'",
  "plan_settings.breaks": "'[]'",
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

/**
 * One row of this person in each table that is empty: what a column must hold, by its type, and nothing else. A foreign
 * key names a row that exists.
 */
export async function fillEmptyTables(connection: Connection, userId: string): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query("set session_replication_role = replica");
    const enums = await enumValues();
    const parents = await foreignKeysOf(client);
    for (const table of parentsFirst(Object.keys(await columnsOf(client)), parents)) {
      if ((await client.query(`select from ${table} limit 1`)).rowCount) continue;
      const { rows: needed } = await client.query<{ name: string; type: string }>(
        `select attname as name, format_type(atttypid, null) as type from pg_attribute
          where attrelid = to_regclass($1) and attnum > 0 and attnotnull and not atthasdef and attidentity = ''
            and not attisdropped`,
        [table],
      );
      const names = needed.map(({ name }) => pg.escapeIdentifier(name)).join(", ");
      const values = needed.map(({ name, type }) => {
        const column = `${table}.${name}`;
        const parent = parents.find((each) => `${each.table}.${each.column}` === column);
        const value = VALUES[column] ?? (enums[column]?.[0] && `'${enums[column][0]}'`);
        const byType = type === "uuid" ? `'${userId}'` : (VALUES[type] ?? "null");
        return value ?? (parent ? `coalesce((${parent.anyRow}), ${byType})` : byType);
      });
      await client.query(
        names
          ? `insert into ${table} (${names}) values (${values.join(", ")})`
          : `insert into ${table} default values`,
      );
    }
  });
}

type ForeignKey = { table: string; column: string; parent: string; anyRow: string };

async function foreignKeysOf(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select child.relname as table, a.attname as column, parent.relname as parent,
            format('select %I from %I limit 1', r.attname, parent.relname) as "anyRow"
       from pg_constraint c
       join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       join pg_attribute r on r.attrelid = c.confrelid and r.attnum = c.confkey[1]
      where c.contype = 'f' and cardinality(c.conkey) = 1 and child.relnamespace = 'public'::regnamespace`,
  );
  return rows;
}

function parentsFirst(tables: readonly string[], keys: readonly ForeignKey[]): string[] {
  const ordered = new Set<string>();
  const add = (table: string, children: readonly string[]) => {
    for (const { parent } of keys.filter((key) => key.table === table))
      if (parent !== table && tables.includes(parent) && !children.includes(parent))
        add(parent, [...children, table]);
    ordered.add(table);
  };
  for (const table of tables) add(table, []);
  return [...ordered];
}
