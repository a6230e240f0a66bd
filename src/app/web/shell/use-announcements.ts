import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { streamAnnouncements } from "#platform/client/announcement-stream.ts";
import { refreshResource } from "#platform/client/query-client.ts";
import { setConnection } from "./connection.ts";

/** Figures and search results are made from many resources: any change may touch them. */
const COMPUTED = ["dashboard", "search"];

/** Keeps what is on screen true while other tabs, devices and agents write. */
export function useAnnouncements(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      streamAnnouncements({
        onFact: ({ resource }) => refreshResource(queries, resource, COMPUTED),
        onGap: () => void queries.invalidateQueries(),
        onConnection: setConnection,
      }),
    [queries],
  );
}
