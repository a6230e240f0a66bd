import type { StoredRecord } from "./record-source.ts";
import { RecordStore } from "./record-store.ts";
import { ApiError } from "./resource-client.ts";

type LiveStore = { invalidate(ids: readonly string[]): Promise<void>; clear(): void };

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
  return liveStore(resource, new RecordStore((id) => find(id).catch(nullIfNotFound), findMany));
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
export function refreshRecords(resource: string, ids: readonly string[]): void {
  for (const each of live) if (each.resource === resource) void each.store.invalidate(ids);
}

/** Announcements were missed: reads again everything on screen. */
export function refreshAllRecords(): void {
  for (const { store } of live) void store.invalidate([]);
}

/** Another person may be signed in now: clears all stores. */
export function clearRecords(): void {
  for (const { store } of live) store.clear();
}
