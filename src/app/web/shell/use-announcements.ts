import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { streamAnnouncements } from "#platform/client/announcement-stream.ts";
import { refreshAllRecords, refreshRecords } from "#platform/client/live-records.ts";
import { refreshResource } from "#platform/client/query-client.ts";
import { type CurrentSession, currentSession } from "../session/current-session.ts";
import { detectSignOut } from "../session/detect-sign-out.ts";
import { setConnection } from "./connection.ts";

/** Figures and search results depend on many resources, so any change may affect them, except presence and calls. */
const COMPUTED: Record<string, readonly string[]> = { presence: ["team"], calls: [], callSignals: [] };
const computedFrom = (resource: string) => COMPUTED[resource] ?? ["dashboard", "search"];

/** Milliseconds in which announcements are collected: figures are reloaded once, after the records they count. */
const TOGETHER_MS = 30;

/** Refreshes open pages when other tabs, devices and agents write. */
export function useAnnouncements(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stale = new Map<string, readonly string[]>();
    let reading: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      reading = undefined;
      for (const [resource, ids] of stale) refreshResource(queries, resource, ids);
      stale.clear();
    };
    // An empty list means any id.
    const note = (resource: string, ids: readonly string[]) => {
      const before = stale.get(resource);
      const isAny = ids.length === 0 || before?.length === 0;
      stale.set(resource, isAny ? [] : [...(before ?? []), ...ids]);
    };
    const knownFact = queries.getQueryData<CurrentSession>(currentSession.queryKey)?.lastEventId ?? 0;
    const stop = streamAnnouncements(knownFact, {
      onFact: ({ resource, ids }) => {
        // Changed records before the figures that count them, because the person looks at the records.
        refreshRecords(resource, ids);
        note(resource, ids);
        for (const each of computedFrom(resource)) note(each, []);
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
