import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import type { AuthParts } from "../auth-parts.ts";
import type { Caller } from "../auth-settings.ts";
import { newToken, tokenHash } from "../credentials/token.ts";
import { knownDevices } from "../tables.ts";

/** How long a browser stays known without a sign-in, in days. */
export const DEVICE_DAYS = 365;
const MAX_DEVICES = 20;

const isFresh = gt(knownDevices.lastAt, sql`now() - make_interval(days => ${DEVICE_DAYS})`);

type Parts = Pick<AuthParts, "deviceCookie">;

/** The hash of the device token, and the account's last sign-in with it. */
export type KnownDevice = { hash: string; lastAt: Date };

/** The caller's browser if it is known to this account; else null. */
export async function knownDevice(
  db: Transaction,
  { deviceCookie }: Parts,
  userId: string | null,
  caller: Caller,
): Promise<KnownDevice | null> {
  const token = deviceCookie.read(caller.credentials?.cookie ?? null);
  if (!userId || !token) return null;
  const hash = tokenHash(token);
  const [known] = await db
    .select({ lastAt: knownDevices.lastAt })
    .from(knownDevices)
    .where(and(eq(knownDevices.tokenHash, hash), eq(knownDevices.userId, userId), isFresh));
  return known ? { hash, lastAt: known.lastAt } : null;
}

/**
 * Marks the browser as known to the person; returns the Set-Cookie header for it. It grants no access, so it outlives
 * the session and a password change. A token that the server did not issue is never adopted.
 */
export async function rememberDevice(
  db: Transaction,
  { deviceCookie }: Parts,
  userId: string,
  caller: Caller,
): Promise<string> {
  const given = deviceCookie.read(caller.credentials?.cookie ?? null);
  const token = given && (await isKnownDevice(db, given)) ? given : newToken();
  await db
    .insert(knownDevices)
    .values({ userId, tokenHash: tokenHash(token) })
    .onConflictDoUpdate({
      target: [knownDevices.tokenHash, knownDevices.userId],
      set: { lastAt: sql`now()` },
    });
  // rule: offset-paging - the newest ones stay: what follows them, never many, is deleted at once
  const surplus = db
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastAt), desc(knownDevices.tokenHash))
    .offset(MAX_DEVICES);
  await db
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), inArray(knownDevices.tokenHash, surplus)));
  return deviceCookie.set(token);
}

async function isKnownDevice(db: Transaction, token: string): Promise<boolean> {
  const [known] = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.tokenHash, tokenHash(token)), isFresh))
    .limit(1);
  return known !== undefined;
}
