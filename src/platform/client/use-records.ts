import { useEffect, useSyncExternalStore } from "react";
import type { RecordList } from "./record-list.ts";
import type { Kept, ListSource, ListView, RecordStore } from "./record-store.ts";

/** The record as it stands now; only this record's changes render the component again. */
export function useRecord<R extends Kept>(store: RecordStore<R>, id: string): R | undefined {
  return useSyncExternalStore(
    (listener) => store.subscribe(id, listener),
    () => store.get(id),
  );
}

/** What a list shows, and how to get more of it. */
export type ListOfRecords = ListView & Pick<RecordList<Kept>, "more" | "refresh">;

/**
 * A list and its first page. `key` says the same as the source: another key is another list. What is given back is a
 * value, never the list itself: a component that is compiled would not look twice at the same object.
 */
export function useRecordList<R extends Kept>(
  store: RecordStore<R>,
  key: string,
  source: ListSource<R>,
): ListOfRecords {
  const list = store.list(key, source);
  const view = useSyncExternalStore((listener) => store.subscribe(key, listener), list.view);
  useEffect(() => {
    if (list.view().phase === "loading") void list.more();
  }, [list]);
  return { ...view, more: list.more, refresh: list.refresh };
}
