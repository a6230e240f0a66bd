import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { FakeServer, type Note, note } from "./record-store.factory.ts";
import { RecordStore } from "./record-store.ts";

/** A store whose reads and writes are answered by `answer`, not before. */
function aSlowStore() {
  const server = new FakeServer(1, 2);
  const { promise: released, resolve: answer } = Promise.withResolvers<void>();
  const late = async <T>(value: T) => {
    await released;
    return value;
  };
  const store = new RecordStore<Note>(
    (id) => server.find(id).then(late),
    (ids) => late(server.notes.filter(({ id }) => ids.includes(id))),
  );
  const list = store.list("open", { ...server, read: (cursor) => server.read(cursor).then(late) });
  return { store, list, late, answer };
}

type SlowStore = ReturnType<typeof aSlowStore>;

/** What is under way when another person signs in. */
const UNDER_WAY: Record<string, (slow: SlowStore) => Promise<unknown>> = {
  "a list": ({ list }) => list.more(),
  "a record": ({ store }) => store.fetch("note 1"),
  "several records": ({ store }) => store.invalidate(["note 1", "note 2"]),
  "a creation": ({ store, late }) => store.create(note(3, { id: "draft" }), () => late(note(3))),
  "a change": ({ store, late }) => {
    store.receive([note(1)]);
    return store.write(
      "note 1",
      (one) => ({ ...one, rank: 7 }),
      (one) => late({ ...one, rank: 7, version: 2 }),
    );
  },
  "an announcement that waits for a creation": ({ store, late }) => {
    void store.create(note(3, { id: "draft" }), () => late(note(3)));
    return store.receiveChanges([note(4)], []);
  },
};

test.each(Object.entries(UNDER_WAY))(
  "%s that is under way when the records are cleared leaves nothing in them",
  async (_, start) => {
    const slow = aSlowStore();
    const underWay = start(slow);
    await setImmediate();
    slow.store.clear();
    slow.answer();
    await underWay;
    expect(slow.store.known()).toEqual([]);
  },
);

test("the records of the next person wait for no creation of the one before", async () => {
  const { store } = aSlowStore();
  void store.create(note(3, { id: "draft" }), () => new Promise(() => undefined));
  store.clear();
  void store.receiveChanges([note(4)], []);
  await setImmediate();
  expect(store.known()).toEqual([note(4)]);
});
