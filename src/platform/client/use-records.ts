import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { RecordList } from "./record-list.ts";
import type { ListSource, ListView, StoredRecord } from "./record-source.ts";
import type { RecordStore } from "./record-store.ts";

/** The current record; only changes of this record render the component again. */
export function useRecord<R extends StoredRecord>(store: RecordStore<R>, id: string): R | undefined {
  return useSyncExternalStore(
    (listener) => store.subscribe(id, listener),
    () => store.get(id),
  );
}

/** The server's id of what began as a draft with this id; the same id until it is saved. */
export function useConfirmedId<R extends StoredRecord>(store: RecordStore<R>, id: string): string {
  return useSyncExternalStore(
    (listener) => store.subscribe(id, listener),
    () => store.confirmedId(id),
  );
}

/** The state of a list, and how to load more of it. */
export type ListOfRecords = ListView & Pick<RecordList<StoredRecord>, "more" | "refresh">;

/**
 * A list and its first page, which is read as soon as it is wanted. `key` identifies the source: another key is another
 * list. Returns a value, never the list object itself: a compiled component would not rerender for the same object.
 */
export function useRecordList<R extends StoredRecord>(
  store: RecordStore<R>,
  key: string,
  source: ListSource<R>,
  isEnabled = true,
): ListOfRecords {
  const list = store.list(key, source);
  const view = useSyncExternalStore((listener) => store.subscribe(key, listener), list.view);
  useEffect(() => {
    if (isEnabled && list.view().phase === "loading") void list.more();
  }, [list, isEnabled]);
  return { ...view, more: list.more, refresh: list.refresh };
}

/** The records of these ids that are loaded; a change of any of them renders the component again. */
export function useRecords<R extends StoredRecord>(
  store: RecordStore<R>,
  ids: readonly string[],
): readonly R[] {
  const watched = useMemo(() => watch(store, ids), [store, ids]);
  return useSyncExternalStore(watched.subscribe, watched.read);
}

function watch<R extends StoredRecord>(store: RecordStore<R>, ids: readonly string[]) {
  let last: readonly R[] = [];
  return {
    subscribe: (listener: () => void) => {
      const stops = ids.map((id) => store.subscribe(id, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    read: () => {
      const now = ids.flatMap((id) => store.get(id) ?? []);
      const isSame = now.length === last.length && now.every((record, index) => record === last[index]);
      if (!isSame) last = now;
      return last;
    },
  };
}
