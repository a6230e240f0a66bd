import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { daysAgo, documentInstance, get, insertDocuments, read, titles } from "./document-calls.factory.ts";
import { documents } from "./documents.ts";
import { purgeDocuments, sweepOrphanedFiles } from "./jobs.ts";

const server = await documentInstance();
const { aUser, as, owner, services } = server;
let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

test("DOC-19: documents are listed by created_at descending, page by page", async () => {
  await insertDocuments(
    ada,
    { title: "Old", createdAt: daysAgo(3) },
    { title: "New", createdAt: daysAgo(1) },
    { title: "Middle", createdAt: daysAgo(2) },
    { title: "Deleted", deletedAt: new Date() },
  );
  const first = await read(ada, { limit: 2 });
  expect(first.items.map(({ title }) => title)).toEqual(["New", "Middle"]);
  expect(await titles(ada, { limit: 2, cursor: first.nextCursor })).toEqual(["Old"]);
  expect(await titles(bob)).toEqual([]);
});

test("DOC-08, DOC-30: sorting by created_at, title or size works on every page", async () => {
  await insertDocuments(
    ada,
    { title: "Zebra", fileSize: 10, createdAt: daysAgo(1) },
    { title: "äpfel", fileSize: 300, createdAt: daysAgo(2) },
    { title: "Birne", fileSize: 20, createdAt: daysAgo(3) },
  );
  expect(await titles(ada, { sort: "created_at" })).toEqual(["Zebra", "äpfel", "Birne"]);
  expect(await titles(ada, { sort: "title" })).toEqual(["äpfel", "Birne", "Zebra"]);
  expect(await titles(ada, { sort: "size" })).toEqual(["äpfel", "Birne", "Zebra"]);
  for (const sort of ["created_at", "title", "size"]) {
    const all: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await read(ada, { sort, limit: 1, ...(cursor && { cursor }) });
      all.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    expect(all).toEqual(await titles(ada, { sort }));
  }
});

test("DOC-06, DOC-07: search finds words in title, description, tags and file name, within a category", async () => {
  await insertDocuments(
    ada,
    { title: "Budget 2027", category: "reports" },
    { title: "Plan", description: "the budget behind it", category: "proposals" },
    { title: "Slides", tags: ["budget"], category: "presentations" },
    { title: "Scan", fileName: "budget-final.txt", category: "reports" },
    { title: "Lease", category: "contracts" },
  );
  await insertDocuments(bob, { title: "Bob's budget" });
  expect((await titles(ada, { text: "budg" })).toSorted()).toEqual(["Budget 2027", "Plan", "Scan", "Slides"]);
  expect((await titles(ada, { text: "budget", category: "reports" })).toSorted()).toEqual([
    "Budget 2027",
    "Scan",
  ]);
  expect(await titles(ada, { category: "contracts" })).toEqual(["Lease"]);
  expect(await titles(ada, { text: "zebra" })).toEqual([]);
});

test("DOC-02 to DOC-05: total, favorites, shared and AI processed are counted per user", async () => {
  await insertDocuments(
    ada,
    { isFavorite: true },
    { isFavorite: true, aiSummary: "Short" },
    { isShared: true },
    { deletedAt: new Date(), isFavorite: true },
  );
  expect(await ada.invoke(documents.stats)).toEqual({
    total: 3,
    favorites: 2,
    shared: 1,
    aiProcessed: 1,
    withMe: 0,
    trash: 1,
    usedBytes: 20,
  });
  expect(await titles(ada, { show: "favorites" })).toHaveLength(2);
  expect(await titles(ada, { show: "shared" })).toHaveLength(1);
  expect(await bob.invoke(documents.stats)).toMatchObject({ total: 0, trash: 0, usedBytes: 0 });
});

test("a star does not change when the document was changed; another title does", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "Minutes", updatedAt: daysAgo(2) });
  const { updatedAt } = await get(ada, id);
  await ada.invoke(documents.setFavorite, { id, isFavorite: true });
  expect((await get(ada, id)).updatedAt).toEqual(updatedAt);
  await ada.invoke(documents.update, { id, version: 2, title: "Minutes of May" });
  expect((await get(ada, id)).updatedAt).not.toEqual(updatedAt);
});

test("DOC-14, DOC-20: a favorite is toggled on and off, and undone", async () => {
  const [id = ""] = await insertDocuments(ada, {});
  expect(await ada.invoke(documents.setFavorite, { id, isFavorite: true })).toMatchObject({
    isFavorite: true,
  });
  await undoLastAction(server, ada, documents);
  expect(await get(ada, id)).toMatchObject({ isFavorite: false });
});

