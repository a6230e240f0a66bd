import { readdirSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { inject } from "vitest";
import { type Connection, withClient } from "#platform/database/connection.ts";
import { BOOTSTRAP_USER } from "#platform/database/roles.ts";

// Records in other states than a new one: in the trash, archived, snoozed, scheduled, private, held, used, expired,
// revoked. The states are found: each enum and boolean of each table, and each of its times, past and ahead.

const DAY_MS = 86_400_000;
/** Columns with states that the tables declare as plain text. */
const PLAIN_TEXT: Record<string, string[]> = {
  "emails.category": ["archived"],
  "emails.folder": ["drafts", "sent", "outbox", "junk", "trash", "archive"],
};
/** By which way a record came is told by no query: decision 0054 has laws of its own. */
const NO_STATES = ["created_at", "updated_at", "provenance"];
/** Rows that are a person, what a person is allowed, or a program, not a record of one. */
const NO_RECORDS = ["users", "user_roles", "server_processes"];

type Row = Record<string, unknown>;
type Column = { name: string; type: string; isNullable: boolean };
/** `unique`: the columns of each unique index; `references`: the table whose id a column has. */
type Table = {
  name: string;
  columns: Column[];
  unique: string[][];
  references: Record<string, string>;
};
type State = { table: string; column: string; value: unknown };

/** The values of each enum, by `table.column`. */
export async function enumValues(): Promise<Record<string, readonly string[]>> {
  const folder = join(import.meta.dirname, "../..");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(^|\/)([\w-]+-)?tables\.ts$/.test(path),
  );
  const modules = await Promise.all(files.map((path) => import(join(folder, path))));
  const casing = new CasingCache("snake_case");
  return Object.fromEntries(
    modules
      .flatMap((each): unknown[] => Object.values(each))
      .filter((each): each is PgTable => is(each, PgTable))
      .flatMap((table) => {
        const { name, columns } = getTableConfig(table);
        return columns.flatMap((column) =>
          column.enumValues?.length ? [[`${name}.${casing.getColumnCasing(column)}`, column.enumValues]] : [],
        );
      }),
  );
}

async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name,
            (select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, null), 'isNullable', not attnotnull))
               from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
                and attidentity = '') as columns,
            (select jsonb_agg((select coalesce(jsonb_agg(attname), '[]') from pg_attribute
                                where attrelid = c.oid and attnum > 0 and pg_get_indexdef(indexrelid) ~ ('\\m' || attname || '\\M')))
               from pg_index where indrelid = c.oid and indisunique) as unique,
            coalesce((select jsonb_object_agg(attname, confrelid::regclass) from pg_constraint
                        join pg_attribute on attrelid = conrelid and array[attnum] = conkey
                       where contype = 'f' and conrelid = c.oid), '{}') as references
       from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  // A row with a number that the database counts has no states, and a copy would take a number that comes later.
  const isCounted = ({ columns }: Table) =>
    columns.some(({ name, type }) => name === "id" && type !== "uuid");
  return rows.filter((table) => !isCounted(table) && !NO_RECORDS.includes(table.name));
}

const hasId = ({ columns }: Table) => columns.some(({ name, type }) => name === "id" && type === "uuid");
/** Tables that join others, as members join a workspace, come last: their copies need other records to join. */
const joinsLast = (tables: readonly Table[]) => [
  ...tables.filter(hasId),
  ...tables.filter((table) => !hasId(table)),
];

/** The other values of a column than the one that the row has. */
function otherValues(table: Table, column: Column, row: Row, enums: Record<string, readonly string[]>) {
  const { name, type, isNullable } = column;
  if (NO_STATES.includes(name)) return [];
  const now = row[name];
  const listed = enums[`${table.name}.${name}`] ?? PLAIN_TEXT[`${table.name}.${name}`];
  if (listed) return listed.filter((each) => each !== now);
  if (type === "boolean") return [now !== true];
  if (type !== "timestamp with time zone") return [];
  const times = [-DAY_MS, 30 * DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString());
  return isNullable && now !== null ? [null, ...times] : times;
}

/**
 * Adds to each table copies of one of this person's rows, each in another state. `only`: a word that the row holds.
 * Returns the states that were added, and those that no row can have beside its other values.
 */
export async function fillStates(
  connection: Connection,
  userId: string,
  { only = "" } = {},
): Promise<{ filled: State[]; impossible: State[] }> {
  const enums = await enumValues();
  const filled: State[] = [];
  const impossible: State[] = [];
  await withClient(connection, async (client) => {
    await client.query("set session_replication_role = replica");
    const tables = joinsLast(await readTables(client));
    for (const table of tables) {
      const { rows } = await client.query<{ row: Row }>(
        `select to_jsonb(t) as row from ${table.name} t
          where position($1 in to_jsonb(t)::text) > 0 and position($2 in to_jsonb(t)::text) > 0
          order by ctid limit ${PATTERNS}`,
        [userId, only],
      );
      const patterns = rows.map(({ row }) => row);
      const [first] = patterns;
      for (const column of first ? table.columns : [])
        for (const value of otherValues(table, column, first ?? {}, enums)) {
          const state = { table: table.name, column: column.name, value };
          const isAdded = await addFirstOf(client, {
            tables,
            table,
            patterns,
            state,
            isEnum: (name) => name in enums,
          });
          (isAdded ? filled : impossible).push(state);
        }
    }
  });
  return { filled, impossible };
}

