import { mailSearches } from "../api.ts";

/** Reloaded with every new or read email, for the counts. */
export const searchesQuery = {
  ...mailSearches.list.query({}),
  queryKey: ["emails", "tabs of the inbox"],
  meta: { figure: "mailSearches.list" },
};
