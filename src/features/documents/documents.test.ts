import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { documents } from "./documents.ts";
import { aDocument } from "./factory.ts";
import { endDocumentLinks, purgeDocuments, sweepOrphanedFiles } from "./jobs.ts";
import type { DocumentOnWire } from "./model.ts";
import { documents as documentRows } from "./tables.ts";

const server = await testDatabase(async ({ connection, services, atEnd }) => {
  const jobs = await startJobs({ ...services, owner: connection("owner"), log: createLog("silent") }, [
    removeFiles,
  ]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const { aUser, as, owner, services } = server;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

let ada: Person;
let bob: Person;

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

type Fields = Partial<Parameters<typeof aDocument>[0]>;

async function insertDocuments(person: Person, ...all: Fields[]): Promise<string[]> {
  const { userId } = person;
  const rows = await person.run(({ db }) =>
    db
      .insert(documentRows)
      .values(all.map((fields) => aDocument({ userId, ...fields })))
      .returning({ id: documentRows.id }),
  );
  return rows.map(({ id }) => id);
}

const read = async (person: Person, input: object = {}) =>
  (await person.invoke(documents.list, input)) as { items: DocumentOnWire[]; nextCursor: string | null };
const titles = async (person: Person, input: object = {}) =>
  (await read(person, input)).items.map(({ title }) => title);
const get = (person: Person, id: string) => person.invoke(documents.get, { id }) as Promise<DocumentOnWire>;

async function aWorkspaceOf(...members: readonly Person[]): Promise<string> {
  const id = randomUUID();
  await owner.query("insert into workspaces (id, name, created_by) values ($1, 'Leadership', $2)", [
    id,
    members[0]?.userId,
  ]);
  for (const { userId } of members)
    await owner.query(
      "insert into workspace_members (workspace_id, user_id, state) values ($1, $2, 'active')",
      [id, userId],
    );
  return id;
}

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

test("decision 14: a person can read a document shared with them, and nothing more", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "Lease", isFavorite: true });
  expect(await ada.invoke(documents.share, { id, with: { email: bob.email.toUpperCase() } })).toMatchObject({
    isShared: true,
  });
  expect(await read(bob, { show: "withMe" })).toMatchObject({
    items: [{ id, title: "Lease", ownerName: "Ada", isFavorite: false }],
  });
  expect(await titles(bob)).toEqual([]);
  expect(await get(bob, id)).toMatchObject({ ownerName: "Ada" });
  expect(await bob.invoke(documents.stats)).toMatchObject({ total: 0, withMe: 1 });
  for (const [verb, input] of [
    ["update", { version: 2, title: "Mine" }],
    ["setFavorite", { isFavorite: true }],
    ["delete", {}],
    ["erase", {}],
    ["restore", {}],
    ["sharing", {}],
    ["share", { with: { personId: ada.userId } }],
    ["createLink", {}],
  ] as const)
    await expect(bob.invoke(documents[verb], { id, ...input }), verb).rejects.toMatchObject({
      code: "not_found",
    });
});

test("sharing notifies the person once, and ends with the next request", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "Lease" });
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  const { rows } = await owner.query("select title, type, href from smart_notifications where user_id = $1", [
    bob.userId,
  ]);
  expect(rows).toEqual([
    {
      title: "Ada shared 'Lease' with you",
      type: "document",
      href: `/documents?show=withMe&document=${id}`,
    },
  ]);
  const { shares } = (await ada.invoke(documents.sharing, { id })) as {
    shares: { id: string; name: string }[];
  };
  expect(shares).toMatchObject([{ personId: bob.userId, name: "Bob", email: bob.email }]);
  expect(await ada.invoke(documents.unshare, { id, shareId: shares[0]?.id })).toMatchObject({
    isShared: false,
  });
  expect(await titles(bob, { show: "withMe" })).toEqual([]);
  await expect(get(bob, id)).rejects.toMatchObject({ code: "not_found" });
  await expect(ada.invoke(documents.unshare, { id, shareId: shares[0]?.id })).rejects.toMatchObject({
    code: "not_found",
  });
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  const notifications = await owner.query("select from smart_notifications where user_id = $1", [bob.userId]);
  expect(notifications.rowCount, "sharing again and again is no way to ring at somebody's door").toBe(1);
});

