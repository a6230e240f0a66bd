import { setTimeout as pause } from "node:timers/promises";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { Provider } from "../model.ts";
import { type Access, type Audience, ProviderError, type Tokens } from "../public/provider.ts";
import { providerSystemOf } from "../public/provider-config.ts";
import { integrations } from "../tables.ts";
import {
  type ConnectionContext,
  openTokens,
  ownConnection,
  requestTokens,
  requestWith,
  type StoredIntegration,
  sealTokens,
} from "./token-store.ts";

const EARLY_MS = 5 * 60_000;
/** Longer than a token request may take. */
const LEASE_SECONDS = 20;
const POLL_MS = 100;

type TokenRequest = {
  audience?: Audience;
  /** An access token that was rejected before its expiry. */
  stale?: string | undefined;
};

/** One refresh at a time per connection and audience in this process: concurrent callers share its result. */
const running = new Map<string, Promise<Access>>();

/**
 * Returns an access token valid for at least five minutes. Of concurrent callers only one asks the provider: within
 * this process by the map, between processes by a lease in the row, because providers that rotate the refresh token
 * would invalidate all but one. No transaction is open during the request. Throws ProviderError: `refused` needs the
 * user, and the connection then shows it.
 */
export async function getAccessToken(
  connection: ConnectionContext,
  provider: Provider,
  options: TokenRequest = {},
): Promise<Access> {
  const { audience = "api", stale } = options;
  const row = await rowOf(connection, provider);
  const held = accessFor(openTokens(connection, row), provider, audience);
  if (isUsable(held, stale)) return held;
  const key = `${row.id} ${audience}`;
  const first = running.get(key);
  if (first) return first;
  const refresh = refreshOnce(connection, provider, audience, stale).finally(() => running.delete(key));
  running.set(key, refresh);
  return refresh;
}

async function refreshOnce(
  connection: ConnectionContext,
  provider: Provider,
  audience: Audience,
  stale: string | undefined,
) {
  for (;;) {
    const row = await rowOf(connection, provider);
    const tokens = openTokens(connection, row);
    const held = accessFor(tokens, provider, audience);
    if (isUsable(held, stale)) return held;
    if (await claim(connection, row)) return renew(connection, row, tokens, audience);
    await pause(POLL_MS);
  }
}

const isUsable = (access: Access | null, stale: string | undefined): access is Access =>
  access !== null &&
  access.accessToken !== stale &&
  (access.expiresAt === null || access.expiresAt.getTime() - Date.now() >= EARLY_MS);

/** Microsoft's mail servers need their own token; elsewhere one token is valid for all. */
function accessFor(tokens: Tokens, provider: Provider, audience: Audience): Access | null {
  return audience === "mail" && provider === "outlook" ? tokens.mail : tokens;
}

async function rowOf(connection: ConnectionContext, provider: Provider): Promise<StoredIntegration> {
  const [row] = await connection.inTransaction("read", (db) =>
    db.select().from(integrations).where(ownConnection(connection.userId, provider)),
  );
  if (!row?.tokens) throw new ProviderError("refused", t`This account was disconnected.`);
  return row;
}

/** Only if the stored tokens are the ones that were read: otherwise another process has already refreshed them. */
async function claim(connection: ConnectionContext, { id, tokens }: StoredIntegration): Promise<boolean> {
  const claimed = await connection.inTransaction("write", (db) =>
    db
      .update(integrations)
      .set({ refreshingUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
      .where(
        and(
          eq(integrations.userId, connection.userId),
          eq(integrations.id, id),
          eq(integrations.tokens, tokens ?? ""),
          or(isNull(integrations.refreshingUntil), lt(integrations.refreshingUntil, sql`now()`)),
        ),
      )
      .returning({ id: integrations.id }),
  );
  return claimed.length > 0;
}

async function renew(
  connection: ConnectionContext,
  row: StoredIntegration,
  tokens: Tokens,
  audience: Audience,
): Promise<Access> {
  try {
    if (!tokens.refreshToken)
      throw new ProviderError("refused", t`Your sign-in has expired. Please connect again.`);
    const grant = { grant_type: "refresh_token", refresh_token: tokens.refreshToken };
    const given = await requestTokens(connection, row.provider, grant, audience);
    const { accessToken, expiresAt } = given;
    const isForMail = accessFor(tokens, row.provider, audience) !== tokens;
    const renewed: Tokens = {
      ...(isForMail ? { ...tokens, mail: { accessToken, expiresAt } } : { ...given, mail: tokens.mail }),
      refreshToken: given.refreshToken ?? tokens.refreshToken,
      endsAt: given.endsAt ?? tokens.endsAt,
      scopes: (isForMail ? null : given.scopes) ?? tokens.scopes,
    };
    if (!(await saveTokens(connection, row, renewed)))
      return await revokeOrphanedTokens(connection, row.provider, renewed);
    return { accessToken, expiresAt };
  } catch (error) {
    await recordRefreshFailure(connection, row, error);
    throw error;
  }
}

/** False if the account was disconnected or reconnected during the request. */
async function saveTokens(
  connection: ConnectionContext,
  row: StoredIntegration,
  renewed: Tokens,
): Promise<boolean> {
  const saved = await connection.inTransaction("write", (db) =>
    db
      .update(integrations)
      .set({ tokens: sealTokens(connection, row, renewed), refreshingUntil: null })
      .where(
        and(
          eq(integrations.userId, connection.userId),
          eq(integrations.id, row.id),
          eq(integrations.tokens, row.tokens ?? ""),
        ),
      )
      .returning({ id: integrations.id }),
  );
  return saved.length > 0;
}

/** Tokens received after a disconnect must be revoked. */
async function revokeOrphanedTokens(
  connection: ConnectionContext,
  provider: Provider,
  tokens: Tokens,
): Promise<never> {
  await providerSystemOf(connection.config, provider)
    .revoke?.(requestWith(connection), tokens)
    .catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
    });
  throw new ProviderError("refused", t`This account was disconnected.`);
}

/** A refusal needs the user, and is shown at once wherever the connection is. */
async function recordRefreshFailure(
  connection: ConnectionContext,
  row: StoredIntegration,
  error: unknown,
): Promise<void> {
  const isRefused = error instanceof ProviderError && error.fault === "refused";
  await connection.inTransaction("write", async (db) => {
    const still = and(
      eq(integrations.userId, connection.userId),
      eq(integrations.id, row.id),
      eq(integrations.tokens, row.tokens ?? ""),
    );
    const changed = await db
      .update(integrations)
      .set({
        refreshingUntil: null,
        ...(isRefused && {
          status: "error",
          syncState: "needs_you" as const,
          lastError: error.message,
          updatedAt: new Date(),
          version: sql`${integrations.version} + 1`,
        }),
      })
      .where(still)
      .returning({ id: integrations.id });
    if (isRefused && changed.length > 0)
      await recordAnnouncements(db, [{ resource: "integrations", ids: [], audience: [row.userId] }]);
  });
}
