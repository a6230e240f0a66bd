import { createHash } from "node:crypto";
import pg from "pg";
import { type Connection, withClient } from "#platform/database/connection.ts";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The id that the copy of the row with this id has. Nobody has it before the copy is made. */
export const copyOfId = (id: string): string =>
  createHash("md5")
    .update(`copy of ${id}`)
    .digest("hex")
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");

type Row = Record<string, unknown>;
type Table = { name: string; columns: string[]; unique: string[] };

/** Columns that are written, and those whose values must be unique in the whole table. */
async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name,
            array(select attname::text from pg_attribute
                   where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
                     and coalesce(pg_get_expr((select adbin from pg_attrdef where adrelid = c.oid and adnum = attnum),
                                              c.oid), '') not like 'nextval%') as columns,
            array(select distinct attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
                   where indrelid = c.oid and indisunique
                     and not exists (select from pg_attribute a where a.attrelid = indrelid and a.attnum = any(indkey)
                                        and a.atttypid = 'uuid'::regtype)) as unique
       from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  return rows;
}

/**
 * Duplicates all users' data: each row that contains an id is stored twice afterwards, with the same texts, times and
 * states, and with new ids that refer to each other in the same way.
 */
export async function duplicateAllUsers(connection: Connection): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query("set session_replication_role = replica");
    const { rows: users } = await client.query<{ email: string }>("select email from users");
    const renamed = (text: string) =>
      users.reduce((rest, { email }) => rest.replaceAll(email, `copy.${email}`), text);
    for (const { name, columns, unique } of await readTables(client)) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
      const copies = rows
        .filter(({ row }) => row.match(UUID))
        .map(({ row }): Row => JSON.parse(renamed(row.replaceAll(UUID, copyOfId))))
        .map((row) => ({
          ...row,
          ...Object.fromEntries(unique.map((each) => [each, otherValue(row[each])])),
        }));
      const list = columns.map((each) => pg.escapeIdentifier(each)).join(", ");
      await client.query(
        `insert into ${name} (${list}) select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb)
         on conflict do nothing`,
        [JSON.stringify(copies)],
      );
    }
  });
}

/**
 * Rewrites this person's rows, so that they are stored after their copies: a query without an owner then finds the copy
 * first.
 */
export async function moveRowsAfterCopies(connection: Connection, ids: ReadonlySet<string>): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const {
      name,
      columns: [first],
    } of await readTables(client)) {
      if (!first) continue;
      const column = pg.escapeIdentifier(first);
      const { rows } = await client.query<{ place: string; row: string }>(
        `select ctid::text as place, to_jsonb(t)::text as row from ${name} t`,
      );
      const places = rows
        .filter(({ row }) => row.match(UUID)?.some((id) => ids.has(id)))
        .map(({ place }) => place);
      await client.query(`update ${name} set ${column} = ${column} where ctid = any($1::tid[])`, [places]);
    }
  });
}

function otherValue(value: unknown): unknown {
  if (typeof value === "number") return value + 1_000_000;
  if (typeof value !== "string" || value.match(UUID) || value.startsWith("copy.")) return value;
  return value.startsWith("\\x") ? `${value}00` : `${value}-copy`;
}
