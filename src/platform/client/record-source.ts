/** What a record must have to be kept: its version tells which of two copies is newer. */
export type Kept = { readonly id: string; readonly version: number; readonly deletedAt?: string | null };

export type Page<R> = { items: R[]; nextCursor: string | null };

/** One way to look at the records: which of them, and in what order. It answers as the server would. */
export type ListSource<R> = {
  /** Reads the page after the cursor; null reads the first. */
  read(cursor: string | null): Promise<Page<R>>;
  /** `isListed` lets a search keep what the server found by rules that only it knows. */
  includes(record: R, isListed: boolean): boolean;
  compare(one: R, other: R): number;
  /** The list shows the trash: what is gone elsewhere may turn up here. */
  isTrash?: boolean;
};

/** What a list shows now. A failed list keeps what it holds. */
export type ListView = {
  readonly ids: readonly string[];
  readonly phase: "loading" | "ready" | "failed";
  readonly hasMore: boolean;
};
