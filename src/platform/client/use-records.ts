import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { RecordList } from "./record-list.ts";
import type { Kept, ListSource, ListView } from "./record-source.ts";
import type { RecordStore } from "./record-store.ts";

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
 * A list and its first page, which is read as soon as it is wanted. `key` says the same as the source: another key is
 * another list. What is given back is a value, never the list itself: a component that is compiled would not look twice at
 * the same object.
 */
export function useRecordList<R extends Kept>(
  store: RecordStore<R>,
  key: string,
  source: ListSource<R>,
  isWanted = true,
): ListOfRecords {
  const list = store.list(key, source);
  const view = useSyncExternalStore((listener) => store.subscribe(key, listener), list.view);
  useEffect(() => {
    if (isWanted && list.view().phase === "loading") void list.more();
  }, [list, isWanted]);
  return { ...view, more: list.more, refresh: list.refresh };
}

/** The records of many ids, those that are known; a change of any of them renders the component again. */
export function useRecords<R extends Kept>(store: RecordStore<R>, ids: readonly string[]): readonly R[] {
  const watched = useMemo(() => watch(store, ids), [store, ids]);
  return useSyncExternalStore(watched.subscribe, watched.read);
}

function watch<R extends Kept>(store: RecordStore<R>, ids: readonly string[]) {
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
