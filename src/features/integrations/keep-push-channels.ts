import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { newToken, tokenHash } from "#platform/auth/token.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inside } from "#platform/capability/inside.ts";
import { askWith, type Desk, ofPerson, openTokens, type StoredIntegration } from "./keep-tokens.ts";
import type { Provider } from "./model.ts";
import { type PushService, pushOf } from "./providers/push.ts";
import { systemOf } from "./public/find-system.ts";
import type { Run } from "./public/importer.ts";
import { type OutsideApi, outsideApi, withConnection } from "./public/outside-api.ts";
import { bearer, ProviderError } from "./public/provider.ts";
import { publicAddress } from "./public-address.ts";
import { integrations, pushChannels } from "./tables.ts";

/** Those that spoke last, where there are many; the others are asked every half hour, like all of them. */
const MOST = 50;

type Stored = typeof pushChannels.$inferSelect;
type Source = Pick<StoredIntegration, "id" | "userId" | "provider">;

/**
 * Asks the provider to tell of changes where it can reach this instance. It is an extra: what it refuses here fails no
 * synchronisation, which asks every half hour anyway.
 */
export async function keepPushChannels({ context, row, desk, ask, resources }: Run): Promise<void> {
  const { name, apiUrl } = systemOf(desk.config, row.provider);
  const service = pushOf(row.provider, outsideApi(ask, name, apiUrl));
  const origin = publicAddress(desk);
  if (!service || !origin || !row.autoSync) return;
  const wanted = resources
    .toSorted((a, b) => Number(b.latest ?? 0) - Number(a.latest ?? 0))
    .slice(0, MOST)
    .map(({ id }) => id);
  const stored = await channelsOf(context, row.id);
  const held = new Set(
    stored.filter(({ expiresAt }) => expiresAt > new Date()).map(({ resource }) => resource),
  );
  for (const channel of stored)
    if (!wanted.includes(channel.resource)) await endChannel(context, service, channel);
  for (const resource of wanted)
    if (!held.has(resource) && !(await listen(context, service, row, resource, origin))) return;
}

/** Before they end; what cannot be prolonged is opened anew, and the old one ends. */
export async function renewPushChannels(context: SignedIn, provider: Provider): Promise<void> {
  const [row] = await inside(context, "read", ({ db, actor }) =>
    db.select().from(integrations).where(ofPerson(actor.userId, provider)),
  );
  if (!row?.tokens || row.status !== "connected") return;
  const origin = publicAddress(context);
  await withConnection(context, row.id, async (api) => {
    const service = pushOf(provider, api);
    if (!service) return;
    for (const channel of await channelsOf(context, row.id)) {
      if (!endsSoon(channel)) continue;
      if (origin) await renew(context, service, row, channel, origin);
      else await endChannel(context, service, channel);
    }
  }).catch((error: unknown) => {
    // It is said on the connection; until then it is asked every half hour.
    if (!(error instanceof ProviderError)) throw error;
  });
}

/** Nobody is told any more; what the provider answers to that changes nothing here. */
export async function leavePushChannels(desk: Desk, row: StoredIntegration): Promise<void> {
  const gone = await desk.inTransaction("write", (db) =>
    db.delete(pushChannels).where(eq(pushChannels.sourceId, row.id)).returning(),
  );
  if (gone.length === 0) return;
  const { name, apiUrl } = systemOf(desk.config, row.provider);
  try {
    const { accessToken } = openTokens(desk, row);
    const ask = askWith(desk);
    const api: OutsideApi = outsideApi(
      (request) => ask({ ...request, headers: { ...request.headers, ...bearer({ accessToken }) } }),
      name,
      apiUrl,
    );
    for (const channel of gone) await pushOf(row.provider, api)?.close(channel);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}

const channelsOf = (context: SignedIn, sourceId: string): Promise<Stored[]> =>
  inside(context, "read", ({ db }) =>
    db.select().from(pushChannels).where(eq(pushChannels.sourceId, sourceId)).limit(500),
  );

const endsSoon = ({ expiresAt, createdAt }: Stored) => {
  const life = expiresAt.getTime() - createdAt.getTime();
  return expiresAt.getTime() - Date.now() < Math.min(life / 3, 86_400_000);
};

/** False where the provider wants to be left alone for now. */
async function listen(
  context: SignedIn,
  service: PushService,
  { id: sourceId, userId, provider }: Source,
  resource: string,
  origin: string,
): Promise<boolean> {
  const [id, token] = [randomUUID(), newToken()];
  const row = { id, userId, sourceId, provider, resource, tokenHash: tokenHash(token) };
  // It is told of before the provider answers: Graph tries the address first, Google begins at once.
  await inside(context, "write", async ({ db }) => {
    await db
      .delete(pushChannels)
      .where(and(eq(pushChannels.sourceId, sourceId), eq(pushChannels.resource, resource)));
    await db.insert(pushChannels).values({ ...row, expiresAt: new Date(Date.now() + 60_000) });
  });
  try {
    const opened = await service.open({ id, resource, token, address: `${origin}${service.path}` });
    await inside(context, "write", ({ db }) =>
      db.update(pushChannels).set(opened).where(eq(pushChannels.id, id)),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await inside(context, "write", ({ db }) => db.delete(pushChannels).where(eq(pushChannels.id, id)));
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
    await listen(context, service, source, channel.resource, origin);
    await service.close(channel);
    return;
  }
  await inside(context, "write", ({ db }) =>
    db.update(pushChannels).set({ expiresAt, createdAt: new Date() }).where(eq(pushChannels.id, channel.id)),
  );
}

async function endChannel(context: SignedIn, service: PushService, channel: Stored): Promise<void> {
  await inside(context, "write", ({ db }) => db.delete(pushChannels).where(eq(pushChannels.id, channel.id)));
  await service.close(channel).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
  });
}
