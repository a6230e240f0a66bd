import { expect, test } from "vitest";
import type { ListSource, Page } from "./record-source.ts";
import { RecordStore } from "./record-store.ts";
import { ApiError } from "./resource-client.ts";

type Note = { id: string; version: number; rank: number; isOpen: boolean; deletedAt?: string };

const note = (rank: number, change: Partial<Note> = {}): Note => ({
  id: `note ${rank}`,
  version: 1,
  rank,
  isOpen: true,
  ...change,
});

/** A fake server: stored records, in pages of two, with responses that a test can delay. */
class FakeServer implements ListSource<Note> {
  notes: Note[];
  isBroken = false;

  constructor(...ranks: number[]) {
    this.notes = ranks.map((rank) => note(rank));
  }

  find = async (id: string) => this.notes.find((each) => each.id === id) ?? null;

  read = async (cursor: string | null): Promise<Page<Note>> => {
    if (this.isBroken) throw new ApiError("invalid", "The shelf is broken", 400, {});
    const after = this.notes.filter(({ rank }) => rank > Number(cursor ?? 0)).slice(0, 3);
    const items = after.slice(0, 2);
    return { items, nextCursor: after.length > 2 ? String(items.at(-1)?.rank) : null };
  };

  includes = ({ isOpen, deletedAt }: Note) => isOpen && !deletedAt;
  compare = (one: Note, other: Note) => one.rank - other.rank;

  save(saved: Note): Note {
    this.notes = [...this.notes.filter(({ id }) => id !== saved.id), saved].sort(this.compare);
    return saved;
  }
}

async function openList(...ranks: number[]) {
  const server = new FakeServer(...ranks);
  const store = new RecordStore<Note>(server.find);
  const list = store.list("open", server);
  await list.more();
  const listedRanks = () => list.view().ids.map((id) => store.get(id)?.rank);
  return { shelf: server, store, list, ranksShown: listedRanks };
}

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

test("announced records are fetched by id: changed, deleted, and an older copy changes nothing", async () => {
  const { shelf, store, ranksShown } = await openList(1, 2);
  shelf.save(note(7, { id: "note 1", version: 2 }));
  shelf.notes = shelf.notes.filter(({ rank }) => rank !== 2);
  await store.invalidate(["note 1", "note 2"]);
  expect(ranksShown()).toEqual([7]);
  store.receive([note(1)]);
  expect(ranksShown()).toEqual([7]);
});

test("an identical copy notifies nobody, a different one does", async () => {
  const { store } = await openList(1);
  let notifications = 0;
  store.subscribe("note 1", () => {
    notifications += 1;
  });
  const before = store.get("note 1");
  store.receive([note(1)]);
  expect(notifications).toBe(0);
  expect(store.get("note 1")).toBe(before);
  store.receive([note(1, { rank: 3 })]);
  expect(notifications).toBe(1);
});

test("a record deleted here and then not found stays in the trash", async () => {
  const { shelf, store } = await openList(1);
  const trash = store.list("trash", {
    read: async () => ({ items: [], nextCursor: null }),
    includes: ({ deletedAt }) => Boolean(deletedAt),
    compare: shelf.compare,
  });
  await trash.more();
  await store.write(
    "note 1",
    (one) => ({ ...one, deletedAt: "now" }),
    async (latest) => ({ ...latest, deletedAt: "now" }),
  );
  shelf.notes = [];
  await store.invalidate(["note 1"]);
  expect(trash.view().ids).toEqual(["note 1"]);
});

test("a stale 'not found' does not remove a restored record", async () => {
  const server = new FakeServer(1);
  const asked = Promise.withResolvers<void>();
  const early = Promise.withResolvers<Note | null>();
  const answers = [early.promise];
  const store = new RecordStore<Note>((id) => {
    asked.resolve();
    return answers.shift() ?? server.find(id);
  });
  const list = store.list("open", server);
  await list.more();
  const deleted = note(1, { deletedAt: "now" });
  await store.write(
    deleted.id,
    () => deleted,
    async () => deleted,
  );
  const invalidated = store.invalidate([deleted.id]);
  await asked.promise;
  await store.create(note(1), async () => server.save(note(1, { version: 3 })));
  early.resolve(null);
  await invalidated;
  expect(list.view().ids).toEqual([deleted.id]);
});

test("after missed announcements, lists on screen are reread to the same depth", async () => {
  const { shelf, store, list, ranksShown } = await openList(1, 2, 3);
  await list.more();
  store.subscribe("open", () => undefined);
  shelf.notes = [2, 3, 4, 5].map((rank) => note(rank, { id: `note ${rank}` }));
  await store.invalidate([]);
  expect(ranksShown()).toEqual([2, 3, 4, 5]);
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

test("several announced records are fetched in one call where possible", async () => {
  const server = new FakeServer(1, 2, 3);
  const asked: (readonly string[])[] = [];
  const store = new RecordStore<Note>(server.find, async (ids) => {
    asked.push(ids);
    return server.notes.filter(({ id }) => ids.includes(id));
  });
  const list = store.list("open", server);
  await list.more();
  server.save(note(2, { version: 2, isOpen: false }));
  server.notes = server.notes.filter(({ id }) => id !== "note 1");
  await store.invalidate(["note 1", "note 2"]);
  expect(asked).toEqual([["note 1", "note 2"]]);
  expect(list.view().ids).toEqual([]);
  expect(store.get("note 1")).toBeUndefined();
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

test("callers share a refresh that is still queued", async () => {
  const { shelf, list } = await openList(1, 2);
  const readNow = shelf.read;
  let readings = 0;
  shelf.read = (cursor) => {
    readings += 1;
    return readNow(cursor);
  };
  await Promise.all([list.refresh(), list.refresh(), list.refresh(), list.refresh()]);
  expect(readings).toBeLessThanOrEqual(2);
});
