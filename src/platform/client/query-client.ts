import { type Query, QueryCache, QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import { clearRecords } from "./live-records.ts";
import { clearPendingFiles } from "./pending-files.ts";
import type { StoredRecord } from "./record-source.ts";
import { ApiError, whenRefused } from "./resource-client.ts";
import { isTransientError } from "./retry-transient-errors.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /**
     * `failure` is the toast of a failed read. `isAffectedBy` returns whether changes of these records can change what
     * was read; without it every change of the resource can. `withChanges` returns what was read with the changed
     * records in it; null if they do not say all that changed, so that it has to be read again. `figure`: the name of
     * the capability that reads it, where the query's key does not say it.
     */
    queryMeta: {
      failure?: string;
      isAffectedBy?(ids: readonly string[]): boolean;
      withChanges?(data: unknown, records: readonly StoredRecord[]): unknown;
      figure?: string;
    };
  }
}

type Notices = { failure(title: string): void };

const RETRY_AFTER_MS = 400;

/** Failed reads are retried once without a message, writes never; forbidden reads are not retried. */
export function createQueryClient(notices: Notices): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!isExpectedFailure(error) && query.meta?.failure) notices.failure(query.meta.failure);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        networkMode: "always",
        retry: (failures, error) => failures < 1 && isTransientError(error),
        retryDelay: RETRY_AFTER_MS,
      },
      mutations: {
        networkMode: "always",
        retry: false,
      },
    },
  });
  whenRefused("unauthenticated", () => void client.invalidateQueries({ queryKey: ["session"] }));
  whenRefused("unavailable", () => void client.invalidateQueries({ queryKey: ["system"] }));
  return client;
}

/** What an announcement says of the changed records and of the figures that depend on them. */
export type Changes = {
  /** None: any record may have changed. */
  ids: readonly string[];
  /** What all of these records are now; none if that is not known of each. */
  records: readonly StoredRecord[];
  /** By name; absent if they have to be read. */
  figures?: Readonly<Record<string, unknown>> | undefined;
};

/** Refetches the queries of a resource, or all of them, that are on screen and cannot show the changes by themselves. */
export function refreshResource(
  client: QueryClient,
  resource?: string,
  { ids, records, figures }: Changes = { ids: [], records: [] },
): void {
  const shown = new Set(
    client.getQueryCache().findAll({ predicate: (query) => showsFigure(query, figures) }),
  );
  const stale = new Set(
    client
      .getQueryCache()
      .findAll(resource === undefined ? {} : { queryKey: [resource] })
      .filter(({ meta }) => ids.length === 0 || (meta?.isAffectedBy?.(ids) ?? true))
      .filter((query) => !shown.has(query))
      .filter((query) => records.length === 0 || !showsChanges(query, records)),
  );
  // A first read in progress may have begun before the change, and a refetch would only join it: refetch once more
  // after it.
  const pendingQueries = [...stale].filter(
    ({ state }) => state.fetchStatus === "fetching" && state.data === undefined,
  );
  void client.invalidateQueries({ predicate: (query) => stale.has(query) });
  for (const { promise, queryKey } of pendingQueries) {
    const readAgain = () => client.invalidateQueries({ queryKey, exact: true });
    void promise?.then(readAgain, readAgain);
  }
}

/** A response that is still under way may be older than the announcement. */
const canShow = ({ state }: Query) =>
  state.data !== undefined && state.fetchStatus !== "fetching" && !state.isInvalidated;

/** A read without parameters can be a figure that announcements carry. */
function figureName({ meta, queryKey: [resource, verb, input] }: Query): string {
  return meta?.figure ?? (JSON.stringify(input) === "{}" ? `${resource}.${verb}` : "");
}

function showsFigure(query: Query, figures: Changes["figures"]): boolean {
  const name = figureName(query);
  if (!(figures && Object.hasOwn(figures, name) && canShow(query))) return false;
  query.setData(replaceEqualDeep(query.state.data, figures[name]));
  return true;
}

/** Puts the records into what the query has read, if they say all that changed. */
function showsChanges(query: Query, records: readonly StoredRecord[]): boolean {
  if (!canShow(query)) return false;
  const { data } = query.state;
  const changed = query.meta?.withChanges?.(data, records) ?? null;
  if (changed === null) return false;
  query.setData(changed);
  return true;
}

/** Reads again what could not be read, such as without a network. */
export function refreshFailed(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ state }) => state.status === "error" || state.error !== null,
  });
}

/** For a sign-in or a sign-out: drops everything that was read with the last session. */
export function clearAccountData(client: QueryClient): void {
  client.removeQueries({
    predicate: (query) => query.queryKey[0] !== "session" && query.queryKey[0] !== "system",
  });
  clearRecords();
  void clearPendingFiles();
}

/** The page itself already shows that nobody is signed in, or that maintenance is under way. */
const isExpectedFailure = (error: unknown) =>
  error instanceof ApiError && (error.code === "unauthenticated" || error.details.isMaintenance === true);
