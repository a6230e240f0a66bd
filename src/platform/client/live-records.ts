import type { Kept } from "./record-source.ts";
import { RecordStore } from "./record-store.ts";

type LiveStore = { invalidate(ids: readonly string[]): Promise<void>; forget(): void };

const live: { resource: string; store: LiveStore }[] = [];

/** A store that hears the announcements of its resource and forgets everything when another person signs in. */
export function liveRecords<R extends Kept>(
  resource: string,
  find: (id: string) => Promise<R | null>,
  findMany?: (ids: readonly string[]) => Promise<readonly R[]>,
): RecordStore<R> {
  return liveStore(resource, new RecordStore(find, findMany));
}

/** Any other store that hears and forgets with the rest. */
export function liveStore<S extends LiveStore>(resource: string, store: S): S {
  live.push({ resource, store });
  return store;
}

/** Passes on an announced fact; no ids mean that any record may have changed. */
export function refreshRecords(resource: string, ids: readonly string[]): void {
  for (const each of live) if (each.resource === resource) void each.store.invalidate(ids);
}

/** Announcements were missed: everything on screen is read again. */
export function refreshAllRecords(): void {
  for (const { store } of live) void store.invalidate([]);
}

/** Somebody else may be here now: nothing that was read before is kept. */
export function forgetRecords(): void {
  for (const { store } of live) store.forget();
}
