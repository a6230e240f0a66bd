import type { StoredRecord } from "./record-source.ts";
import { RecordStore } from "./record-store.ts";
import { ApiError } from "./resource-client.ts";

type LiveStore = {
  invalidate(ids: readonly string[]): Promise<void>;
  /** Reads again what could not be read. */
  refreshFailed?(): Promise<void>;
  /** What the records are now, where the announcement says it; `gone` do not exist for this person any more. */
  receiveChanges?(changed: ChangedRecords): Promise<void>;
  clear(): void;
};
export type ChangedRecords = { records: readonly StoredRecord[]; gone: readonly string[] };

const live: { resource: string; store: LiveStore }[] = [];

/**
 * A store that receives the announcements of its resource and is cleared when another person signs in. A record that
 * `find` does not find is deleted, or the person may no longer see it.
 */
export function liveRecords<R extends StoredRecord>(
  resource: string,
  find: (id: string) => Promise<R | null>,
  findMany?: (ids: readonly string[]) => Promise<readonly R[]>,
): RecordStore<R> {
  const store = new RecordStore<R>((id) => find(id).catch(nullIfNotFound), findMany);
  live.push({
    resource,
    store: {
      invalidate: (ids) => store.invalidate(ids),
      // The server's records of this resource are these, whatever the stream calls them.
      receiveChanges: ({ records, gone }) => store.receiveChanges(records as R[], gone),
      refreshFailed: () => store.refreshFailed(),
      clear: () => store.clear(),
    },
  });
  return store;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.code === "not_found") return null;
  throw error;
}

/** Registers any other store for announcements and for clearing. */
export function liveStore<S extends LiveStore>(resource: string, store: S): S {
  live.push({ resource, store });
  return store;
}

/** Passes on an announcement; no ids mean that any record may have changed. */
export function refreshRecords(resource: string, ids: readonly string[], changed?: ChangedRecords): void {
  for (const { store } of live.filter((each) => each.resource === resource))
    void (changed && store.receiveChanges ? store.receiveChanges(changed) : store.invalidate(ids));
}

/** Announcements were missed: reads again everything on screen. */
export function refreshAllRecords(): void {
  for (const { store } of live) void store.invalidate([]);
}

/** The network is back: reads again what could not be read. */
export function refreshFailedRecords(): void {
  for (const { store } of live) void store.refreshFailed?.();
}

/** Another person may be signed in now: clears all stores. */
export function clearRecords(): void {
  for (const { store } of live) store.clear();
}
