import { createHash, randomUUID } from "node:crypto";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { newToken, tokenHash } from "#platform/auth/credentials/token.ts";
import type { Context, SignedIn } from "#platform/capability/context.ts";
import { registrationAt } from "#platform/system-settings/registration.ts";
import {
  DATA_KINDS_OF,
  type DataKind,
  isKindEnabled,
  NOT_CONFIGURED,
  PROVIDER_TEXTS,
  type Provider,
} from "../model.ts";
import { providerSystemOf } from "../public/provider-config.ts";
import { publicOrigin } from "../push/public-origin.ts";
import { connectionRequests, integrations } from "../tables.ts";
import { ownConnection } from "./token-store.ts";

const VALID_MINUTES = 10;

/** The exact address that is registered with every provider; never taken from a request (security.md D37). */
export const redirectUri = ({ systemSettings, config }: Pick<Context, "systemSettings" | "config">) =>
  `${systemSettings.origin ?? config.publicUrl}/oauth/callback`;

export const verifierPlace = (row: string, userId: string) => ({
  table: "connection_requests",
  row,
  column: "verifier",
  userId,
});

/** Returns the provider's sign-in URL, or what the administrator must do first. */
export async function startConnection(
  context: SignedIn,
  {
    provider,
    flow,
    dataKinds: more = [],
  }: { provider: Provider; flow: "window" | "page"; dataKinds?: DataKind[] },
) {
  const system = providerSystemOf(context.config, provider);
  const registration = registrationAt(context.systemSettings, system.registrar);
  const redirect = redirectUri(context);
  if (!registration) {
    const { name, registerAt } = system;
    const eventsOrigin =
      context.systemSettings.secret("slackSigningSecret") === null ? null : publicOrigin(context);
    const manifest = system.manifest?.(
      context.systemSettings.current.appName,
      redirect,
      eventsOrigin && `${eventsOrigin}/webhooks/slack`,
    );
    return {
      error: NOT_CONFIGURED,
      setup: { system: name, registerAt, redirectUri: redirect, ...(manifest && { manifest }) },
    };
  }
  const [state, verifier] = [newToken(), newToken()];
  await rememberRequest(context, { provider, flow, state, verifier });
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const { clientId } = registration;
  const { dataKinds, loginHint } = await importRequestOf(context, provider, more);
  const authorization = { clientId, redirectUri: redirect, state, challenge, dataKinds, loginHint };
  return { oauthUrl: system.authorizeUrl(provider, authorization) };
}

/** The data to import, and the account: on a reconnect the provider gets it as login hint. */
async function importRequestOf({ db, actor, now }: SignedIn, provider: Provider, more: readonly DataKind[]) {
  if (more.length > 0)
    await db
      .insert(integrations)
      .values({ userId: actor.userId, provider, type: PROVIDER_TEXTS[provider].type })
      .onConflictDoNothing();
  const [row] = await db
    .select()
    .from(integrations)
    .where(ownConnection(actor.userId, provider))
    .for("update");
  const importOptions = { ...row?.importOptions, ...Object.fromEntries(more.map((kind) => [kind, true])) };
  if (row && more.length > 0)
    await db
      .update(integrations)
      .set({ importOptions, updatedAt: now })
      .where(and(eq(integrations.userId, actor.userId), eq(integrations.id, row.id)));
  const dataKinds = DATA_KINDS_OF[provider].filter((kind) => isKindEnabled({ importOptions }, kind));
  return { dataKinds, loginHint: row?.accountName?.includes("@") ? row.accountName : null };
}

type Pending = { provider: Provider; flow: "window" | "page"; state: string; verifier: string };

/** One at a time per provider: replaces an earlier attempt that was not finished. */
async function rememberRequest({ db, actor, secrets }: SignedIn, pending: Pending): Promise<void> {
  const { userId } = actor;
  await db
    .delete(connectionRequests)
    .where(
      and(
        eq(connectionRequests.userId, userId),
        or(eq(connectionRequests.provider, pending.provider), lt(connectionRequests.expiresAt, sql`now()`)),
      ),
    );
  const id = randomUUID();
  await db.insert(connectionRequests).values({
    id,
    userId,
    sessionId: actor.credentialId,
    provider: pending.provider,
    flow: pending.flow,
    stateHash: tokenHash(pending.state),
    verifier: secrets.seal(verifierPlace(id, userId), pending.verifier),
    expiresAt: sql`now() + make_interval(mins => ${VALID_MINUTES})`,
  });
}
