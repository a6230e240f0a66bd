import type { Kept, ListSource, ListView } from "./record-source.ts";
import { retryRead } from "./retry-read.ts";

type RecordListOptions<R> = {
  get(id: string): R | undefined;
  receive(records: readonly R[]): void;
  /** Records with acts that the server has not confirmed: no page brings them as they are shown. */
  unconfirmed(): string[];
  tell(): void;
};

/** One ordered window on a RecordStore: the pages read so far, corrected by every change since. */
export class RecordList<R extends Kept> {
  readonly #source: ListSource<R>;
  readonly #store: RecordListOptions<R>;
  #view: ListView = { ids: [], phase: "loading", hasMore: true };
  /** The same ids: every record that comes asks every list whether it is in it. */
  #listed: ReadonlySet<string> = new Set();
  #cursor: string | null = null;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  /** Records that changed while a page was on its way: the page may be older than they are. */
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
   * Reads as much again as is held, and shows the new state at once when all of it is there. Never two at a time: the page
   * that comes last must be the one that was read last. Who asks while one waits for its turn shares it.
   */
  refresh = (): Promise<void> => {
    this.#next ??= this.#inTurn();
    return this.#next;
  };

  /** Puts the record where it belongs now, or takes it out. */
  place(id: string): void {
    if (this.#reading) this.#placedDuringFetch.add(id);
    const { ids, hasMore } = this.#view;
    const record = this.#store.get(id);
    const isListed = this.#listed.has(id);
    const isMeant = record !== undefined && this.#source.includes(record, isListed);
    if (!isListed && !isMeant) return;
    const index = isListed ? ids.indexOf(id) : -1;
    if (!isMeant) {
      this.#set({ ids: ids.toSpliced(index, 1) });
      return;
    }
    const others = isListed ? ids.toSpliced(index, 1) : ids;
    const position = this.#positionOf(record, others);
    if (position === index) return;
    const comesWithLaterPage = hasMore && position === others.length;
    if (!comesWithLaterPage) this.#set({ ids: others.toSpliced(position, 0, id) });
    else if (isListed) this.#set({ ids: others });
  }

  async #inTurn(): Promise<void> {
    // At least a moment: those who are asked in the same breath share it.
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
    // Begun, for those who are told and ask again, before anybody is told.
    await null;
    this.#set({ phase: this.#view.ids.length > 0 ? "ready" : "loading" });
    try {
      const { items, nextCursor } = await retryRead(() => this.#source.read(this.#cursor));
      this.#cursor = nextCursor;
      this.#append(items, this.#view.ids, nextCursor);
    } catch {
      this.#fail();
    }
  }

  async #readAgain(): Promise<void> {
    const wanted = this.#view.ids.length;
    const items: R[] = [];
    let cursor: string | null = null;
    try {
      do {
        const page: Awaited<ReturnType<ListSource<R>["read"]>> = await retryRead(() =>
          this.#source.read(cursor),
        );
        items.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor && items.length < wanted);
    } catch {
      return this.#fail();
    }
    this.#cursor = cursor;
    this.#append(items, [], cursor);
  }

  #append(items: readonly R[], before: readonly string[], nextCursor: string | null): void {
    const changed = [...this.#placedDuringFetch, ...this.#store.unconfirmed()];
    this.#placedDuringFetch.clear();
    // Over before anybody is told: who sees the page may ask for the next one in the same breath.
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
    this.#store.tell();
  }
}
