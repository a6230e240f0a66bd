import { eq, sql } from "drizzle-orm";
import { notFound } from "#platform/capability/errors.ts";
import { systemOf } from "./find-system.ts";
import { askWith, type Desk, ofPerson, openTokens, type StoredIntegration } from "./keep-tokens.ts";
import type { Provider } from "./model.ts";
import { ProviderError } from "./providers/provider.ts";
import { integrations } from "./tables.ts";

/** Revokes there where the provider can, deletes the tokens here in any case; the history of runs stays. */
export async function disconnectIntegration(desk: Desk, provider: Provider): Promise<{ isRevoked: boolean }> {
  const [row] = await desk.inTransaction("read", (db) =>
    db.select().from(integrations).where(ofPerson(desk.userId, provider)),
  );
  if (!row?.tokens) throw notFound("Connection");
  const isRevoked = await revoke(desk, row);
  await desk.inTransaction("write", (db) =>
    db
      .update(integrations)
      .set({
        status: "disconnected",
        tokens: null,
        accountId: null,
        accountName: null,
        lastError: null,
        updatedAt: desk.now,
        version: sql`${integrations.version} + 1`,
      })
      .where(eq(integrations.id, row.id)),
  );
  return { isRevoked };
}

async function revoke(desk: Desk, row: StoredIntegration): Promise<boolean> {
  const system = systemOf(desk.config, row.provider);
  if (!system.revoke) return false;
  try {
    await system.revoke(askWith(desk), openTokens(desk, row));
    return true;
  } catch (error) {
    if (error instanceof ProviderError) return false;
    throw error;
  }
}
