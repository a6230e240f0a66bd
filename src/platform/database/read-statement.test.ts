import { eq, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { idempotencyKeys } from "#platform/capability/tables.ts";
import { roundTripsOf } from "#platform/testing/round-trips.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { openPool } from "./connection.ts";
import { openDatabase, type Transaction } from "./database.ts";
import { REQUESTS } from "./guard-connection.ts";
import { prepareForReads, runRead } from "./read-statement.ts";

const server = await testDatabase();
const ada = await server.aUser({ fullName: "Ada" });
const bob = await server.aUser({ fullName: "Bob" });
// One connection, so that each statement meets what the one before left behind.
const database = openDatabase(server.connection("app"), { max: 1 });
server.atEnd(() => database.close());
const keysOf = (db: Transaction) => db.select().from(idempotencyKeys);
for (const { userId } of [ada, bob])
  await database.transaction(userId, "write", (db) =>
    db.insert(idempotencyKeys).values({ userId, key: "k", requestHash: "h" }),
  );
await database.transaction(ada.userId, "read", keysOf);

test("a read is one round trip for each of its statements, and nothing around them", async () => {
  const one = await roundTripsOf(() => database.transaction(ada.userId, "read", keysOf));
  const two = await roundTripsOf(() =>
    database.transaction(ada.userId, "read", async (db) => [await keysOf(db), await keysOf(db)]),
  );
  const none = await roundTripsOf(() => database.transaction(ada.userId, "read", async () => null));
  expect([one.trips, two.trips, none.trips]).toEqual([1, 2, 0]);
});

test("each statement of a read sees the rows of its person, and the connection is nobody's afterwards", async () => {
  const owners = async (userId: string | null) => {
    const rows = await database.transaction(userId, "read", async (db) => [
      ...(await keysOf(db)),
      ...(await keysOf(db)),
    ]);
    return rows.map((row) => row.userId);
  };
  expect(await owners(ada.userId)).toEqual([ada.userId, ada.userId]);
  expect(await owners(null)).toEqual([]);
  expect(await owners(bob.userId)).toEqual([bob.userId, bob.userId]);
  const { rows } = await database.pool.query(
    `select current_setting('app.user_id') as person, current_setting('app.provenance') as provenance,
       current_setting('transaction_read_only') as read_only, current_setting('statement_timeout') as statement,
       (select count(*)::int from idempotency_keys) as visible`,
  );
  expect(rows).toEqual([{ person: "", provenance: "", read_only: "off", statement: "0", visible: 0 }]);
});

test("a read has the limits of every transaction and can write nothing", async () => {
  const { rows } = await database.transaction(ada.userId, "read", (db) =>
    db.execute(sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as locks,
      current_setting('transaction_read_only') as read_only`),
  );
  expect(rows).toEqual([{ statement: "10s", locks: "5s", read_only: "on" }]);
  await expect(
    database.transaction(ada.userId, "read", (db) =>
      db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, ada.userId)),
    ),
  ).rejects.toMatchObject({ cause: { code: "25006" } });
});

test("what a read sets for its later statements holds for them, and ends with it", async () => {
  const readAs = (fail: boolean) =>
    database.transaction(ada.userId, "read", async (db) => {
      await db.execute(sql`select set_config('app.user_id', ${bob.userId}, true)`);
      const rows = await keysOf(db);
      if (fail) throw new Error("on purpose");
      return rows.map(({ userId }) => userId);
    });
  expect(await readAs(false)).toEqual([bob.userId]);
  await expect(readAs(true)).rejects.toThrow("on purpose");
  const { rows } = await database.pool.query("select current_setting('app.user_id') as person");
  expect(rows).toEqual([{ person: "" }]);
  expect(await database.transaction(null, "read", keysOf)).toEqual([]);
});

test("after a statement that failed, the next read on the connection gets its own answer", async () => {
  const failing = database.transaction(ada.userId, "read", (db) => db.execute(sql`select 1 / 0`));
  const following = database.transaction(ada.userId, "read", keysOf);
  await expect(failing).rejects.toMatchObject({ code: "invalid" });
  expect(await following).toHaveLength(1);
});

test("a named query is parsed once for each connection and planned once for all values", async () => {
  const named = (userId: string, limit: number) =>
    database.transaction(userId, "read", (db) =>
      keysOf(db).where(eq(idempotencyKeys.userId, userId)).limit(limit).prepare("keys").execute(),
    );
  expect(await named(ada.userId, 5)).toHaveLength(1);
  for (let count = 0; count < 6; count += 1) await named(count % 2 ? ada.userId : bob.userId, 5);
  expect(await roundTripsOf(() => named(bob.userId, 5))).toEqual({ trips: 1, parsed: 0 });
  const { rows } = await database.pool.query(
    "select statement like '%limit 5' as limited, generic_plans > 0 as planned_once from pg_prepared_statements where name like 'keys %'",
  );
  expect(rows).toEqual([{ limited: true, planned_once: true }]);
});

test("a slow statement of a read has the time of a transaction, not that of a single statement", async () => {
  const pool = openPool(server.connection("app"), {
    ...{ name: "impatient", max: 1 },
    limits: { ...REQUESTS, singleStatement: 150 },
  });
  const client = await pool.connect();
  await prepareForReads(client);
  const reader = { userId: ada.userId, provenance: "person" } as const;
  const slow = await runRead(client, { text: "select 1 as one from pg_sleep(0.5)" }, reader, true);
  client.release();
  await pool.end();
  expect(slow.rows).toEqual([{ one: 1 }]);
});

test("a prepared query that a change of its table made unusable gets a new connection", async () => {
  await server.owner.query("create table altered (id int)");
  await server.owner.query("grant select on altered to adjutant_app");
  const altered = pgTable("altered", { id: text() });
  const read = () =>
    database.transaction(ada.userId, "read", (db) => db.select().from(altered).prepare("altered").execute());
  expect(await read()).toEqual([]);
  await server.owner.query("alter table altered alter id type text");
  await expect(read()).rejects.toThrow();
  expect(await read()).toEqual([]);
});
