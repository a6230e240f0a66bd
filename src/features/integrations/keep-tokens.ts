import { and, eq } from "drizzle-orm";
import type { Context, SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import { SecretError } from "#platform/secrets/secrets.ts";
import { registrationAt } from "#platform/system-settings/registration.ts";
import { systemOf } from "./find-system.ts";
import { NOT_CONFIGURED, type Provider } from "./model.ts";
import { type Ask, FORM, ProviderError, type Tokens } from "./providers/provider.ts";
import { integrations } from "./tables.ts";

/** What work on somebody's connection needs, in a request as in a job. */
export type Desk = Pick<
  Context,
  "inTransaction" | "outbound" | "secrets" | "systemSettings" | "config" | "now"
> & { userId: string };

export const deskOf = ({
  actor,
  inTransaction,
  outbound,
  secrets,
  systemSettings,
  config,
  now,
}: SignedIn): Desk => ({
  ...{ inTransaction, outbound, secrets, systemSettings, config, now },
  userId: actor.userId,
});

export type StoredIntegration = typeof integrations.$inferSelect;

const placeOf = ({ id, userId }: Pick<StoredIntegration, "id" | "userId">) => ({
  table: "integrations",
  row: id,
  column: "tokens",
  userId,
});

export const sealTokens = (
  { secrets }: Pick<Desk, "secrets">,
  row: Pick<StoredIntegration, "id" | "userId">,
  tokens: Tokens,
) => secrets.seal(placeOf(row), JSON.stringify(tokens));

/** Throws ProviderError where the row holds none that can be read: the person has to connect again. */
export function openTokens({ secrets }: Pick<Desk, "secrets">, row: StoredIntegration): Tokens {
  if (!row.tokens) throw new ProviderError("refused", "The connection has no tokens. Please connect again.");
  try {
    const { accessToken, refreshToken, expiresAt } = JSON.parse(secrets.open(placeOf(row), row.tokens));
    return { accessToken, refreshToken, expiresAt: expiresAt && new Date(expiresAt) };
  } catch (error) {
    if (error instanceof SecretError) throw new ProviderError("refused", error.message);
    throw error;
  }
}

/** Requests to a provider that does not answer are its fault, said in our words. */
export const askWith =
  ({ outbound }: Pick<Desk, "outbound">): Ask =>
  (request) =>
    requestWeb(outbound, request).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw new ProviderError("unavailable", error.message);
    });

/** One POST to the token endpoint with this instance's registration. */
export async function requestTokens(
  desk: Desk,
  provider: Provider,
  grant: Record<string, string>,
): Promise<Tokens> {
  const system = systemOf(desk.config, provider);
  const registration = registrationAt(desk.systemSettings, system.registrar);
  if (!registration) throw new ProviderError("unavailable", NOT_CONFIGURED);
  const body = new URLSearchParams({
    ...grant,
    client_id: registration.clientId,
    client_secret: registration.clientSecret,
  });
  const answer = await askWith(desk)({
    url: system.tokenUrl,
    method: "POST",
    headers: FORM,
    body: String(body),
  });
  return system.readTokens(answer, desk.now);
}

const EARLY_MS = 5 * 60_000;

/**
 * Tokens that hold for five minutes more. Refreshes under a lock on the row: of many at once one asks, the others get
 * what it got, for providers that change the refresh token each time would forget all but one. `force`: the access
 * token `stale` was refused although it should hold.
 */
export function freshTokens(desk: Desk, provider: Provider, stale?: string): Promise<Tokens> {
  return desk.inTransaction("write", async (db) => {
    const row = await lockedRow(db, desk.userId, provider);
    const tokens = openTokens(desk, row);
    const isOver = tokens.expiresAt !== null && tokens.expiresAt.getTime() - desk.now.getTime() < EARLY_MS;
    if (!isOver && tokens.accessToken !== stale) return tokens;
    if (!tokens.refreshToken)
      throw new ProviderError("refused", "The sign-in there has ended. Please connect again.");
    const given = await requestTokens(desk, provider, {
      grant_type: "refresh_token",
      refresh_token: tokens.refreshToken,
    });
    const renewed = { ...given, refreshToken: given.refreshToken ?? tokens.refreshToken };
    await db
      .update(integrations)
      .set({ tokens: sealTokens(desk, row, renewed) })
      .where(eq(integrations.id, row.id));
    return renewed;
  });
}

async function lockedRow(db: Transaction, userId: string, provider: Provider): Promise<StoredIntegration> {
  const [row] = await db.select().from(integrations).where(ofPerson(userId, provider)).for("update");
  if (!row) throw new ProviderError("refused", "This account was disconnected.");
  return row;
}

export const ofPerson = (userId: string, provider: Provider) =>
  and(eq(integrations.userId, userId), eq(integrations.provider, provider));
