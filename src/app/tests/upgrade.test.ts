import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { systemSettings } from "#features/admin/system-settings.ts";
import { aPayment } from "#features/payments/factory.ts";
import { type Connection, withClient } from "#platform/database/connection.ts";
import { applyStep, migrate, prepareHistory } from "#platform/database/migrations/migrate.ts";
import { readMigrations } from "#platform/database/migrations/migrations-folder.ts";
import { BOOTSTRAP_USER } from "#platform/database/roles.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { dashboard } from "../dashboard/dashboard.ts";
import { columnsOf, fillEmptyTables } from "../laws/fill-tables.ts";

// G19, D30: an instance that stopped at any earlier migration, with a whole workspace in it, is upgraded to this
// program without losing or changing a row of any table. Its rows are today's, in the columns that its schema had.

const server = await testDatabase(async ({ connection, services, atEnd }) => {
  const jobs = await startJobs({ ...services, owner: connection("owner"), log: createLog("silent") }, [
    removeFiles,
  ]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const ada = server.as(await server.aUser({ fullName: "Ada", roles: ["admin"] }));
await ada.invoke(dashboard.loadSample, { timeZone: "Europe/Berlin" });
await ada.invoke(systemSettings.update, { version: 1, appName: "Aldermoor", smtpPassword: "sealed" });
const paid = aPayment();
await server.owner.query(
  `insert into payments (user_email, user_name, amount, currency, status, payment_method, provider, provider_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  [
    paid.userEmail,
    paid.userName,
    paid.amount,
    paid.currency,
    paid.status,
    paid.paymentMethod,
    paid.provider,
    paid.providerId,
  ],
);

const { host } = inject("testCluster");
const asBootstrap = {
  host,
  user: BOOTSTRAP_USER,
  database: "postgres",
  port: 5432,
  password: "",
  ssl: false,
};
await fillEmptyTables({ ...asBootstrap, database: server.connection("owner").database }, ada.userId);

const migrations = readMigrations();
const earlier = migrations.steps.slice(0, -1).map((step, index) => ({ name: step.name, steps: index + 1 }));
const made: string[] = [];
afterAll(async () => {
  for (const name of made)
    await withClient(asBootstrap, (client) => client.query(`drop database ${name} with (force)`));
});

test.each(earlier)(
  "G19: from $name with rows in every table each of them is migrated unchanged",
  async ({ steps }) => {
    const old = await anInstanceOf(steps);
    const { filled, refused } = await copyRows(old);
    expect(refused).toEqual({});
    expect(filled).toEqual(Object.keys(await withClient(old, columnsOf)));
    const before = await digests(old);
    await withClient({ ...old, user: server.connection("owner").user }, (client) => migrate(client));
    expect(await digests(old, before)).toEqual(before);
    expect(await mailsWithoutSearchText(old)).toEqual([]);
    const { rows } = await withClient(old, (client) =>
      client.query("select name from migrations.applied order by position"),
    );
    expect(rows.map(({ name }) => name)).toEqual(migrations.steps.map(({ name }) => name));
    await withClient({ ...old, user: server.connection("app").user }, async (client) => {
      await client.query("select set_config('app.user_id', $1, false)", [ada.userId]);
      const { rows: seen } = await client.query("select email from profiles");
      expect(seen).toEqual([{ email: ada.email }]);
    });
  },
  60_000,
);

test("the first weekday moves to the profile, and of two zones the chosen one stays", async () => {
  const old = await anInstanceOf(migrations.steps.findIndex(({ name }) => name === "0034_one_clock"));
  const people = [
    { zone: "UTC", briefings: "Asia/Tokyo", weekday: 1, now: ["Asia/Tokyo", 1] },
    { zone: "Europe/Paris", briefings: "Asia/Tokyo", weekday: 6, now: ["Europe/Paris", 6] },
    { zone: "Europe/Paris", briefings: "UTC", weekday: null, now: ["Europe/Paris", null] },
  ];
  await withClient(old, async (client) => {
    for (const [index, { zone, briefings, weekday }] of people.entries()) {
      const { rows } = await client.query("insert into users (email) values ($1) returning id", [
        `${index}@example.com`,
      ]);
      const [{ id }] = rows;
      await client.query("insert into profiles (user_id, email, time_zone) values ($1, $2, $3)", [
        ...[id, `${index}@example.com`, zone],
      ]);
      await client.query("insert into daily_operations_settings (user_id, timezone) values ($1, $2)", [
        ...[id, briefings],
      ]);
      await client.query("insert into calendar_settings (user_id, first_weekday) values ($1, $2)", [
        ...[id, weekday],
      ]);
    }
  });
  await withClient({ ...old, user: server.connection("owner").user }, (client) => migrate(client));
  const { rows } = await withClient(old, (client) =>
    client.query(
      `select p.time_zone, s.timezone, p.first_weekday from profiles p
         join daily_operations_settings s using (user_id) order by p.email`,
    ),
  );
  expect(rows).toEqual(
    people.map(({ now: [zone, weekday] }) => ({ time_zone: zone, timezone: zone, first_weekday: weekday })),
  );
});

test("whoever has an account before the first steps existed is past them", async () => {
  const old = await anInstanceOf(migrations.steps.findIndex(({ name }) => name === "0035_first_steps"));
  const addPerson = (client: pg.Client, email: string) =>
    client.query(
      "with added as (insert into users (email) values ($1) returning id) insert into profiles (user_id, email) select id, $1 from added",
      [email],
    );
  await withClient(old, (client) => addPerson(client, "before@example.com"));
  await withClient({ ...old, user: server.connection("owner").user }, (client) => migrate(client));
  await withClient(old, (client) => addPerson(client, "after@example.com"));
  const { rows } = await withClient(old, (client) =>
    client.query("select email, first_steps_at is null as is_new from profiles order by email"),
  );
  expect(rows).toEqual([
    { email: "after@example.com", is_new: true },
    { email: "before@example.com", is_new: false },
  ]);
});

/** Searches would not find these: search texts are rows of their own since 0032. */
async function mailsWithoutSearchText(connection: Connection): Promise<string[]> {
  const { rows } = await withClient(connection, (client) =>
    client.query<{ id: string }>(
      `select e.id from emails e left join email_search_texts t on t.email_id = e.id and t.user_id = e.user_id
        where t.content is distinct from folded_email(e.subject, e.sender, e.body)
           or t.recipients is distinct from folded_recipients(e.recipients, e.cc, e.bcc)`,
    ),
  );
  return rows.map(({ id }) => id);
}

/** Today's name of a table of an earlier step. */
function nameNow(table: string): string {
  return renamed(/^ALTER TABLE "(\w+)" RENAME TO "(\w+)";$/gm).get(table) ?? table;
}

function columnNow(table: string, column: string): string {
  const pattern = new RegExp(`^ALTER TABLE "${nameNow(table)}" RENAME COLUMN "(\\w+)" TO "(\\w+)";$`, "gm");
  return renamed(pattern).get(column) ?? column;
}

const renamed = (pattern: RegExp) =>
  new Map(
    migrations.steps.flatMap(({ sql }) =>
      [...sql.matchAll(pattern)].map(([, before = "", after = ""]) => [before, after]),
    ),
  );

/** A database as the program of that step left it. */
async function anInstanceOf(steps: number): Promise<Connection> {
  const owner = server.connection("owner");
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await withClient(asBootstrap, (client) =>
    client.query(`create database ${database} owner ${owner.user} template template0`),
  );
  made.push(database);
  await withClient({ ...owner, database }, async (client) => {
    await prepareHistory(client, migrations);
    for (const step of migrations.steps.slice(0, steps)) await applyStep(client, step);
  });
  return { ...asBootstrap, database };
}

/** Copies today's rows into the old schema; counts rejected rows by table. */
async function copyRows(old: Connection): Promise<{ filled: string[]; refused: Record<string, number> }> {
  const today = await withClient(server.connection("owner"), columnsOf);
  return withClient(old, async (client) => {
    await client.query("set session_replication_role = replica");
    const filled: string[] = [];
    const refused: Record<string, number> = {};
    for (const [table, columns] of Object.entries(await columnsOf(client))) {
      const now = nameNow(table);
      const shared = columns.filter((column) => today[now]?.includes(columnNow(table, column)));
      const known = shared.map(pg.escapeIdentifier).join(", ");
      if (!known) continue;
      const then = shared.map(
        (column) => `${pg.escapeIdentifier(columnNow(table, column))} as ${pg.escapeIdentifier(column)}`,
      );
      const { rows } = await server.owner.query(
        `select to_jsonb(t) as row from (select ${then.join(", ")} from ${now}) t`,
      );
      const insert = (given: unknown[]) =>
        client.query(
          `insert into ${table} (${known}) overriding system value
             select ${known} from jsonb_populate_recordset(null::${table}, $1)`,
          [JSON.stringify(given)],
        );
      const all = rows.map(({ row }) => row);
      const inserted = await insert(all).then(
        () => all.length,
        async () => {
          // Old check constraints allow fewer values: inserts row by row and skips the rejected ones.
          const each = await Promise.allSettled(all.map((row) => insert([row])));
          return each.filter(({ status }) => status === "fulfilled").length;
        },
      );
      if (inserted > 0) filled.push(table);
      if (inserted < all.length) refused[table] = all.length - inserted;
    }
    return { filled, refused };
  });
}

/** Columns that became columns of another table. */
const MOVED: Record<string, readonly string[]> = { calendar_settings: ["first_weekday"] };

type Digests = Record<string, { columns: string[]; count: string; md5: string }>;

/** A digest of every table over the columns it had then, by their names of that time. */
const digests = (connection: Connection, asked?: Digests): Promise<Digests> =>
  withClient(connection, async (client) => {
    const found: Digests = {};
    const tables = asked
      ? Object.entries(asked).map(([name, { columns }]) => [name, columns] as const)
      : Object.entries(await columnsOf(client));
    for (const [name, columns] of tables) {
      const unmoved = columns.filter((column) => !MOVED[name]?.includes(column));
      const names = asked ? unmoved.map((column) => columnNow(name, column)) : unmoved;
      const listed = names.map(pg.escapeIdentifier).join(", ");
      const { rows } = await client.query(
        `select count(*), md5(string_agg(row(${listed})::text, ',' order by row(${listed})::text)) as md5
           from ${asked ? nameNow(name) : name}`,
      );
      found[name] = { columns, ...rows[0] };
    }
    return found;
  });
