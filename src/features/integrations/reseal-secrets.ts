import { and, eq, isNotNull } from "drizzle-orm";
import type { Worker } from "#platform/jobs/jobs.ts";
import { SecretError } from "#platform/secrets/secrets.ts";
import { openTokens, sealTokens } from "./keep-tokens.ts";
import { ProviderError } from "./providers/provider.ts";
import { incomingHooks, integrations, webhooks } from "./tables.ts";
import { incomingSecret } from "./write-incoming-hooks.ts";
import { webhookSecret } from "./write-webhooks.ts";

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
    for (const { table, placeOf } of SEALED) {
      const hooks = await db
        .select({ id: table.id, userId: table.userId, secret: table.secret })
        .from(table)
        .where(and(eq(table.userId, userId), isNotNull(table.secret)));
      for (const { secret, ...row } of hooks) {
        if (!secret || !secrets.isOutdated(secret)) continue;
        try {
          const renewed = secrets.seal(placeOf(row), secrets.open(placeOf(row), secret));
          await db.update(table).set({ secret: renewed }).where(eq(table.id, row.id));
          resealed += 1;
        } catch (error) {
          if (!(error instanceof SecretError)) throw error;
        }
      }
    }
    return resealed;
  });
}

const SEALED = [
  { table: webhooks, placeOf: webhookSecret },
  { table: incomingHooks, placeOf: incomingSecret },
];