/** Runs `act` with the record of this id in each other state, one after another; afterwards it is as it was. */
export async function inEachState(
  connection: Connection,
  id: string,
  act: (state: State) => Promise<void>,
): Promise<void> {
  const enums = await enumValues();
  await withClient(connection, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const table of (await readTables(client)).filter(hasId)) {
      const row = await rowOf(client, table, id);
      for (const column of row ? table.columns : [])
        for (const value of otherValues(table, column, row ?? {}, enums)) {
          const set = `update ${table.name} set ${column.name} = $2 where id = $1`;
          if (!(await isAllowed(client.query(set, [id, value])))) continue;
          await act({ table: table.name, column: column.name, value });
          await client.query(set, [id, row?.[column.name]]);
        }
    }
  });
}

async function rowOf(client: pg.ClientBase, { name }: Table, id: unknown): Promise<Row | undefined> {
  const { rows } = await client.query<{ row: Row }>(
    `select to_jsonb(t) as row from ${name} t where id = $1`,
    [id],
  );
  return rows[0]?.row;
}

/** How many rows are tried: a row may hold what only one may, as what is somebody's default. */
const PATTERNS = 3;

type Making = { tables: readonly Table[]; table: Table; isEnum(name: string): boolean };
type Adding = Making & { patterns: Row[]; state: State };

/** False where the constraints refuse the state of each row, also with every time set that the state may need. */
async function addFirstOf(client: pg.ClientBase, { patterns, state, ...making }: Adding): Promise<boolean> {
  const { table } = making;
  const past = new Date(Date.now() - DAY_MS).toISOString();
  for (const pattern of patterns) {
    const row = { ...pattern, [state.column]: state.value };
    const timed = Object.fromEntries(
      table.columns
        .filter(({ name, type }) => type === "timestamp with time zone" && row[name] === null)
        .map(({ name }) => [name, past]),
    );
    for (const each of [row, { ...row, ...timed }])
      if (await insert(client, table, await madeUnique(client, making, each))) return true;
  }
  return false;
}

/** As the one role that may switch triggers and references off. */
export const bootstrapConnection = ({ connection }: { connection(as: "owner"): Connection }): Connection => ({
  ...connection("owner"),
  host: inject("testCluster").host,
  user: BOOTSTRAP_USER,
});

let count = 0;

/**
 * The row with an id of its own, its times moved by some milliseconds so that no two rows tie, and another text,
 * number, day or reference where a value must be unique.
 */
async function madeUnique(client: pg.ClientBase, { tables, table, isEnum }: Making, row: Row): Promise<Row> {
  const { name: tableName, columns, unique, references } = table;
  count += 1;
  const moved = columns
    .filter(({ name, type }) => type === "timestamp with time zone" && row[name] !== null)
    .map(({ name }) => [name, new Date(Date.parse(String(row[name])) + count).toISOString()]);
  const made: Row = {
    ...row,
    ...Object.fromEntries(moved),
    ...(hasId(table) && { id: crypto.randomUUID() }),
  };
  for (const index of unique) {
    const mayChange = columns.filter(({ name }) => index.includes(name) && !isEnum(`${tableName}.${name}`));
    const plain = mayChange.find(({ type }) => /^(text|integer|bigint|date)$/.test(type));
    const value = plain && row[plain.name];
    const linked = mayChange.find(({ name }) => references[name] && references[name] !== "users");
    if (plain && value !== null) made[plain.name] = otherValue(value, plain.type);
    else if (linked) {
      const rest = index.filter((name) => name !== linked.name);
      const other = await client.query(
        `select id from ${references[linked.name]} r where not exists (select from ${tableName} t
          where t.${linked.name} = r.id and to_jsonb(t) @> $1::jsonb) order by id limit 1`,
        [JSON.stringify(Object.fromEntries(rest.map((name) => [name, made[name]])))],
      );
      const target = tables.find(({ name }) => name === references[linked.name]);
      const id =
        other.rows[0]?.id ??
        (target && (await copyOf(client, { tables, table: target, isEnum }, row[linked.name])));
      made[linked.name] = id ?? row[linked.name];
    }
  }
  return made;
}

/** The id of another record like the one of this id; null where its constraints allow none. */
async function copyOf(client: pg.ClientBase, making: Making, id: unknown): Promise<unknown> {
  const row = await rowOf(client, making.table, id);
  const copy = row && (await madeUnique(client, making, row));
  return copy && (await insert(client, making.table, copy)) ? copy.id : null;
}

function otherValue(value: unknown, type: string): unknown {
  if (typeof value === "number") return value + count;
  if (type !== "date") return `${value}-${count}`;
  return new Date(Date.parse(String(value)) + count * DAY_MS).toISOString().slice(0, 10);
}

async function insert(client: pg.ClientBase, { name, columns }: Table, row: Row): Promise<boolean> {
  const list = columns.map((each) => pg.escapeIdentifier(each.name)).join(", ");
  const statement = `insert into ${name} (${list}) select ${list} from jsonb_populate_record(null::${name}, $1::jsonb)`;
  return isAllowed(client.query(statement, [JSON.stringify(row)]));
}

const [UNIQUE_VIOLATION, CHECK_VIOLATION] = ["23505", "23514"];

/** False where a constraint refuses what is written. */
const isAllowed = (writing: Promise<unknown>): Promise<boolean> =>
  writing.then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === UNIQUE_VIOLATION || error.code === CHECK_VIOLATION) return false;
      throw error;
    },
  );
