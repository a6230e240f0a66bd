import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { newToken, tokenHash } from "#platform/auth/credentials/token.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import {
  type ConnectionContext,
  openTokens,
  ownConnection,
  requestWith,
  type StoredIntegration,
} from "../connections/token-store.ts";
import type { Provider } from "../model.ts";
import { type PushService, pushServiceOf } from "../providers/push-subscriptions.ts";
import type { Run } from "../public/importer.ts";
import { bearer, ProviderError } from "../public/provider.ts";
import { type ProviderApi, providerApi, withConnection } from "../public/provider-api.ts";
import { providerSystemOf } from "../public/provider-config.ts";
import { integrations, pushChannels } from "../tables.ts";
import { publicOrigin } from "./public-origin.ts";

/** Only the most recently active resources; the others are polled every half hour, like all of them. */
const MAX_CHANNELS = 50;

type Stored = typeof pushChannels.$inferSelect;
type Source = Pick<StoredIntegration, "id" | "userId" | "provider">;

/**
 * Opens push channels if the provider can reach this instance. Optional: an error here does not fail the sync, which
 * also runs every half hour.
 */
export async function ensurePushChannels({
  context,
  row,
  connectionContext: connection,
  sendRequest,
  resources,
}: Run): Promise<void> {
  const { name, apiUrl } = providerSystemOf(connection.config, row.provider);
  const service = pushServiceOf(row.provider, providerApi(sendRequest, name, apiUrl));
  const origin = publicOrigin(connection);
  if (!service || !origin || !row.autoSync) return;
  const resourceIds = resources
    .toSorted((a, b) => Number(b.latest ?? 0) - Number(a.latest ?? 0))
    .slice(0, MAX_CHANNELS)
    .map(({ id }) => id);
  const stored = await channelsOf(context, row.id);
  const held = new Set(
    stored.filter(({ expiresAt }) => expiresAt > new Date()).map(({ resource }) => resource),
  );
  for (const channel of stored)
    if (!resourceIds.includes(channel.resource)) await closeChannel(context, service, channel);
  for (const resource of resourceIds)
    if (!held.has(resource) && !(await openChannel(context, service, row, resource, origin))) return;
}

/** Before they expire: extends them, or replaces those that cannot be extended. */
export async function renewPushChannels(context: SignedIn, provider: Provider): Promise<void> {
  const [row] = await inOwnTransaction(context, "read", ({ db, actor }) =>
    db.select().from(integrations).where(ownConnection(actor.userId, provider)),
  );
  if (!row?.tokens || row.status !== "connected") return;
  const origin = publicOrigin(context);
  await withConnection(context, row.id, async (api) => {
    const service = pushServiceOf(provider, api);
    if (!service) return;
    for (const channel of await channelsOf(context, row.id)) {
      if (!expiresSoon(channel)) continue;
      if (origin) await renew(context, service, row, channel, origin);
      else await closeChannel(context, service, channel);
    }
  }).catch((error: unknown) => {
    // The connection shows the error; until it is solved it is polled every half hour.
    if (!(error instanceof ProviderError)) throw error;
  });
}

/** Deletes and closes all channels; errors of the provider are ignored. */
export async function closePushChannels(
  connection: ConnectionContext,
  row: StoredIntegration,
): Promise<void> {
  const deleted = await connection.inTransaction("write", (db) =>
    db
      .delete(pushChannels)
      .where(and(eq(pushChannels.userId, connection.userId), eq(pushChannels.sourceId, row.id)))
      .returning(),
  );
  if (deleted.length === 0) return;
  const { name, apiUrl } = providerSystemOf(connection.config, row.provider);
  try {
    const { accessToken } = openTokens(connection, row);
    const sendRequest = requestWith(connection);
    const api: ProviderApi = providerApi(
      (request) => sendRequest({ ...request, headers: { ...request.headers, ...bearer({ accessToken }) } }),
      name,
      apiUrl,
    );
    for (const channel of deleted) await pushServiceOf(row.provider, api)?.close(channel);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

const channelsOf = (context: SignedIn, sourceId: string): Promise<Stored[]> =>
  inOwnTransaction(context, "read", ({ db }) =>
    db
      .select()
      .from(pushChannels)
      .where(and(eq(pushChannels.userId, context.actor.userId), eq(pushChannels.sourceId, sourceId)))
      .limit(500),
  );

const expiresSoon = ({ expiresAt, createdAt }: Stored) => {
  const life = expiresAt.getTime() - createdAt.getTime();
  return expiresAt.getTime() - Date.now() < Math.min(life / 3, 86_400_000);
};

/** False if the provider is rate limiting. */
async function openChannel(
  context: SignedIn,
  service: PushService,
  { id: sourceId, userId, provider }: Source,
  resource: string,
  origin: string,
): Promise<boolean> {
  const [id, token] = [randomUUID(), newToken()];
  const row = { id, userId, sourceId, provider, resource, tokenHash: tokenHash(token) };
  // Stored before the provider answers: Graph validates the address first, Google may push at once.
  await inOwnTransaction(context, "write", async ({ db }) => {
    await db
      .delete(pushChannels)
      .where(
        and(
          eq(pushChannels.userId, context.actor.userId),
          eq(pushChannels.sourceId, sourceId),
          eq(pushChannels.resource, resource),
        ),
      );
    await db.insert(pushChannels).values({ ...row, expiresAt: new Date(Date.now() + 60_000) });
  });
  try {
    const opened = await service.open({ id, resource, token, address: `${origin}${service.path}` });
    await inOwnTransaction(context, "write", ({ db }) =>
      db
        .update(pushChannels)
        .set(opened)
        .where(and(eq(pushChannels.userId, context.actor.userId), eq(pushChannels.id, id))),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await inOwnTransaction(context, "write", ({ db }) =>
      db
        .delete(pushChannels)
        .where(and(eq(pushChannels.userId, context.actor.userId), eq(pushChannels.id, id))),
    );
    return error.fault !== "limited";
  }
}

async function renew(
  context: SignedIn,
  service: PushService,
  source: Source,
  channel: Stored,
  origin: string,
) {
  const expiresAt = await service.prolong(channel);
  if (!expiresAt) {
    await openChannel(context, service, source, channel.resource, origin);
    await service.close(channel);
    return;
  }
  await inOwnTransaction(context, "write", ({ db }) =>
    db
      .update(pushChannels)
      .set({ expiresAt, createdAt: new Date() })
      .where(and(eq(pushChannels.userId, context.actor.userId), eq(pushChannels.id, channel.id))),
  );
}

async function closeChannel(context: SignedIn, service: PushService, channel: Stored): Promise<void> {
  await inOwnTransaction(context, "write", ({ db }) =>
    db
      .delete(pushChannels)
      .where(and(eq(pushChannels.userId, context.actor.userId), eq(pushChannels.id, channel.id))),
  );
  await service.close(channel).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
  });
}
