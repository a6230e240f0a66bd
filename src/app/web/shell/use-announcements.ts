import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { streamAnnouncements } from "#platform/client/announcement-stream.ts";
import { refreshAllRecords, refreshRecords } from "#platform/client/live-records.ts";
import { refreshResource } from "#platform/client/query-client.ts";
import type { StoredRecord } from "#platform/client/record-source.ts";
import { type CurrentSession, currentSession } from "../session/current-session.ts";
import { detectSignOut } from "../session/detect-sign-out.ts";
import { setConnection } from "./connection.ts";

/** Figures and search results depend on many resources, so any change may affect them, except presence and calls. */
const COMPUTED: Record<string, readonly string[]> = { presence: ["team"], calls: [], callSignals: [] };
const computedFrom = (resource: string) => COMPUTED[resource] ?? ["dashboard", "search"];

/** Milliseconds in which announcements are collected: figures are reloaded once, after the records they count. */
const TOGETHER_MS = 30;

/** No ids: any record may have changed. `records`: what all of them are now; none if that is not known of each. */
type Stale = { ids: readonly string[]; records: readonly StoredRecord[] };

function both(one: Stale, other: Stale): Stale {
  if (one.ids.length === 0 || other.ids.length === 0) return { ids: [], records: [] };
  const areKnown = one.records.length > 0 && other.records.length > 0;
  return { ids: [...one.ids, ...other.ids], records: areKnown ? [...one.records, ...other.records] : [] };
}

/** Refreshes open pages when other tabs, devices and agents write. */
export function useAnnouncements(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stale = new Map<string, Stale>();
    let reading: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      reading = undefined;
      for (const [resource, { ids, records }] of stale) refreshResource(queries, resource, ids, records);
      stale.clear();
    };
    const note = (resource: string, now: Stale) => {
      const before = stale.get(resource);
      stale.set(resource, before ? both(before, now) : now);
    };
    const knownFact = queries.getQueryData<CurrentSession>(currentSession.queryKey)?.lastEventId ?? 0;
    const stop = streamAnnouncements(knownFact, {
      onFact: ({ resource, ids, records, gone }) => {
        // Changed records before the figures that count them, because the person looks at the records.
        refreshRecords(resource, ids, records && gone && { records, gone });
        note(resource, { ids, records: gone?.length === 0 && records ? records : [] });
        for (const each of computedFrom(resource)) note(each, { ids: [], records: [] });
        reading ??= setTimeout(read, TOGETHER_MS);
        void detectSignOut(queries, resource);
      },
      onGap: () => {
        refreshResource(queries);
        refreshAllRecords();
      },
      onConnection: setConnection,
      onRefusal: () => void queries.invalidateQueries({ queryKey: currentSession.queryKey }),
    });
    return () => {
      clearTimeout(reading);
      stop();
    };
  }, [queries]);
}
