import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { AppError } from "#platform/capability/errors.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { openDatabase } from "./database.ts";
import { containing } from "./like.ts";
import { databaseError } from "./sql-errors.ts";

const { database, owner, aUser } = await testDatabase();
await owner.query(`
  create table parents (id int primary key, name text unique, grade int check (grade < 10), note varchar(5) not null default '');
  create table children (id int primary key, parent_id int references parents);
  create table walled (id int);
  create table closed (id int);
  alter table walled enable row level security;
  create policy nobody on walled to adjutant_app using (false) with check (false);
  insert into parents values (1, 'Ada', 1, '');
  insert into children values (1, 1);
  grant all on parents, children, walled to adjutant_app;`);

const run = (statement: string) =>
  database.transaction(null, "write", (db) => db.execute(sql.raw(statement)));

test.each([
  ["a second row of the same name", "insert into parents values (2, 'Ada')", "conflict"],
  ["a parent that does not exist", "insert into children values (2, 99)", "not_found"],
  ["a parent that is still in use", "delete from parents", "conflict"],
  ["a value out of its check", "insert into parents values (2, 'B', 99)", "invalid"],
  ["a text too long", "insert into parents values (2, 'B', 1, '123456')", "invalid"],
  ["a missing value", "insert into parents values (2, 'B', 1, null)", "invalid"],
  ["a number out of range", "select 99999999999::int", "invalid"],
  ["text that is no uuid", "select 'x'::uuid", "invalid"],
  ["a date that does not exist", "select '2026-02-30'::date", "invalid"],
  ["a row that a policy refuses", "insert into walled values (1)", "not_found"],
  ["a statement that takes too long", "set local statement_timeout = 5; select pg_sleep(5)", "unavailable"],
])("D9: %s", async (_, statement, code) => {
  const refused = await run(statement).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({
    code,
    message: expect.not.stringMatching(/violates|constraint|Failed query/),
  });
  expect(databaseError((refused as AppError).cause)).not.toBeNull();
});

test("a lock timeout answers that the database is too busy", async () => {
  const blocker = await owner.connect();
  await blocker.query("begin; lock table parents");
  const refused = run("set local lock_timeout = 5; insert into parents values (7, 'C')");
  await expect(refused).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: 5 } });
  await blocker.query("rollback");
  blocker.release();
});

test("a missing grant and an invalid statement stay internal errors", async () => {
  for (const statement of ["select * from closed", "select no_such_column", "selec 1"])
    expect(await run(statement).catch((error: unknown) => error)).not.toBeInstanceOf(AppError);
});

test("a write in a read-only transaction stays an internal error and changes nothing", async () => {
  const attempt = database.transaction(null, "read", (db) => db.execute(sql`delete from children`));
  expect(await attempt.catch((error: unknown) => error)).not.toBeInstanceOf(AppError);
  expect((await owner.query("select from children")).rowCount).toBe(1);
});

test("an error thrown by a capability is passed through, and its writes are rolled back", async () => {
  const ownError = new Error("mine");
  const attempt = database.transaction(null, "write", async (db) => {
    await db.execute(sql`insert into parents values (50, 'Gone')`);
    throw ownError;
  });
  await expect(attempt).rejects.toBe(ownError);
  expect((await owner.query("select from parents where id = 50")).rowCount).toBe(0);
});

test("an unreachable database is unavailable", async () => {
  const unreachable = openDatabase({ host: "127.0.0.1", port: 9, user: "ada", database: "x" });
  const attempt = unreachable.transaction(null, "read", (db) => db.execute(sql`select 1`));
  await expect(attempt).rejects.toMatchObject({ code: "unavailable" });
  await unreachable.close();
});

test("a connection closed by the server is an upstream error, and the next query works", async () => {
  const ended = run("select pg_terminate_backend(pg_backend_pid())");
  await expect(ended).rejects.toMatchObject({ code: "unavailable" });
  expect((await run("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a transaction sets its user and limits and leaves nothing on the connection", async () => {
  const ada = await aUser({ fullName: "Ada" });
  const settings = sql`select current_setting('app.user_id', true) as person, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`;
  const inside = await database.transaction(ada.userId, "read", (db) => db.execute(settings));
  expect(inside.rows).toEqual([{ person: ada.userId, statement: "10s", lock: "5s", idle: "30s" }]);
  const outside = await database.pool.query(
    "select nullif(current_setting('app.user_id', true), '') as person",
  );
  expect(outside.rows).toEqual([{ person: null }]);
});

test("a search pattern matches its text and nothing else", async () => {
  const finds = async (text: string, pattern: string) =>
    (await owner.query("select $1 ilike $2 as found", [text, containing(pattern)])).rows[0].found;
  expect(await finds("100% of a_b \\ c", "0% OF A_B \\")).toBe(true);
  expect(await finds("100 of axb", "0% of")).toBe(false);
  expect(await finds("axb", "a_b")).toBe(false);
});
