import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { Account } from "../accounts/accounts.ts";
import { grantsNamedRole } from "../address-state.ts";
import type { NewSession } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import type { AuthSettings, Caller } from "../auth-settings.ts";
import { newToken, tokenHash } from "../credentials/token.ts";
import type { StartPage } from "../start-pages.ts";
import {
  attempts,
  knownDevices,
  knownSources,
  sessions,
  userRoles,
  users,
  verifications,
} from "../tables.ts";
import { DEVICE_DAYS, rememberDevice } from "./known-devices.ts";

const MAX_SESSIONS = 20;

/**
 * Begins a session under a new token, whatever the browser sent, and ends the session that it replaces there. Keeps a
 * person's 20 newest sessions.
 */
export async function beginSession(
  db: Transaction,
  parts: AuthParts,
  person: { userId: string; redirectPending: boolean },
  caller: Caller,
): Promise<NewSession> {
  const { settings, cookie } = parts;
  const { userId, redirectPending } = person;
  const [account] = await db
    .select({
      suspendedAt: users.suspendedAt,
      startPage: sql<StartPage | null>`(select start_page from profiles where user_id = ${users.id})`,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for("update");
  if (account?.suspendedAt)
    throw new AppError("forbidden", t`This account is suspended. Please ask an administrator.`);
  const replaced = cookie.read(caller.credentials?.cookie ?? null);
  if (replaced) await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash(replaced)));
  await endOldest(db, userId);
  const token = newToken();
  const session = await db
    .insert(sessions)
    .values({
      userId,
      redirectPending,
      tokenHash: tokenHash(token),
      expiresAt: sql`now() + make_interval(days => ${settings.sessionIdleDays})`,
      address: caller.address,
      userAgent: caller.credentials?.userAgent?.slice(0, 300) ?? null,
    })
    .returning({ id: sessions.id })
    .then(returnedRow);
  const deviceCookie = await rememberDevice(db, parts, userId, caller);
  const startPage = account?.startPage ?? "/";
  return { userId, sessionId: session.id, cookie: cookie.set(token), deviceCookie, startPage };
}

/**
 * Applies ADMIN_EMAIL: the named account is an administrator from every sign-in on, once its address is proven
 * (ROLE-02).
 */
export async function beginAccountSession(
  db: Transaction,
  parts: AuthParts,
  account: Pick<Account, "userId" | "email">,
  caller: Caller,
): Promise<NewSession> {
  const { settings, log } = parts;
  const { userId } = account;
  const redirectPending = await isNamedAdmin(db, settings, account);
  if (redirectPending) log.info("The administrator named by ADMIN_EMAIL signed in", { userId });
  return beginSession(db, parts, { userId, redirectPending }, caller);
}

/**
 * Grants the named account its role if `grantsNamedRole` allows it; false if it is not named or not an administrator.
 */
export async function isNamedAdmin(
  db: Transaction,
  { adminEmail }: AuthSettings,
  { userId, email }: Pick<Account, "userId" | "email">,
): Promise<boolean> {
  if (email !== adminEmail) return false;
  const [account] = await db.select({ reason: users.addressReason }).from(users).where(eq(users.id, userId));
  if (grantsNamedRole(account?.reason ?? null))
    await db.insert(userRoles).values({ userId, role: "admin" }).onConflictDoNothing();
  return isAdministrator(db, userId);
}

export async function isAdministrator(db: Transaction, userId: string): Promise<boolean> {
  const held = and(eq(userRoles.userId, userId), eq(userRoles.role, "admin"));
  return (await db.$count(userRoles, held)) > 0;
}

async function endOldest(db: Transaction, userId: string): Promise<void> {
  // rule: offset-paging - the newest ones stay: what follows them, never many, is deleted at once
  const surplus = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(MAX_SESSIONS - 1);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), inArray(sessions.id, surplus)));
}

/** Deletes expired rows, a few at each sign-in, so that no separate job is needed. */
export async function sweep(db: Transaction): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
  await db.delete(verifications).where(lt(verifications.expiresAt, sql`now()`));
  await db.delete(attempts).where(lt(attempts.at, sql`now() - interval '1 day'`));
  await db.delete(knownSources).where(lt(knownSources.lastAt, sql`now() - interval '90 days'`));
  await db
    .delete(knownDevices)
    .where(lt(knownDevices.lastAt, sql`now() - make_interval(days => ${DEVICE_DAYS})`));
}