test("a workspace can read a document shared with it while reader and owner are both members", async () => {
  const carol = as(await aUser({ fullName: "Carol" }));
  const workspaceId = await aWorkspaceOf(ada, bob);
  const [id = ""] = await insertDocuments(ada, { title: "Plan" });
  expect(await ada.invoke(documents.shareCandidates)).toMatchObject({
    people: [{ id: bob.userId, name: "Bob" }],
    workspaces: [{ id: workspaceId, name: "Leadership" }],
  });
  await ada.invoke(documents.share, { id, with: { workspaceId } });
  expect([await titles(bob, { show: "withMe" }), await titles(carol, { show: "withMe" })]).toEqual([
    ["Plan"],
    [],
  ]);
  const state = (person: Person, to: string) =>
    owner.query("update workspace_members set state = $1 where user_id = $2", [to, person.userId]);
  await state(bob, "removed");
  expect(await titles(bob, { show: "withMe" })).toEqual([]);
  await state(bob, "active");
  await state(ada, "removed");
  expect(await titles(bob, { show: "withMe" })).toEqual([]);
  await expect(carol.invoke(documents.share, { id, with: { workspaceId } })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("nobody is found by a partial address, by a stranger's id, or in another workspace", async () => {
  const [id = ""] = await insertDocuments(ada, {});
  const foreign = await aWorkspaceOf(bob);
  for (const recipient of [
    { email: "bob" },
    { email: `%${bob.email}` },
    { personId: bob.userId },
    { workspaceId: foreign },
  ])
    await expect(ada.invoke(documents.share, { id, with: recipient })).rejects.toMatchObject({
      code: "not_found",
    });
  await expect(ada.invoke(documents.share, { id, with: { email: ada.email } })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a share with an address is pending, visible to both, until the address is confirmed", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "For the real Bob" });
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    bob.userId,
  ]);
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  expect(await ada.invoke(documents.sharing, { id })).toMatchObject({
    shares: [{ name: bob.email, isPending: true }],
  });
  expect(await titles(bob, { show: "withMe" })).toEqual([]);
  const { rows } = await services.database.transaction(bob.userId, "read", (db) =>
    db.execute("select state, documents from my_address()"),
  );
  expect(rows).toEqual([{ state: "unproven", documents: 1 }]);
  await owner.query(
    "update users set address_state = 'proven', address_reason = 'confirmation_mail' where id = $1",
    [bob.userId],
  );
  expect(await titles(bob, { show: "withMe" })).toContain("For the real Bob");
});

test("D2: the database does not let Bob share Ada's document", async () => {
  const [id] = await insertDocuments(ada, {});
  for (const table of [
    "document_shares (document_id, user_id, person_id)",
    "document_links (document_id, user_id, token_hash)",
  ])
    await expect(
      services.database.transaction(bob.userId, "write", (db) =>
        db.execute(`insert into ${table} values ('${id}', '${bob.userId}', '${bob.userId}')`),
      ),
    ).rejects.toThrow();
});

test("a document in the trash is shared with nobody until it is restored", async () => {
  const [id = ""] = await insertDocuments(ada, { title: "Lease" });
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  await ada.invoke(documents.delete, { id });
  expect(await titles(bob, { show: "withMe" })).toEqual([]);
  await ada.invoke(documents.restore, { id });
  expect(await titles(bob, { show: "withMe" })).toEqual(["Lease"]);
});

test("links are limited in number, expire, are shown once, and report that they have expired", async () => {
  const [id = ""] = await insertDocuments(ada, {});
  await expect(
    ada.invoke(documents.createLink, { id, expiresAt: daysAgo(1).toISOString() }),
  ).rejects.toMatchObject({ code: "invalid" });
  const key = { idempotencyKey: randomUUID() };
  const { link, path } = (await ada.invoke(documents.createLink, { id }, key)) as {
    link: { id: string };
    path: string;
  };
  expect(path).toMatch(/^\/shared\/[\w-]{43}$/);
  await expect(ada.invoke(documents.createLink, { id }, key)).rejects.toMatchObject({ code: "conflict" });
  for (let count = 1; count < 20; count += 1) await ada.invoke(documents.createLink, { id });
  await expect(ada.invoke(documents.createLink, { id })).rejects.toMatchObject({ code: "invalid" });
  expect(await ada.invoke(documents.revokeLink, { id, linkId: link.id })).toMatchObject({ isShared: true });
  await owner.query("update document_links set expires_at = now() - interval '1 s' where document_id = $1", [
    id,
  ]);
  await endDocumentLinks.run(services, {});
  expect(await get(ada, id)).toMatchObject({ isShared: false });
  expect(await ada.invoke(documents.sharing, { id })).toEqual({ shares: [], links: [] });
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
