import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { SignedIn } from "./context.ts";
import { requestContext } from "./run-context.ts";

/**
 * One step of a capability with `ownTransactions`, as if it were a request of its own: what it calls enqueues, publishes
 * and announces in the step's transaction, and its clock is that of its start.
 */
export function inRequestTransaction<T>(
  { services, actor, requestId, address, provenance }: SignedIn,
  mode: "read" | "write",
  act: (context: SignedIn) => Promise<T>,
): Promise<T> {
  return services.database.transaction(
    actor.userId,
    mode,
    async (db) => {
      const own = requestContext(db, { actor, requestId, address, provenance }, services);
      const result = await act(own as SignedIn);
      if (mode === "write") await recordAnnouncements(db, own.announcements);
      return result;
    },
    provenance,
  );
}
