import { eq } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { inside } from "#platform/capability/inside.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { StoredIntegration } from "./keep-tokens.ts";
import type { ProviderError } from "./public/provider.ts";
import { integrations } from "./tables.ts";

/** What work beside a synchronisation met: a refusal needs the person, a limit holds for the whole connection. */
export async function keepFault(
  context: SignedIn,
  { id, userId }: Pick<StoredIntegration, "id" | "userId">,
  { fault, message, until }: ProviderError,
): Promise<void> {
  if (fault === "unavailable") return;
  await inside(context, "write", async ({ db }) => {
    await db
      .update(integrations)
      .set({
        ...(fault === "refused"
          ? { status: "error", syncState: "needs_you" as const }
          : { syncState: "waiting" as const, waitUntil: until }),
        lastError: message,
        updatedAt: new Date(),
      })
      .where(eq(integrations.id, id));
    await recordAnnouncements(db, [{ resource: "integrations", ids: [], audience: [userId] }]);
  });
}
