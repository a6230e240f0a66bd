import { useQuery, useQueryClient } from "@tanstack/react-query";
import { documents } from "../api.ts";
import { reportFailure } from "../document-mutations.ts";
import { documentRecords } from "../records.ts";

/** Runs a change, reports a failure, and refetches the readers; true if it succeeded. */
export type Act = (failure: string, change: () => Promise<unknown>) => Promise<boolean>;

/** Who may read the document, and how to change it. */
export function useSharing(id: string) {
  const queries = useQueryClient();
  const sharing = useQuery(documents.sharing.query({ id }));
  const act: Act = async (failure, change) => {
    try {
      await change();
      return true;
    } catch (failed) {
      reportFailure(failure, failed);
      return false;
    } finally {
      await Promise.all([
        queries.invalidateQueries({ queryKey: documents.sharing.query({ id }).queryKey }),
        documentRecords.fetch(id),
      ]);
    }
  };
  return { sharing, act };
}
