import { and, eq } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { ProviderError } from "../public/provider.ts";
import { integrations } from "../tables.ts";
import type { StoredIntegration } from "./token-store.ts";

/** Records an error outside of a sync: a refusal needs the user, a rate limit applies to the whole connection. */
export async function recordConnectionError(
  context: SignedIn,
  { id, userId }: Pick<StoredIntegration, "id" | "userId">,
  { fault, message, until }: ProviderError,
): Promise<void> {
  if (fault === "unavailable") return;
  await inOwnTransaction(context, "write", async ({ db }) => {
    await db
      .update(integrations)
      .set({
        ...(fault === "refused"
          ? { status: "error", syncState: "needs_you" as const }
          : { syncState: "waiting" as const, waitUntil: until }),
        lastError: message,
        updatedAt: new Date(),
      })
      .where(and(eq(integrations.userId, context.actor.userId), eq(integrations.id, id)));
    await recordAnnouncements(db, [{ resource: "integrations", ids: [], audience: [userId] }]);
  });
}
