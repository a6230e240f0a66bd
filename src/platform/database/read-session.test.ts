import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { auditLog, idempotencyKeys } from "#platform/capability/tables.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Transaction } from "./database.ts";

// A read returns the values that drizzle's own mapping returns in a transaction that writes.

const { aUser, services } = await testDatabase();
const { database } = services;
const ada = await aUser();
await database.transaction(ada.userId, "write", async (db) => {
  await db
    .insert(idempotencyKeys)
    .values({ userId: ada.userId, key: "k", requestHash: "h", answer: { at: 1, of: ["a", null] } });
  await db.insert(auditLog).values({
    userId: ada.userId,
    capability: "a",
    effect: "read",
    recordIds: ["one"],
    outcome: "done",
    requestId: "r",
  });
});
const other = alias(idempotencyKeys, "other");
const MOMENT = sql`'2026-11-27 10:20:30.4+01'::timestamptz`;

const QUERIES: Record<string, (db: Transaction) => PromiseLike<unknown>> = {
  "all columns": (db) => db.select().from(idempotencyKeys),
  "arrays and numbers": (db) => db.select().from(auditLog),
  expressions: (db) =>
    db
      .select({
        ...{ number: sql`7`, sum: sql`sum(7)`, none: sql`null`, list: sql`array[1, 2]`, is: sql`true` },
        ...{ json: sql`'{"a": [1]}'::jsonb`, day: sql`'2026-11-27'::date`, text: sql`moment`.as("words") },
      })
      .from(sql`(select 'now' as moment) as of`)
      .groupBy(sql`moment`)
      .having(sql`true`),
  "decoded expressions": (db) =>
    db
      .select({
        at: MOMENT.mapWith(idempotencyKeys.createdAt),
        n: sql`'12'`.mapWith(Number),
        named: MOMENT.as("at"),
      })
      .from(idempotencyKeys),
  "joined tables": (db) => db.select().from(idempotencyKeys).leftJoin(other, eq(other.key, "none")),
  "objects in rows": (db) =>
    db.select({ of: { key: idempotencyKeys.key, at: idempotencyKeys.createdAt } }).from(idempotencyKeys),
  "columns of a subquery": (db) => {
    const inner = db
      .select({ at: idempotencyKeys.createdAt, one: sql<number>`1`.mapWith(String).as("one") })
      .from(idempotencyKeys)
      .as("inner");
    return db.select({ at: inner.at, one: inner.one }).from(inner);
  },
};

test.each(Object.entries(QUERIES))("%s", async (_name, query) => {
  const expected = await database.transaction(ada.userId, "write", async (db) => query(db));
  expect(expected).toHaveLength(1);
  expect(await database.transaction(ada.userId, "read", async (db) => query(db))).toStrictEqual(expected);
});
