import { and, eq, gt, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Auth } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import { newToken, tokenHash } from "../credentials/token.ts";
import { addressPolicy, setUpLinks } from "../tables.ts";

const VALID_HOURS = 24;

/**
 * Only one link is valid at a time. It is printed, never stored: only its SHA-256 is. The token is in the URL fragment,
 * so it reaches no log.
 */
export function issueSetUpLink({ identities, settings }: AuthParts): Auth["issueSetUpLink"] {
  return async () => {
    const token = newToken();
    const link = {
      tokenHash: tokenHash(token),
      createdAt: sql`now()`,
      expiresAt: sql`now() + make_interval(hours => ${VALID_HOURS})`,
    };
    await identities.transaction(null, "write", (db) =>
      db.insert(setUpLinks).values(link).onConflictDoUpdate({ target: setUpLinks.id, set: link }),
    );
    return `${settings.instance?.().origin ?? settings.publicUrl}/auth#setup=${token}`;
  };
}

export const checkSetUpLink =
  ({ identities }: AuthParts): Auth["checkSetUpLink"] =>
  (token) =>
    identities.transaction(null, "read", (db) => checkSetUpToken(db, token));

/** Throws like `redeemSetUpToken`, but leaves the link usable. */
export async function checkSetUpToken(db: Transaction, token: string): Promise<void> {
  if ((await db.$count(setUpLinks, isValid(token))) === 0) throw noLongerValid();
}

/** Uses the link up. Throws invalid if it is unknown, used or expired. */
export async function redeemSetUpToken(db: Transaction, token: string): Promise<void> {
  const used = await db.delete(setUpLinks).where(isValid(token)).returning({ id: setUpLinks.id });
  if (used.length === 0) throw noLongerValid();
}

const isValid = (token: string) =>
  and(eq(setUpLinks.tokenHash, tokenHash(token)), gt(setUpLinks.expiresAt, sql`now()`));

const noLongerValid = () =>
  new AppError(
    "invalid",
    t`This set-up link is no longer valid. Print a new one with: npm run adjutant -- setup-link`,
  );

export const rememberLoopback =
  ({ identities }: AuthParts): Auth["rememberLoopback"] =>
  async (loopbackCounts) => {
    await identities.transaction(null, "write", (db) =>
      db
        .insert(addressPolicy)
        .values({ loopbackCounts })
        .onConflictDoUpdate({ target: addressPolicy.id, set: { loopbackCounts } }),
    );
  };
