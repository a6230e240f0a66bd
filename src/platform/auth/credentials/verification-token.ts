import { and, eq, gt, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { verifications } from "../tables.ts";
import { newToken, tokenHash } from "./token.ts";

type Purpose = (typeof verifications.$inferSelect)["purpose"];

/** A token for a message; earlier tokens for the same purpose stop working. `isMailed`: only a mail holds it. */
export async function issueToken(
  db: Transaction,
  userId: string,
  purpose: Purpose,
  { hours, isMailed = false }: { hours: number; isMailed?: boolean },
) {
  await revokeTokens(db, userId, purpose);
  const token = newToken();
  await db.insert(verifications).values({
    userId,
    purpose,
    isMailed,
    tokenHash: tokenHash(token),
    expiresAt: sql`now() + make_interval(hours => ${hours})`,
  });
  return token;
}

export const revokeTokens = (db: Transaction, userId: string, purpose: Purpose) =>
  db.delete(verifications).where(and(eq(verifications.userId, userId), eq(verifications.purpose, purpose)));

/**
 * The token's user; it works once. Throws invalid if it is unknown, used, expired, or not mailed although that is
 * required.
 */
export async function redeemToken(
  db: Transaction,
  token: string,
  purpose: Purpose,
  { mustBeMailed = false } = {},
): Promise<{ userId: string; isMailed: boolean }> {
  const [redeemed] = await db
    .delete(verifications)
    .where(and(isValid(token, purpose), mustBeMailed ? eq(verifications.isMailed, true) : undefined))
    .returning({ userId: verifications.userId, isMailed: verifications.isMailed });
  if (!redeemed) throw noLongerValid();
  return redeemed;
}

/** Throws like `redeemToken`, but leaves the token usable. */
export async function checkToken(db: Transaction, token: string, purpose: Purpose): Promise<void> {
  const found = await db.select({ id: verifications.id }).from(verifications).where(isValid(token, purpose));
  if (found.length === 0) throw noLongerValid();
}

const isValid = (token: string, purpose: Purpose) =>
  and(
    eq(verifications.tokenHash, tokenHash(token)),
    eq(verifications.purpose, purpose),
    gt(verifications.expiresAt, sql`now()`),
  );

export const noLongerValid = () =>
  new AppError("invalid", t`This link is no longer valid. Please ask for a new one.`);
