import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshAllRecords } from "#platform/client/live-records.ts";

/** When the instance opens again, what could not be read meanwhile is read. */
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
