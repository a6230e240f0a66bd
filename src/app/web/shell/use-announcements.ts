import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { streamAnnouncements } from "#platform/client/announcement-stream.ts";
import { refreshAllRecords, refreshRecords } from "#platform/client/live-records.ts";
import { type Changes, refreshResource } from "#platform/client/query-client.ts";
import { type CurrentSession, currentSession } from "../session/current-session.ts";
import { detectSignOut } from "../session/detect-sign-out.ts";
import { setConnection } from "./connection.ts";

/** Figures and search results depend on many resources, so any change may affect them, except presence and calls. */
const COMPUTED: Record<string, readonly string[]> = { presence: ["team"], calls: [], callSignals: [] };
const computedFrom = (resource: string) => COMPUTED[resource] ?? ["dashboard", "search"];

/** Milliseconds in which announcements are collected: figures are reloaded once, after the records they count. */
const TOGETHER_MS = 30;

/** The figures are those of the later one, even if it has none: they have to be read then. */
function both(one: Changes, { ids, records, figures }: Changes): Changes {
  if (one.ids.length === 0 || ids.length === 0) return { ids: [], records: [], figures };
  const areKnown = one.records.length > 0 && records.length > 0;
  return { ids: [...one.ids, ...ids], records: areKnown ? [...one.records, ...records] : [], figures };
}

/** Refreshes open pages when other tabs, devices and agents write. */
export function useAnnouncements(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stale = new Map<string, Changes>();
    let reading: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      reading = undefined;
      for (const [resource, changes] of stale) refreshResource(queries, resource, changes);
      stale.clear();
    };
    const note = (resource: string, now: Changes) => {
      const before = stale.get(resource);
      stale.set(resource, before ? both(before, now) : now);
    };
    const knownFact = queries.getQueryData<CurrentSession>(currentSession.queryKey)?.lastEventId ?? 0;
    const stop = streamAnnouncements(knownFact, {
      onFact: ({ resource, ids, records, gone, figures }) => {
        // Changed records before the figures that count them, because the person looks at the records.
        refreshRecords(resource, ids, records && gone && { records, gone });
        note(resource, { ids, records: gone?.length === 0 && records ? records : [], figures });
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
