import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Found } from "../api.ts";

const KEY = ["recentRecords"];
const MAX_RECORDS = 5;

/** Records opened from the palette, latest first: in memory, for this visit, cleared when the account changes. */
export function useRecentRecords() {
  const queries = useQueryClient();
  const [recent] = useState(() => queries.getQueryData<readonly Found[]>(KEY) ?? []);
  const remember = (found: Found) => {
    queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
    queries.setQueryData<readonly Found[]>(KEY, (before = []) =>
      [found, ...before.filter(({ id }) => id !== found.id)].slice(0, MAX_RECORDS),
    );
  };
  return { recent, remember };
}
