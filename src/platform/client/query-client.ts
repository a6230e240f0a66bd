import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { clearRecords } from "./live-records.ts";
import { clearPendingFiles } from "./pending-files.ts";
import { ApiError, whenRefused } from "./resource-client.ts";
import { isTransientError } from "./retry-transient-errors.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /**
     * `failure` is the toast of a failed read. `isAffectedBy` returns whether changes of these records can change what
     * was read; without it every change of the resource can.
     */
    queryMeta: { failure?: string; isAffectedBy?(ids: readonly string[]): boolean };
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

/**
 * Refetches the queries of a resource, or all of them, that are on screen. No ids mean that any record may have
 * changed.
 */
export function refreshResource(client: QueryClient, resource?: string, ids: readonly string[] = []): void {
  const filter = {
    ...(resource !== undefined && { queryKey: [resource] }),
    predicate: ({ meta }: Query) => ids.length === 0 || (meta?.isAffectedBy?.(ids) ?? true),
  };
  // A first read in progress may have begun before the change, and a refetch would only join it: refetch once more
  // after it.
  const pendingQueries = client
    .getQueryCache()
    .findAll({ ...filter, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  void client.invalidateQueries(filter);
  for (const { promise, queryKey } of pendingQueries) {
    const readAgain = () => client.invalidateQueries({ queryKey, exact: true });
    void promise?.then(readAgain, readAgain);
  }
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
