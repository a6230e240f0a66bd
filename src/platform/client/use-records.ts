import { useEffect, useSyncExternalStore } from "react";
import type { RecordList } from "./record-list.ts";
import type { Kept, ListSource, RecordStore } from "./record-store.ts";

/** The record as it stands now; only this record's changes render the component again. */
export function useRecord<R extends Kept>(store: RecordStore<R>, id: string): R | undefined {
  return useSyncExternalStore(
    (listener) => store.subscribe(id, listener),
    () => store.get(id),
  );
}

/** A list and its first page. `key` says the same as the source: another key is another list. */
export function useRecordList<R extends Kept>(
  store: RecordStore<R>,
  key: string,
  source: ListSource<R>,
): RecordList<R> {
  const list = store.list(key, source);
  useSyncExternalStore((listener) => store.subscribe(key, listener), list.view);
  useEffect(() => {
    if (list.view().phase === "loading") void list.more();
  }, [list]);
  return list;
}
