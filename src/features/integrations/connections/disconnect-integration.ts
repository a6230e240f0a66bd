import { and, eq, sql } from "drizzle-orm";
import { notFound } from "#platform/capability/errors.ts";
import type { Provider } from "../model.ts";
import { ProviderError } from "../public/provider.ts";
import { providerSystemOf } from "../public/provider-config.ts";
import { closePushChannels } from "../push/push-channels.ts";
import { integrations } from "../tables.ts";
import {
  type ConnectionContext,
  openTokens,
  ownConnection,
  requestWith,
  type StoredIntegration,
} from "./token-store.ts";

/**
 * Deletes the tokens first, then revokes them at the provider if it supports that. A concurrent refresh finds them
 * deleted and revokes its new ones. The history of runs stays.
 */
export async function disconnectIntegration(desk: ConnectionContext, provider: Provider) {
  const row = await desk.inTransaction("write", async (db) => {
    const [found] = await db
      .select()
      .from(integrations)
      .where(ownConnection(desk.userId, provider))
      .for("update");
    if (!found?.tokens) throw notFound("Connection");
    await db
      .update(integrations)
      .set({
        status: "disconnected",
        syncState: "idle",
        tokens: null,
        scopes: [],
        accountId: null,
        accountName: null,
        lastError: null,
        waitUntil: null,
        leaseUntil: null,
        refreshingUntil: null,
        failures: 0,
        updatedAt: desk.now,
        version: sql`${integrations.version} + 1`,
      })
      .where(and(eq(integrations.userId, desk.userId), eq(integrations.id, found.id)));
    return found;
  });
  await closePushChannels(desk, row);
  return { integrationId: row.id, isRevoked: await revoke(desk, row) };
}

async function revoke(desk: ConnectionContext, row: StoredIntegration): Promise<boolean> {
  const system = providerSystemOf(desk.config, row.provider);
  if (!system.revoke) return false;
  try {
    await system.revoke(requestWith(desk), openTokens(desk, row));
    return true;
  } catch (error) {
    if (error instanceof ProviderError) return false;
    throw error;
  }
}
