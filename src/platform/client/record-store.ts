import { RecordList } from "./record-list.ts";
import type { ListSource, StoredRecord } from "./record-source.ts";
import { retryTransientErrors } from "./retry-transient-errors.ts";

type Change<R> = (record: R | undefined) => R | undefined;

/** An identical copy changes nothing: listeners are not notified. */
const isSame = <R extends StoredRecord>(one: R, other: R): boolean =>
  one === other || (one.version === other.version && JSON.stringify(one) === JSON.stringify(other));

/** Milliseconds that an announced record waits for the answer to a creation, which may be lost. */
const CREATION_MS = 2_000;
const delay = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Beyond this many changed rows, the lists are read again instead of single records. */
const MAX_FETCHED_ONE_BY_ONE = 20;

/**
 * The client's copy of the records of one noun: the server's state, with the person's unconfirmed changes on top. Each
 * change updates every list, so it appears in all of them in the same frame, at any length.
 */
export class RecordStore<R extends StoredRecord> {
  readonly #find: (id: string) => Promise<R | null>;
  readonly #findMany: ((ids: readonly string[]) => Promise<readonly R[]>) | undefined;
  readonly #confirmed = new Map<string, R>();
  readonly #shown = new Map<string, R>();
  readonly #changes = new Map<string, Change<R>[]>();
  /** The last write of each record; the next one waits for it, so that versions stay right. */
  readonly #writes = new Map<string, Promise<unknown>>();
  readonly #confirmedIds = new Map<string, string>();
  /** Records that are being created here: their ids are not known yet. */
  readonly #creations = new Set<Promise<unknown>>();
  readonly #lists = new Map<string, RecordList<R>>();
  readonly #listeners = new Map<string, Set<() => void>>();
  /** Of the records, counted by clearings: an answer to an earlier one belongs to another person, and is dropped. */
  #generation = 0;

  /** `find` reads one record; null if it is deleted. `findMany` reads several in one call and omits deleted ones. */
  constructor(
    find: (id: string) => Promise<R | null>,
    findMany?: (ids: readonly string[]) => Promise<readonly R[]>,
  ) {
    this.#find = find;
    this.#findMany = findMany;
  }

  get = (id: string): R | undefined => this.#shown.get(id);

