import type { ListSource, Page } from "./record-source.ts";
import { RecordStore } from "./record-store.ts";
import { ApiError } from "./resource-client.ts";

export type Note = { id: string; version: number; rank: number; isOpen: boolean; deletedAt?: string };

export const note = (rank: number, change: Partial<Note> = {}): Note => ({
  id: `note ${rank}`,
  version: 1,
  rank,
  isOpen: true,
  ...change,
});

/** A fake server: stored records, in pages of two, with responses that a test can delay. */
export class FakeServer implements ListSource<Note> {
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

export async function openList(...ranks: number[]) {
  const server = new FakeServer(...ranks);
  const store = new RecordStore<Note>(server.find);
  const list = store.list("open", server);
  await list.more();
  const listedRanks = () => list.view().ids.map((id) => store.get(id)?.rank);
  return { shelf: server, store, list, ranksShown: listedRanks };
}
