import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshAllRecords } from "#platform/client/live-records.ts";

/** When maintenance ends, loads the data that could not be loaded during it. */
export function useRefreshAfterMaintenance(isClosed: boolean): void {
  const queries = useQueryClient();
  const wasClosed = useRef(isClosed);
  useEffect(() => {
    if (wasClosed.current && !isClosed) {
      void queries.invalidateQueries();
      refreshAllRecords();
    }
    wasClosed.current = isClosed;
  }, [isClosed, queries]);
}
