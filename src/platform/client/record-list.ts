import type { ListSource, ListView, Page, StoredRecord } from "./record-source.ts";
import { retryTransientErrors } from "./retry-transient-errors.ts";

type RecordListOptions<R> = {
  get(id: string): R | undefined;
  receive(records: readonly R[]): void;
  /** Records with changes that the server has not confirmed: pages still hold their old state. */
  unconfirmed(): string[];
  notify(): void;
};

/** One ordered window on a RecordStore: the pages read so far, corrected by every change since. */
export class RecordList<R extends StoredRecord> {
  readonly #source: ListSource<R>;
  readonly #store: RecordListOptions<R>;
  #view: ListView = { ids: [], phase: "loading", hasMore: true };
  /** The same ids as a set: every received record is checked against every list. */
  #listed: ReadonlySet<string> = new Set();
  #cursor: string | null = null;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  /** Records that changed while a page was being fetched: the page may hold older versions. */
  readonly #placedDuringFetch = new Set<string>();

  constructor(source: ListSource<R>, store: RecordListOptions<R>) {
    this.#source = source;
    this.#store = store;
  }

  get isTrash(): boolean {
    return this.#source.isTrash ?? false;
  }

  view = (): ListView => this.#view;

  /** Reads the next page; does nothing while one is on its way or where there is none. */
  more = (): Promise<void> => {
    if (!this.#view.hasMore) return Promise.resolve();
    this.#reading ??= this.#read();
    return this.#reading;
  };

  /**
   * Rereads as many records as are held, and shows the new state when all are there. Never two at a time: the last page
   * to arrive must be the last one requested. Callers that ask while one is queued share it.
   */
  refresh = (): Promise<void> => {
    this.#next ??= this.refreshAfterCurrent();
    return this.#next;
  };

  /** Moves the record to its current position, or removes it. */
  place(id: string): void {
    if (this.#reading) this.#placedDuringFetch.add(id);
    const { ids, hasMore } = this.#view;
    const record = this.#store.get(id);
    const isListed = this.#listed.has(id);
    const isIncluded = record !== undefined && this.#source.includes(record, isListed);
    if (!isListed && !isIncluded) return;
    const index = isListed ? ids.indexOf(id) : -1;
    if (!isIncluded) {
      this.#set({ ids: ids.toSpliced(index, 1) });
      return;
    }
    const others = isListed ? ids.toSpliced(index, 1) : ids;
    const position = this.#positionOf(record, others);
    if (position === index) return;
    const isOnLaterPage = hasMore && position === others.length;
    if (!isOnLaterPage) this.#set({ ids: others.toSpliced(position, 0, id) });
    else if (isListed) this.#set({ ids: others });
  }

  async refreshAfterCurrent(): Promise<void> {
    // Waits at least one microtask, so that callers in the same tick share the read.
    try {
      do await this.#reading;
      while (this.#reading);
    } finally {
      this.#next = null;
    }
    if (this.#view.ids.length === 0 && this.#view.hasMore) return this.more();
    this.#reading = this.#readAgain();
    return this.#reading;
  }

  async #read(): Promise<void> {
    // `#reading` is set before listeners run, because they may ask again.
    await null;
    this.#set({ phase: this.#view.ids.length > 0 ? "ready" : "loading" });
    try {
      const { items, nextCursor } = await this.#readPage(this.#cursor);
      this.#cursor = nextCursor;
      this.#append(items, this.#view.ids, nextCursor);
    } catch {
      this.#fail();
    }
  }

  async #readAgain(): Promise<void> {
    const count = this.#view.ids.length;
    const items: R[] = [];
    let cursor: string | null = null;
    try {
      do {
        const page: Page<R> = await this.#readPage(cursor);
        items.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor && items.length < count);
    } catch {
      return this.#fail();
    }
    this.#cursor = cursor;
    this.#append(items, [], cursor);
  }

  #readPage(cursor: string | null): Promise<Page<R>> {
    const { read, retriesReads } = this.#source;
    return retriesReads ? read(cursor) : retryTransientErrors(() => read(cursor));
  }

  #append(items: readonly R[], before: readonly string[], nextCursor: string | null): void {
    const changed = [...this.#placedDuringFetch, ...this.#store.unconfirmed()];
    this.#placedDuringFetch.clear();
    // Done before listeners run: one that sees the page may request the next one in the same tick.
    this.#reading = null;
    this.#store.receive(items);
    const listed = new Set(before);
    const added = items.filter(({ id }) => {
      const record = this.#store.get(id);
      return record && !listed.has(id) && this.#source.includes(record, true);
    });
    this.#set({
      ids: [...before, ...added.map(({ id }) => id)],
      phase: "ready",
      hasMore: nextCursor !== null,
    });
    for (const id of changed) this.place(id);
  }

  #fail(): void {
    this.#reading = null;
    this.#set({ phase: "failed" });
  }

  /** Binary search: every list is sorted by its own order. */
  #positionOf(record: R, ids: readonly string[]): number {
    let [low, high] = [0, ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#store.get(ids[middle] ?? "");
      if (other && this.#source.compare(other, record) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #set(change: Partial<ListView>): void {
    this.#view = { ...this.#view, ...change };
    if (change.ids) this.#listed = new Set(change.ids);
    this.#store.notify();
  }
}
