import { and, eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
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
export async function disconnectIntegration(connection: ConnectionContext, provider: Provider) {
  const row = await connection.inTransaction("write", async (db) => {
    const [found] = await db
      .select()
      .from(integrations)
      .where(ownConnection(connection.userId, provider))
      .for("update");
    if (!found?.tokens) throw notFound(t`Connection`);
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
        updatedAt: connection.now,
        version: sql`${integrations.version} + 1`,
      })
      .where(and(eq(integrations.userId, connection.userId), eq(integrations.id, found.id)));
    return found;
  });
  await closePushChannels(connection, row);
  return { integrationId: row.id, isRevoked: await revoke(connection, row) };
}

async function revoke(connection: ConnectionContext, row: StoredIntegration): Promise<boolean> {
  const system = providerSystemOf(connection.config, row.provider);
  if (!system.revoke) return false;
  try {
    await system.revoke(requestWith(connection), openTokens(connection, row));
    return true;
  } catch (error) {
    if (error instanceof ProviderError) return false;
    throw error;
  }
}
