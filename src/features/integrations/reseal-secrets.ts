import { and, eq, isNotNull } from "drizzle-orm";
import type { Worker } from "#platform/jobs/jobs.ts";
import { SecretError } from "#platform/secrets/secrets.ts";
import { openTokens, sealTokens } from "./keep-tokens.ts";
import { ProviderError } from "./providers/provider.ts";
import { integrations } from "./tables.ts";

/** Only over what was read: tokens that were renewed meanwhile are sealed with the newest key anyway. */
export async function resealSecrets(worker: Worker, userId: string): Promise<number> {
  const { secrets, database } = worker;
  return database.transaction(userId, "write", async (db) => {
    const rows = await db
      .select()
      .from(integrations)
      .where(and(eq(integrations.userId, userId), isNotNull(integrations.tokens)));
    let resealed = 0;
    for (const row of rows) {
      if (!row.tokens || !secrets.isOutdated(row.tokens)) continue;
      try {
        await db
          .update(integrations)
          .set({ tokens: sealTokens(worker, row, openTokens(worker, row)) })
          .where(and(eq(integrations.id, row.id), eq(integrations.tokens, row.tokens)));
        resealed += 1;
      } catch (error) {
        // Its key is lost: the next synchronisation says so to its owner.
        if (!(error instanceof ProviderError || error instanceof SecretError)) throw error;
      }
    }
    return resealed;
  });
}
