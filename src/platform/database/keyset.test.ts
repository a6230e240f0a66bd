import { randomUUID } from "node:crypto";
import { asc, sql } from "drizzle-orm";
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Transaction } from "./database.ts";
import { keyset, newest, oldest, type SortKey } from "./keyset.ts";

const { database, owner } = await testDatabase();
const notes = pgTable("notes", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  dueAt: timestamp({ withTimezone: true }),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});
await owner.query(`create table notes (id uuid primary key, title text not null, due_at timestamptz, created_at timestamptz not null);
  grant select on notes to adjutant_app`);
for (let index = 0; index < 60; index += 1)
  await owner.query(
    `insert into notes values ($1, $2, $3, timestamptz '2026-01-01 10:00:00' + ($4 || ' microseconds')::interval)`,
    [
      randomUUID(),
      `Note ${index % 7} \u{1f680}`,
      index % 4 ? null : new Date(1e12 + (index % 3)),
      index % 20,
    ],
  );

const read = <T>(run: (db: Transaction) => Promise<T>) => database.transaction(null, "read", run);

const pageOfNotes = (keys: readonly SortKey[], cursor: string | undefined, limit: number) =>
  read(async (db) => {
    const page = keyset(keys, { cursor, limit });
    const rows = await db
      .select({ id: notes.id, ...page.columns })
      .from(notes)
      .where(page.after)
      .orderBy(...page.orderBy)
      .limit(page.fetch);
    return page.of(rows);
  });

async function walk(keys: readonly SortKey[], limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await pageOfNotes(keys, cursor, limit);
    ids.push(...page.items.map((note) => note.id));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
  }
}

const inOrder = async (keys: readonly SortKey[]) => {
  const { orderBy } = keyset(keys, { limit: 1 });
  const rows = await read((db) =>
    db
      .select({ id: notes.id })
      .from(notes)
      .orderBy(...orderBy),
  );
  return rows.map((note) => note.id);
};

const title = { expression: sql`${notes.title} collate "und-x-icu"`, type: "text" };
const due: SortKey = { by: notes.dueAt, direction: "desc", nulls: "last" };

test.each<[string, SortKey[]]>([
  ["newest first, apart by microseconds only", [newest(notes.createdAt), newest(notes.id)]],
  ["oldest first", [oldest(notes.createdAt), oldest(notes.id)]],
  ["both ways", [newest(notes.createdAt), oldest(notes.id)]],
  ["due last, without a date at the end", [oldest(notes.dueAt), oldest(notes.id)]],
  ["due first, without a date at the start", [newest(notes.dueAt), newest(notes.id)]],
  ["due first, without a date at the end", [due, oldest(notes.id)]],
  ["as people sort titles", [oldest(title), newest(notes.createdAt), oldest(notes.id)]],
])("pages hold every row once, in order: %s", async (_, keys) => {
  const expected = await inOrder(keys);
  expect(expected).toHaveLength(60);
  expect(await walk(keys, 7)).toEqual(expected);
  expect(await walk(keys, 1)).toEqual(expected);
});

test("the last page has no next cursor", async () => {
  const keys = [newest(notes.id)];
  expect((await pageOfNotes(keys, undefined, 60)).nextCursor).toBeNull();
  expect((await pageOfNotes(keys, undefined, 59)).nextCursor).not.toBeNull();
});

test("rows do not contain the cursor's key", async () => {
  const { items } = await pageOfNotes([newest(notes.id)], undefined, 1);
  expect(Object.keys(items[0] ?? {})).toEqual(["id"]);
});

test("a malformed cursor, or one of another order, is invalid", async () => {
  const keys = [newest(notes.createdAt), newest(notes.id)];
  const { nextCursor } = await pageOfNotes(keys, undefined, 1);
  const [signature] = JSON.parse(Buffer.from(nextCursor ?? "", "base64url").toString());
  const forged = (...values: unknown[]) =>
    Buffer.from(JSON.stringify([signature, ...values])).toString("base64url");
  const other = await pageOfNotes([oldest(notes.createdAt), oldest(notes.id)], undefined, 1);
  const broken = [
    "",
    "x",
    "%%%",
    forged(),
    forged(1, 2),
    forged({}, []),
    forged("yesterday?", "1"),
    forged("a\0", "b"),
  ];
  for (const cursor of [...broken, other.nextCursor ?? ""])
    await expect(pageOfNotes(keys, cursor, 5)).rejects.toMatchObject({ code: "invalid" });
});

test("a page in index order uses the index alone", async () => {
  await owner.query("create index notes_newest on notes (created_at desc, id desc); analyze notes");
  const page = keyset([newest(notes.createdAt), newest(notes.id)], {
    limit: 2,
    cursor: (await pageOfNotes([newest(notes.createdAt), newest(notes.id)], undefined, 2)).nextCursor ?? "",
  });
  const plan = await read(async (db) => {
    await db.execute(sql`set local enable_seqscan = off`);
    const query = db
      .select({ id: notes.id })
      .from(notes)
      .where(page.after)
      .orderBy(...page.orderBy)
      .limit(page.fetch);
    return db.execute(sql`explain (costs off) ${query.getSQL()}`);
  });
  const lines = plan.rows.map((row) => String(row["QUERY PLAN"])).join("\n");
  expect(lines).toContain("Index Only Scan using notes_newest");
  expect(lines).toContain("Index Cond: (ROW(");
  expect(lines).not.toContain("Sort");
});

test("the helper orders as ORDER BY does", async () => {
  const plain = await read((db) =>
    db.select({ id: notes.id }).from(notes).orderBy(asc(notes.createdAt), asc(notes.id)),
  );
  expect(await inOrder([oldest(notes.createdAt), oldest(notes.id)])).toEqual(plain.map((note) => note.id));
});
