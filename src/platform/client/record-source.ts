/** Requirements for a stored record: its version shows which of two copies is newer. */
export type StoredRecord = {
  readonly id: string;
  readonly version: number;
  readonly deletedAt?: string | null;
};

export type Page<R> = { items: R[]; nextCursor: string | null };

/** One view of the records: which of them, and in what order. Must match the server's filter and order. */
export type ListSource<R> = {
  /** Reads the page after the cursor; null reads the first. */
  read(cursor: string | null): Promise<Page<R>>;
  /** `isListed` lets a search keep results that the server found by rules unknown to the client. */
  includes(record: R, isListed: boolean): boolean;
  compare(one: R, other: R): number;
  /** The list shows the trash: records that disappear elsewhere may appear here. */
  isTrash?: boolean;
  /** `read` itself repeats what failed by the network or the server. */
  retriesReads?: boolean;
};

/** The state of a list. A failed list keeps its records. */
export type ListView = {
  readonly ids: readonly string[];
  readonly phase: "loading" | "ready" | "failed";
  readonly hasMore: boolean;
};

/** A list and the key under which the store holds it. */
export type NamedList<R> = { key: string; source: ListSource<R> };

/** The part of a read's input that names its page. */
export const pageAfter = (cursor: string | null): { cursor?: string } => (cursor ? { cursor } : {});

const collator = new Intl.Collator("und");

/** By name, then by id. */
export const byName =
  <R extends { id: string }>(nameOf: (record: R) => string) =>
  (one: R, other: R): number =>
    collator.compare(nameOf(one), nameOf(other)) || (one.id < other.id ? -1 : 1);

/** The newest first, then by id. */
export const newestFirst = (
  one: { id: string; createdAt: string },
  other: { id: string; createdAt: string },
): number => Date.parse(other.createdAt) - Date.parse(one.createdAt) || (one.id < other.id ? 1 : -1);

type TrashPages<R> = { call(input: { cursor?: string; limit?: number }): Promise<Page<R>> };

/** The deleted records of a noun, the last deleted first; `isOwn` where the store also has those of others. */
export function trashOf<R extends StoredRecord>(
  noun: string,
  pages: TrashPages<R>,
  isOwn: (record: R) => boolean = () => true,
): NamedList<R> {
  return {
    key: `${noun} in the trash`,
    source: {
      isTrash: true,
      read: (cursor) => pages.call({ limit: 50, ...pageAfter(cursor) }),
      includes: (record) => typeof record.deletedAt === "string" && isOwn(record),
      compare: (one, other) => Date.parse(other.deletedAt ?? "") - Date.parse(one.deletedAt ?? ""),
    },
  };
}
