import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { type Connection, withClient } from "../connection.ts";
import { prepareDatabase } from "../prepare.ts";
import { migrate, renewAlways } from "./migrate.ts";
import { type Migrations, readMigrations } from "./migrations-folder.ts";

const server = await testDatabase();
const owner = server.connection("owner");
const current = readMigrations();

/** The program's steps and one more. */
const withStep = (name: string, sql: string): Migrations => ({
  ...current,
  steps: [...current.steps, { name, sql, checksum: name }],
  checksum: name,
});

const migrateTo = (migrations: Migrations, connection: Connection = owner) =>
  withClient(connection, (client) => migrate(client, migrations));

const names = async () =>
  (await server.owner.query("select name from migrations.applied order by position")).rows.map(
    (row) => row.name,
  );

test("an up-to-date database is left unchanged", async () => {
  const before = await server.owner.query("select xmin from migrations.state");
  await migrateTo(current);
  expect((await server.owner.query("select xmin from migrations.state")).rows).toEqual(before.rows);
});

test("the SQL applied with every version is idempotent", async () => {
  const functions = () =>
    server.owner.query(
      `select oid::regprocedure::text as name, prosrc, proacl::text[] from pg_proc
        where pronamespace = 'public'::regnamespace order by 1`,
    );
  const before = (await functions()).rows;
  await withClient(owner, async (client) => {
    await client.query("begin");
    await renewAlways(client, current);
    await client.query("commit");
  });
  expect((await functions()).rows).toEqual(before);
});

test("a failing migration is rolled back completely", async () => {
  const broken = withStep("0998_broken", "create table half (id int); select no_such_function()");
  await expect(migrateTo(broken)).rejects.toThrow("no_such_function");
  expect((await server.owner.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  expect(await names()).not.toContain("0998_broken");
});

test("D30: two programs that start at once apply a migration once; the older program is then refused", async () => {
  const newer = withStep(
    "0999_more",
    "create table more (id int); alter table more enable row level security",
  );
  await Promise.all([migrateTo(newer), migrateTo(newer), migrateTo(newer)]);
  expect((await names()).filter((name) => name === "0999_more")).toHaveLength(1);
  await expect(migrateTo(current)).rejects.toMatchObject({
    name: "StartError",
    message:
      "The database was written by a newer version of Adjutant (it has migration 0999_more); start that version",
  });
});

test("a new table has forced row-level security and no grants, even where its migration only enables it", async () => {
  const { rows } = await server.owner.query(
    "select relforcerowsecurity from pg_class where relname = 'more'",
  );
  expect(rows).toEqual([{ relforcerowsecurity: true }]);
  await expect(server.database.pool.query("select from more")).rejects.toThrow(
    "permission denied for table more",
  );
});

test("D30: a migration that differs from the applied one is refused", async () => {
  const [first, ...rest] = withStep("0999_more", "").steps;
  const edited = { ...current, steps: [{ ...first, checksum: "edited" }, ...rest] } as Migrations;
  await expect(migrateTo(edited)).rejects.toThrow(
    `The database was written with another migration ${first?.name} than this version of Adjutant has; start the version that wrote it`,
  );
});

test("D30: before migrating a database in use, a backup is written", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "adjutant-migrate-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const newer = withStep("0999_more", "create table more (id int)");
  const next: Migrations = {
    ...newer,
    steps: [...newer.steps, { name: "1000_next", sql: "create table next (id int)", checksum: "1000" }],
    checksum: "1000",
  };
  const lines: string[] = [];
  const options = {
    dataDir,
    databaseUrl: urlOf(owner),
    migrations: next,
    onMessage: (line: string) => lines.push(line),
  };
  for (const _ of ["first start", "second start"]) await (await prepareDatabase(options)).stop();
  expect(readdirSync(join(dataDir, "backups"))).toEqual(["before-1000_next.tar"]);
  expect(lines).toHaveLength(1);
});

test("an unreachable DATABASE_URL is refused in one line", async () => {
  const attempt = (databaseUrl: string) => prepareDatabase({ dataDir: tmpdir(), databaseUrl });
  await expect(attempt("postgres://ada:secret@127.0.0.1:9/house")).rejects.toThrow(
    /^DATABASE_URL cannot be reached \(127\.0\.0\.1:9\/house\): connect ECONNREFUSED 127\.0\.0\.1:9$/,
  );
  await expect(attempt(urlOf({ ...owner, database: "none" }))).rejects.toThrow(
    /^DATABASE_URL cannot be reached \(.*\/none\): database "none" does not exist$/,
  );
});

test("the request role can neither create tables nor become the owner", async () => {
  await expect(
    withClient(server.connection("app"), (client) => client.query("create table mine ()")),
  ).rejects.toThrow("permission denied for schema public");
  await expect(server.database.pool.query("set role adjutant")).rejects.toBeInstanceOf(pg.DatabaseError);
});

const urlOf = ({ host, user, database }: Connection) =>
  `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? "")}`;