test("details can be changed, never over a newer version, and undone", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "Minutes" });
  const changed = await ada.invoke(documents.update, {
    id,
    version: 1,
    title: " Minutes of March ",
    category: "meeting-notes",
    tags: ["board", "board", ""],
  });
  expect(changed).toMatchObject({
    title: "Minutes of March",
    category: "meeting-notes",
    tags: ["board"],
    version: 2,
  });
  await expect(ada.invoke(documents.update, { id, version: 1, title: "Late" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { title: "Minutes of March", version: 2 } },
  });
  await expect(ada.invoke(documents.update, { id, version: 2, title: " " })).rejects.toMatchObject({
    code: "invalid",
  });
  await expect(
    ada.invoke(documents.update, { id, version: 2, description: "x".repeat(2001) }),
  ).rejects.toMatchObject({
    code: "invalid",
  });
  await ada.invoke(documents.update, { id, version: 2, title: "Third" });
  await undoLastAction(server, ada, documents);
  expect(await get(ada, id)).toMatchObject({ title: "Minutes of March" });
});

test("DOC-20: a deleted document is in the trash and can be restored, also by undo", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "Minutes" });
  await ada.invoke(documents.delete, { id });
  expect(await titles(ada)).toEqual([]);
  expect(await ada.invoke(documents.trash)).toMatchObject({ items: [{ id, deletedAt: expect.any(String) }] });
  await undoLastAction(server, ada, documents);
  expect(await titles(ada)).toEqual(["Minutes"]);
  await expect(bob.invoke(documents.delete, { id })).rejects.toMatchObject({ code: "not_found" });
});

test("only a document in the trash can be erased, together with its bytes", async () => {
  const stored = await services.files.put(Buffer.from("secret"));
  const [id = ""] = await insertDocuments(ada, { storageKey: stored.key });
  await expect(ada.invoke(documents.erase, { id })).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(documents.delete, { id });
  await ada.invoke(documents.erase, { id });
  expect(await ada.invoke(documents.trash)).toMatchObject({ items: [] });
  await expect
    .poll(() =>
      services.files.get(stored.key).then(
        (stream) => {
          stream.destroy();
          return "there";
        },
        () => "gone",
      ),
    )
    .toBe("gone");
});

test("the nightly sweep empties the trash after 30 days with the bytes, and deletes unreferenced bytes", async () => {
  const [old, young, orphan, attached] = await Promise.all(
    ["old", "young", "orphan", "attached"].map((text) => services.files.put(Buffer.from(text))),
  );
  await insertDocuments(
    ada,
    { title: "Old", storageKey: old?.key ?? "", deletedAt: daysAgo(31) },
    { title: "Young", storageKey: young?.key ?? "", deletedAt: daysAgo(29) },
  );
  const conversationId = randomUUID();
  await owner.query("insert into conversations (id, type, created_by) values ($1, 'direct', $2)", [
    conversationId,
    ada.userId,
  ]);
  await owner.query(
    "insert into messages (conversation_id, sender_id, content, attachments) values ($1, $2, '', $3)",
    [conversationId, ada.userId, JSON.stringify([{ name: "a.txt", storageKey: attached?.key }])],
  );
  const state = (key = "") =>
    services.files.get(key).then(
      (stream) => {
        stream.destroy();
        return "kept";
      },
      () => "gone",
    );
  await sweepOrphanedFiles.run(services, {});
  expect(await state(orphan?.key), "younger than a day").toBe("kept");
  await purgeDocuments.run(services, {});
  await expect.poll(() => state(old?.key)).toBe("gone");
  const sweepOfTomorrow = {
    ...services,
    files: {
      ...services.files,
      storedBefore: () => services.files.storedBefore(new Date(Date.now() + 60_000)),
    },
  };
  await sweepOrphanedFiles.run(sweepOfTomorrow, {});
  expect([await state(young?.key), await state(orphan?.key), await state(attached?.key)]).toEqual([
    "kept",
    "gone",
    "kept",
  ]);
});

test("a page in any sort order is read by index", async () => {
  await owner.query(
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256)
     select $1, 'Paper ' || n, 'a.txt', 'text/plain', n, n::text, n::text from generate_series(1, 3000) n`,
    [ada.userId],
  );
  await owner.query("analyze documents");
  for (const sort of ["created_at", "title", "size"] as const) {
    const plan = await services.database.transaction(ada.userId, "read", async (db) => {
      const { rows } = await db.execute<{ "QUERY PLAN": string }>(
        `explain select id from documents where user_id = '${ada.userId}' and deleted_at is null order by ${
          {
            created_at: "created_at desc, id desc",
            title: 'title collate "und-x-icu", id',
            size: "file_size desc, id desc",
          }[sort]
        } limit 51`,
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan, sort).toMatch(/Index (Only )?Scan using documents_/);
    expect(plan, sort).not.toContain("Seq Scan on documents");
  }
});

test("links that have expired make room for new ones", async () => {
  const [id = ""] = await insertDocuments(ada, {});
  for (let count = 0; count < 20; count += 1) await ada.invoke(documents.createLink, { id });
  await owner.query(
    "update document_links set expires_at = now() - interval '1 second' - interval '1 s' where document_id = $1",
    [id],
  );
  expect(await ada.invoke(documents.createLink, { id })).toMatchObject({
    path: expect.stringMatching("/shared/"),
  });
});
