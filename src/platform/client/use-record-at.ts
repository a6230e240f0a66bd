import { anId } from "./read-params.ts";
import type { StoredRecord } from "./record-source.ts";
import type { RecordStore } from "./record-store.ts";
import { useRecord, useRecordList } from "./use-records.ts";

/** The record of an address: undefined while it is read, null if there is none that this person may see. */
export type RecordAt<R> = { record: R | null | undefined; hasFailed: boolean; retry(): void };

/** A list of one record: a link may open what no other list has read, and it is read again when any may have changed. */
export function useRecordAt<R extends StoredRecord>(store: RecordStore<R>, id: string): RecordAt<R> {
  const known = useRecord(store, id);
  const isId = anId(id) !== undefined;
  const read = async () => {
    const record = await store.fetch(id);
    return { items: record ? [record] : [], nextCursor: null };
  };
  const includes = (record: R) => record.id === id && !record.deletedAt;
  const source = { read, includes, compare: () => 0, retriesReads: true };
  const list = useRecordList(store, `one ${id}`, source, !known && isId);
  const retry = () => void list.more();
  if (known) return { record: known.deletedAt ? null : known, hasFailed: false, retry };
  const isGone = !isId || list.phase === "ready";
  return { record: isGone ? null : undefined, hasFailed: list.phase === "failed", retry };
}
