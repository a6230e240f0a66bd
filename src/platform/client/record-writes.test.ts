import { expect, test } from "vitest";
import { type Note, note, openList } from "./record-store.factory.ts";
import { RecordWrites } from "./record-writes.ts";
import { ApiError } from "./resource-client.ts";

type NoteChange = { rank?: number; isOpen?: boolean };

/** The writes of three notes, with the toasts that they show. */
async function openWrites() {
  const { shelf: server, store } = await openList(1, 2);
  const shown: string[] = [];
  const undos: (() => void)[] = [];
  const current = (id: string) => server.notes.find((each) => each.id === id) ?? note(0);
  const conflict = (id: string) => new ApiError("conflict", "Changed", 409, { current: current(id) });
  const saved = ({ id, ...change }: Partial<Note> & { id: string }) =>
    server.save({ ...current(id), ...change, version: current(id).version + 1 });
  const writes = new RecordWrites<Note, NoteChange>({
    records: store,
    verbs: {
      update: {
        call: async ({ id, version, ...change }) => {
          if (version !== current(id).version) throw conflict(id);
          return saved({ id, ...change });
        },
      },
      delete: { call: async ({ id }) => saved({ id, deletedAt: "2026-11-26T00:00:00Z" }) },
      restore: {
        call: async ({ id }) => {
          const { deletedAt: _, ...restored } = current(id);
          return server.save({ ...restored, version: restored.version + 1 });
        },
      },
    },
    report: {
      success: (title) => shown.push(title),
      failure: (title, reason) => shown.push(`${title}: ${reason}`),
      undo: (title, onUndo) => {
        shown.push(title);
        return undos.push(onUndo);
      },
      dismiss: (id) => shown.push(`dismissed ${id}`),
    },
    failures: {
      create: "Failed to create task",
      update: "Failed to update task",
      delete: "Failed to delete task",
      restore: "Failed to restore task",
    },
    messages: { updated: "Note updated", deleted: "Note deleted" },
  });
  return { server, store, writes, shown, undos, saved };
}

test("a save of an older version rejects with the conflict, shows no failure, and reverts what it showed", async () => {
  const { store, writes, shown, saved } = await openWrites();
  const base = store.get("note 1") ?? note(1);
  saved({ id: "note 1", isOpen: false });
  await expect(writes.save(base, { rank: 9 })).rejects.toMatchObject({
    details: { current: { isOpen: false } },
  });
  expect([shown, store.get("note 1")?.rank]).toEqual([[], 1]);
});

test("a deliberate change of one field is sent for the newer version, and Undo restores that field only", async () => {
  const { server, store, writes, shown, undos, saved } = await openWrites();
  saved({ id: "note 1", isOpen: false });
  await writes.change(store.get("note 1") ?? note(1), { rank: 9 });
  expect(server.notes.at(-1)).toMatchObject({ id: "note 1", rank: 9, isOpen: false });
  undos[0]?.();
  await store.whenSaved("note 1");
  expect([server.notes[0], shown]).toMatchObject([
    { id: "note 1", rank: 1, isOpen: false },
    ["Note updated"],
  ]);
});

test("only the last of several quick changes offers Undo, but every deletion does", async () => {
  const { store, writes, shown } = await openWrites();
  const [one, two] = [store.get("note 1") ?? note(1), store.get("note 2") ?? note(2)];
  await writes.change(one, { rank: 8 });
  await writes.change(two, { rank: 9 });
  await writes.delete(one);
  await writes.delete(two);
  expect(shown).toEqual(["Note updated", "dismissed 1", "Note updated", "Note deleted", "Note deleted"]);
});

test("a deleted record is shown again by Undo, and at once if the server refuses", async () => {
  const { server, store, writes, shown, undos } = await openWrites();
  await writes.delete(store.get("note 1") ?? note(1));
  undos[0]?.();
  await store.whenSaved("note 1");
  expect(server.notes[0]).not.toHaveProperty("deletedAt");
  const refused = () => Promise.reject(new ApiError("forbidden", "Not yours", 403, {}));
  expect(await writes.moveToTrash(store.get("note 2") ?? note(2), refused)).toBe(false);
  expect(store.get("note 2")?.deletedAt).toBeUndefined();
  expect(shown).toEqual(["Note deleted", "Failed to delete task: Not yours"]);
});
