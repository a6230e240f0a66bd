import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { idempotencyKeys } from "#platform/capability/tables.ts";
import { disableRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Transaction } from "./database.ts";
import { selectOnce } from "./select-once.ts";

const { aUser, services, owner } = await testDatabase();
const { database } = services;
const [ada, bob] = [await aUser(), await aUser()];
const answer = { at: ["one", null] };
for (const { userId } of [ada, bob])
  await database.transaction(userId, "write", (db) =>
    db.insert(idempotencyKeys).values({ userId, key: `of ${userId}`, requestHash: "h", answer }),
  );

let built = 0;
const keysOf = (db: Transaction, userId: string) =>
  selectOnce(db, {
    ...{ name: "keys", shape: "own", values: { userId } },
    build: () => {
      built += 1;
      return db
        .select({ key: idempotencyKeys.key, answer: idempotencyKeys.answer, at: idempotencyKeys.createdAt })
        .from(idempotencyKeys)
        .where(eq(idempotencyKeys.userId, sql.placeholder("userId")));
    },
  });

test("a statement is built once, and returns to everybody their own rows by its values alone", async () => {
  await disableRowLevelSecurity(owner);
  for (const { userId } of [ada, bob, ada])
    for (const mode of ["read", "write"] as const)
      expect(await database.transaction(userId, mode, (db) => keysOf(db, userId))).toEqual([
        { key: `of ${userId}`, answer, at: expect.any(Date) },
      ]);
  expect(built).toBe(1);
});

test("a statement with a value of its first caller is refused, and so are rows with objects", async () => {
  const asked = (build: (db: Transaction) => Parameters<typeof selectOnce>[1]["build"]) =>
    database.transaction(ada.userId, "read", (db) =>
      selectOnce(db, { name: "wrong", shape: "", values: {}, build: build(db) }),
    );
  await expect(
    asked((db) => () => db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, ada.userId))),
  ).rejects.toThrow("wrong holds a value that is not a placeholder");
  await expect(
    asked((db) => () => db.select({ of: { key: idempotencyKeys.key } }).from(idempotencyKeys)),
  ).rejects.toThrow("wrong selects objects");
});