  /** All records that any list has brought so far. */
  known = (): readonly R[] => [...this.#shown.values()];

  /** Calls back when the record, or the list of that key, changes. */
  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(key);
    };
  }

  /** The list of that key; created at first use and kept for the life of the page. */
  list(key: string, source: ListSource<R>): RecordList<R> {
    const known = this.#lists.get(key);
    if (known) return known;
    const generation = this.#generation;
    const made = new RecordList(source, {
      get: this.get,
      receive: (records) => this.#receiveFor(generation, records),
      unconfirmed: () => [...this.#changes.keys()],
      notify: () => this.#notify(key),
    });
    this.#lists.set(key, made);
    return made;
  }

  /** Stores records of the server; an older copy never replaces a newer one. */
  receive(records: readonly R[]): void {
    for (const record of records) {
      const confirmed = this.#confirmed.get(record.id);
      if (confirmed && (confirmed.version > record.version || isSame(confirmed, record))) continue;
      this.#confirmed.set(record.id, record);
      this.#show(record.id);
    }
  }

  #receiveFor(generation: number, records: readonly R[]): void {
    if (generation === this.#generation) this.receive(records);
  }

  /** Drops every record and list. */
  clear(): void {
    this.#generation += 1;
    for (const collection of [
      this.#confirmed,
      this.#shown,
      this.#changes,
      this.#writes,
      this.#confirmedIds,
      this.#creations,
      this.#lists,
    ])
      collection.clear();
  }

  /** Reads the record from the server, after this page's own writes; null if it is deleted. */
  async fetch(id: string): Promise<R | null> {
    const generation = this.#generation;
    const before = await this.whenSaved(id);
    return this.#accept(generation, id, before, await retryTransientErrors(() => this.#find(id)));
  }

  /** These records changed elsewhere. No ids mean that any record may have changed. */
  async invalidate(ids: readonly string[]): Promise<void> {
    if (ids.length === 0 || ids.length > MAX_FETCHED_ONE_BY_ONE) return this.refresh();
    const records: readonly (R | null | undefined)[] = await (this.#findMany && ids.length > 1
      ? // After several tries the old copy stays on screen; the next announcement or resync reads it again.
        this.#fetchMany(ids, this.#findMany).catch(() => [])
      : // The same, one by one.
        Promise.all(ids.map((id) => this.fetch(id).catch(() => undefined))));
    if (records.includes(null)) await this.#refresh((list) => list.isTrash);
  }

  /** As `invalidate`, with the server's records at hand; `gone` are deleted, or may not be seen any more. */
  async receiveChanges(records: readonly R[], gone: readonly string[]): Promise<void> {
    const generation = this.#generation;
    await this.#receiveAnnounced(records);
    const before = gone.map((id) => this.#confirmed.get(this.confirmedId(id)));
    await Promise.all(gone.map((id) => this.whenSaved(id)));
    // After several tries the old copy stays on screen; the next announcement or resync reads it again.
    await Promise.all(
      gone.map((id, place) => this.#accept(generation, id, before[place], null).catch(() => undefined)),
    );
    if (gone.length > 0) await this.#refresh((list) => list.isTrash);
  }

  /** A new record may be one that is being created here: until its answer arrives, its draft is shown. */
  async #receiveAnnounced(records: readonly R[]): Promise<void> {
    const generation = this.#generation;
    const others = records.filter(({ id }) => !this.#confirmed.has(id));
    this.receive(records.filter((record) => !others.includes(record)));
    if (others.length > 0 && this.#creations.size > 0)
      await Promise.race([Promise.allSettled([...this.#creations]), delay(CREATION_MS)]);
    this.#receiveFor(generation, others);
  }

  /** Reads again what is on screen; other lists are read when they are next opened. */
  refresh(): Promise<void> {
    return this.#refresh(() => true);
  }

  /** Reads again the lists on screen that could not be read. */
  refreshFailed(): Promise<void> {
    return this.#refresh((list) => list.view().phase === "failed");
  }

  /**
   * Shows a draft at once and sends it. The draft has a temporary id; changes to it wait for the real one. Rejects, and
   * removes the draft, if the server refuses.
   */
  async create(draft: R, send: () => Promise<R>): Promise<R> {
    const creation = this.#create(draft, send);
    this.#creations.add(creation);
    return creation.finally(() => this.#creations.delete(creation));
  }

  #create(draft: R, send: () => Promise<R>): Promise<R> {
    return this.#enqueue(
      draft.id,
      () => draft,
      send,
      (made) => {
        this.#confirmedIds.set(draft.id, made.id);
        this.#confirmed.set(made.id, made);
        const changes = this.#changes.get(draft.id);
        this.#changes.delete(draft.id);
        if (changes) this.#changes.set(made.id, changes);
        this.#show(draft.id);
        this.#show(made.id);
      },
    );
  }

  /**
   * Shows a change at once and sends it after the record's earlier writes, with the server's record at that time.
   * Rejects, and reverts the change, if the server refuses. `send` returns null for a deleted record.
   */
  async write(
    id: string,
    change: (record: R) => R | undefined,
    send: (latest: R) => Promise<R | null>,
  ): Promise<R | null> {
    const sendLatest = () => {
      const latest = this.#confirmed.get(this.confirmedId(id));
      if (!latest) throw new Error("There is nothing to change any more");
      return send(latest);
    };
    return this.#enqueue(
      id,
      (record) => record && change(record),
      sendLatest,
      (answer) => {
        if (answer) this.receive([answer]);
        else this.remove(this.confirmedId(id));
      },
    );
  }

  /** Resolves with the server's record once its writes so far are done. */
  async whenSaved(id: string): Promise<R | undefined> {
    await this.#writes.get(id);
    return this.#confirmed.get(this.confirmedId(id));
  }

  /** The server's id of a record that was created as a draft. */
  confirmedId = (id: string): string => this.#confirmedIds.get(id) ?? id;

  async #enqueue<A>(
    id: string,
    change: Change<R>,
    send: () => Promise<A>,
    accept: (answer: A) => void,
  ): Promise<A> {
    const generation = this.#generation;
    this.#changes.set(id, [...(this.#changes.get(id) ?? []), change]);
    this.#show(id);
    const sent = (this.#writes.get(id) ?? Promise.resolve()).then(send);
    const finished = sent.then(
      (answer) => {
        this.#drop(id, change);
        if (generation === this.#generation) accept(answer);
      },
      () => this.#drop(id, change),
    );
    this.#writes.set(id, finished);
    await finished;
    this.#show(this.confirmedId(id));
    return sent;
  }

  /** The change may by now be stored under the real id. Nothing is shown yet: the answer follows in the same tick. */
  #drop(id: string, change: Change<R>): void {
    for (const place of [id, this.confirmedId(id)]) {
      const rest = (this.#changes.get(place) ?? []).filter((each) => each !== change);
      if (rest.length > 0) this.#changes.set(place, rest);
      else this.#changes.delete(place);
    }
  }

  async #fetchMany(
    ids: readonly string[],
    findMany: (ids: readonly string[]) => Promise<readonly R[]>,
  ): Promise<(R | null)[]> {
    const generation = this.#generation;
    const before = await Promise.all(ids.map((id) => this.whenSaved(id)));
    const found = new Map(
      (await retryTransientErrors(() => findMany(ids))).map((record) => [record.id, record]),
    );
    return Promise.all(
      ids.map((id, place) => this.#accept(generation, id, before[place], found.get(id) ?? null)),
    );
  }

  /** `record` null: it is deleted. `before` is the copy from before the request. */
  async #accept(generation: number, id: string, before: R | undefined, record: R | null): Promise<R | null> {
    if (generation !== this.#generation) return null;
    // 'Not found' is outdated if the record was restored or changed during the request.
    const now = this.#confirmed.get(this.confirmedId(id));
    if (record) this.receive([record]);
    else if (now && now !== before && !now.deletedAt) return this.fetch(id);
    else if (!now?.deletedAt) this.remove(id);
    return record;
  }

  async #refresh(isAffected: (list: RecordList<R>) => boolean): Promise<void> {
    const affected = [...this.#lists].filter(([, list]) => isAffected(list));
    for (const [key] of affected) if (!this.#listeners.has(key)) this.#lists.delete(key);
    await Promise.all(affected.map(([key, list]) => this.#listeners.has(key) && list.refresh()));
  }

  remove(id: string): void {
    this.#confirmed.delete(id);
    this.#show(id);
  }

  #show(id: string): void {
    const before = this.#shown.get(id);
    const changes = this.#changes.get(id) ?? [];
    const now = changes.reduce<R | undefined>((record, change) => change(record), this.#confirmed.get(id));
    if (now === before) return;
    if (now) this.#shown.set(id, now);
    else this.#shown.delete(id);
    for (const list of this.#lists.values()) list.place(id);
    this.#notify(id);
  }

  #notify(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}
