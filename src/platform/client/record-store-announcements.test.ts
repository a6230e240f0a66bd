import { expect, test } from "vitest";
import { FakeServer, type Note, note, openList } from "./record-store.factory.ts";
import { RecordStore } from "./record-store.ts";

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

test("announced records need no reading: changed, new, gone, and an older copy changes nothing", async () => {
  const store = new RecordStore<Note>(() => Promise.reject(new Error("nothing is to be read")));
  const list = store.list("open", new FakeServer(1, 2));
  await list.more();
  const ranksShown = () => list.view().ids.map((id) => store.get(id)?.rank);
  await store.receiveChanges([note(7, { id: "note 1", version: 2 }), note(9)], ["note 2"]);
  expect(ranksShown()).toEqual([7, 9]);
  await store.receiveChanges([note(1)], []);
  expect(ranksShown()).toEqual([7, 9]);
});

test("a record that this page restores while it is announced as gone stays", async () => {
  const { shelf, store, ranksShown } = await openList(1);
  const saved = Promise.withResolvers<Note>();
  const restored = store.create(note(1), () => saved.promise);
  const applied = store.receiveChanges([], ["note 1"]);
  saved.resolve(shelf.save(note(1, { version: 3 })));
  await Promise.all([restored, applied]);
  expect(ranksShown()).toEqual([1]);
});

test("a record whose creation is announced before its own answer arrives is never shown twice", async () => {
  const { store, ranksShown } = await openList(1);
  const answer = Promise.withResolvers<Note>();
  const creating = store.create(note(5, { id: "draft" }), () => answer.promise);
  const made = note(5, { id: "note 5" });
  const announced = store.receiveChanges([made, note(2, { id: "note 1", version: 2 })], []);
  await Promise.resolve();
  expect(ranksShown()).toEqual([2, 5]);
  answer.resolve(made);
  await Promise.all([creating, announced]);
  expect(ranksShown()).toEqual([2, 5]);
  expect(store.confirmedId("draft")).toBe("note 5");
});

test("what others create meanwhile is shown when one's own creation has an answer, also a refusal", async () => {
  const { store, ranksShown } = await openList(1);
  const answer = Promise.withResolvers<Note>();
  const creating = store.create(note(5, { id: "draft" }), () => answer.promise);
  const announced = store.receiveChanges([note(3)], []);
  answer.reject(new Error("refused"));
  await expect(creating).rejects.toThrow("refused");
  await announced;
  expect(ranksShown()).toEqual([1, 3]);
});

test.for([
  ["is gone", null],
  ["is in the trash", note(1, { version: 2, deletedAt: "now" })],
] as const)(
  "a record deleted here that %s is not read when its deletion is announced before the answer",
  async ([, answer]) => {
    const server = new FakeServer(1);
    const fetched: string[] = [];
    const store = new RecordStore<Note>((id) => {
      fetched.push(id);
      return server.find(id);
    });
    await store.list("open", server).more();
    const sent = Promise.withResolvers<Note | null>();
    const deletion = store.write(
      "note 1",
      () => undefined,
      () => sent.promise,
    );
    const announced = store.receiveChanges([], ["note 1"]);
    sent.resolve(answer);
    await Promise.all([deletion, announced]);
    expect(store.get("note 1")).toEqual(answer ?? undefined);
    expect(fetched).toEqual([]);
  },
);
