import { expect, test } from "vitest";
import type { Page } from "./record-source.ts";
import { FakeServer, type Note, note, openList } from "./record-store.factory.ts";
import { RecordStore } from "./record-store.ts";

test("a list reads page after page and detects the last one", async () => {
  const { list, ranksShown } = await openList(1, 2, 3);
  expect(ranksShown()).toEqual([1, 2]);
  expect(list.view().hasMore).toBe(true);
  await list.more();
  expect(ranksShown()).toEqual([1, 2, 3]);
  expect(list.view()).toMatchObject({ phase: "ready", hasMore: false });
});

test("a listener may request the next page synchronously", async () => {
  const server = new FakeServer(1, 2, 3, 4, 5);
  const store = new RecordStore<Note>(server.find);
  const list = store.list("open", server);
  const isComplete = Promise.withResolvers<void>();
  store.subscribe("open", () => {
    if (list.view().hasMore) void list.more();
    else isComplete.resolve();
  });
  await list.more();
  await isComplete.promise;
  expect(list.view().ids).toHaveLength(5);
});

test("a change is shown before the server answers, and stays when it is confirmed", async () => {
  const { shelf, store, ranksShown } = await openList(1, 2);
  const answer = Promise.withResolvers<Note>();
  const written = store.write(
    "note 1",
    (one) => ({ ...one, rank: 5 }),
    () => answer.promise,
  );
  expect(ranksShown()).toEqual([2, 5]);
  answer.resolve(shelf.save(note(5, { id: "note 1", version: 2 })));
  await written;
  expect(ranksShown()).toEqual([2, 5]);
  expect(store.get("note 1")?.version).toBe(2);
});

test("TASK-32: a change that the server refuses is reverted, and only that one", async () => {
  const { store, ranksShown } = await openList(1, 2);
  const refusal = Promise.withResolvers<Note>();
  const refused = store.write(
    "note 1",
    (one) => ({ ...one, rank: 5 }),
    () => refusal.promise,
  );
  const accepted = store.write(
    "note 1",
    (one) => ({ ...one, isOpen: false }),
    async (latest) => ({ ...latest, isOpen: false, version: latest.version + 1 }),
  );
  expect(ranksShown()).toEqual([2]);
  refusal.reject(new Error("no"));
  await expect(refused).rejects.toThrow("no");
  await accepted;
  expect(store.get("note 1")).toMatchObject({ rank: 1, isOpen: false, version: 2 });
});

test("a draft is shown at once, and its changes wait for its real id", async () => {
  const { shelf, store, ranksShown } = await openList(1, 3);
  const answer = Promise.withResolvers<Note>();
  const created = store.create(note(2, { id: "draft", version: 0 }), () => answer.promise);
  const sentTo: string[] = [];
  const closed = store.write(
    "draft",
    (one) => ({ ...one, isOpen: false }),
    async (latest) => {
      sentTo.push(latest.id);
      return shelf.save({ ...latest, isOpen: false, version: 2 });
    },
  );
  expect(ranksShown()).toEqual([1, 3]);
  answer.resolve(shelf.save(note(2)));
  await created;
  expect(store.get("note 2")).toMatchObject({ isOpen: false });
  await closed;
  expect(sentTo).toEqual(["note 2"]);
  expect(store.get("draft")).toBeUndefined();
  expect(store.get("note 2")).toMatchObject({ isOpen: false, version: 2 });
});

test("TASK-31: a draft that the server refuses disappears", async () => {
  const { store, ranksShown } = await openList(1);
  const refused = store.create(note(2, { id: "draft" }), () => Promise.reject(new Error("no")));
  expect(ranksShown()).toEqual([1, 2]);
  await expect(refused).rejects.toThrow("no");
  expect(ranksShown()).toEqual([1]);
});

test("a record that moves behind the loaded pages appears with a later page, once", async () => {
  const { shelf, store, list, ranksShown } = await openList(1, 2, 3, 4);
  await store.write(
    "note 1",
    (one) => ({ ...one, rank: 9 }),
    async () => shelf.save(note(9, { id: "note 1", version: 2 })),
  );
  expect(ranksShown()).toEqual([2]);
  await list.more();
  await list.more();
  expect(ranksShown()).toEqual([2, 3, 4, 9]);
});

test("a record written while a page is being fetched is not overwritten by that older page", async () => {
  const server = new FakeServer(1, 3);
  const store = new RecordStore<Note>(server.find);
  const stale = Promise.withResolvers<Page<Note>>();
  const list = store.list("open", {
    includes: server.includes,
    compare: server.compare,
    read: () => stale.promise,
  });
  const reading = list.more();
  await store.create(note(2, { id: "draft" }), async () => note(2));
  stale.resolve({ items: server.notes, nextCursor: null });
  await reading;
  expect(list.view().ids).toEqual(["note 1", "note 2", "note 3"]);
});

test("TASK-30: a list that cannot be read reports it and can be retried", async () => {
  const server = new FakeServer(1);
  const list = new RecordStore<Note>(server.find).list("open", server);
  server.isBroken = true;
  await list.more();
  expect(list.view().phase).toBe("failed");
  server.isBroken = false;
  await list.more();
  expect(list.view()).toMatchObject({ phase: "ready", ids: ["note 1"] });
});

test("of two concurrent reads the later request wins: an old page removes nothing", async () => {
  const { shelf, store, list, ranksShown } = await openList(1, 2);
  const old = Promise.withResolvers<void>();
  const readNow = shelf.read;
  let readings = 0;
  shelf.read = async (cursor) => {
    readings += 1;
    const isSecond = readings === 2;
    const page = await readNow(cursor);
    if (isSecond) await old.promise;
    return page;
  };
  const first = list.refresh();
  const second = list.refresh();
  await first;
  await store.create(note(0), async () => shelf.save(note(0)));
  old.resolve();
  await second;
  expect(ranksShown()).toEqual([0, 1, 2]);
});
