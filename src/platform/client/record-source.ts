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
};

/** The state of a list. A failed list keeps its records. */
export type ListView = {
  readonly ids: readonly string[];
  readonly phase: "loading" | "ready" | "failed";
  readonly hasMore: boolean;
};
