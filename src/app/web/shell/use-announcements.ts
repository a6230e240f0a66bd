import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { streamAnnouncements } from "#platform/client/announcement-stream.ts";
import { refreshAllRecords, refreshFailedRecords, refreshRecords } from "#platform/client/live-records.ts";
import { Pace } from "#platform/client/pace.ts";
import { type Changes, refreshFailed, refreshResource } from "#platform/client/query-client.ts";
import { type CurrentSession, currentSession } from "../session/current-session.ts";
import { detectSignOut } from "../session/detect-sign-out.ts";
import { setConnection } from "./connection.ts";

/** Figures and search results depend on many resources, so any change may affect them, except presence and calls. */
const COMPUTED: Record<string, readonly string[]> = {
  ...{ presence: ["team"], calls: [], callSignals: [], pictures: [] },
  ...{ contacts: ["dashboard", "search", "pictures"], contactCards: ["dashboard", "search", "pictures"] },
};
const computedFrom = (resource: string) =>
  COMPUTED[resource] ?? ["dashboard", "search", "attention", "today", "briefings"];

/** Read again after a break: their announcements are not stored, or a call waits for them. */
const OF_THE_MOMENT = ["system", "systemSettings", "presence", "team", "calls", "callSignals"];

/** Milliseconds in which announcements are collected: figures are reloaded once, after the records they count. */
const TOGETHER_MS = 30;

/** Lists whose records an announcement does not say are read again at most so often, such as during a first sync. */
const WIDE_INTERVAL_MS = 1000;
/** With more, lists are read again, and not the single records. */
const MAX_NAMED = 20;
const isWide = (ids: readonly string[]) => ids.length === 0 || ids.length > MAX_NAMED;

/** The figures are those of the later one, even if it has none: they have to be read then. */
function both(one: Changes, { ids, records, figures }: Changes): Changes {
  if (one.ids.length === 0 || ids.length === 0) return { ids: [], records: [], figures };
  const areKnown = one.records.length > 0 && records.length > 0;
  return { ids: [...one.ids, ...ids], records: areKnown ? [...one.records, ...records] : [], figures };
}

function add(changes: Map<string, Changes>, resource: string, now: Changes): void {
  const before = changes.get(resource);
  changes.set(resource, before ? both(before, now) : now);
}

/** Refreshes open pages when other tabs, devices and agents write. */
export function useAnnouncements(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const pace = new Pace(WIDE_INTERVAL_MS);
    const stale = new Map<string, Changes>();
    const wide = new Map<string, Changes>();
    let reading: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      reading = undefined;
      for (const [resource, changes] of stale)
        if (isWide(changes.ids)) {
          add(wide, resource, changes);
          pace.run(`queries of ${resource}`, () => readWide(resource));
        } else refreshResource(queries, resource, changes);
      stale.clear();
    };
    const readWide = (resource: string) => {
      const changes = wide.get(resource);
      wide.delete(resource);
      if (changes) refreshResource(queries, resource, changes);
    };
    const knownFact = queries.getQueryData<CurrentSession>(currentSession.queryKey)?.lastEventId ?? 0;
    const stop = streamAnnouncements(knownFact, {
      onFact: ({ resource, ids, records, gone, figures }) => {
        // Changed records before the figures that count them, because the person looks at the records.
        if (records && gone) refreshRecords(resource, ids, { records, gone });
        else if (isWide(ids)) pace.run(`records of ${resource}`, () => refreshRecords(resource, []));
        else refreshRecords(resource, ids);
        add(stale, resource, { ids, records: gone?.length === 0 && records ? records : [], figures });
        for (const each of computedFrom(resource)) add(stale, each, { ids: [], records: [] });
        reading ??= setTimeout(read, TOGETHER_MS);
        void detectSignOut(queries, resource);
      },
      onGap: () => {
        refreshResource(queries);
        refreshAllRecords();
      },
      onReturn: () => {
        for (const resource of OF_THE_MOMENT) {
          refreshResource(queries, resource);
          refreshRecords(resource, []);
        }
        refreshFailed(queries);
        refreshFailedRecords();
      },
      onConnection: setConnection,
      onRefusal: () => void queries.invalidateQueries({ queryKey: currentSession.queryKey }),
    });
    return () => {
      clearTimeout(reading);
      pace.stop();
      stop();
    };
  }, [queries]);
}
