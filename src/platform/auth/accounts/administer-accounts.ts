import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Auth } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import { issueToken } from "../credentials/verification-token.ts";
import { isAdministrator } from "../sign-in/begin-session.ts";
import { profiles, sessions, userRoles, users } from "../tables.ts";
import { alreadyRegisteredError, checkEmail, normalizedEmail } from "./accounts.ts";
import { addressValues, recordAddress } from "./record-address.ts";

/**
 * Suspending ends every session and blocks keys and sign-ins until it is lifted. Refused for oneself, for ADMIN_EMAIL
 * and for the last administrator.
 */
export function setSuspended({ identities, settings }: AuthParts): Auth["setSuspended"] {
  return (userId, isSuspended, by) =>
    identities.transaction(null, "write", async (db) => {
      if (userId === by.userId) throw new AppError("conflict", t`You cannot suspend your own account`);
      const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
      if (!person) throw notFound(t`User`);
      if (isSuspended && person.email === settings.adminEmail && (await isAdministrator(db, userId)))
        throw new AppError("conflict", t`ADMIN_EMAIL names this account an administrator`);
      await db
        .update(users)
        .set({ suspendedAt: isSuspended ? sql`now()` : null })
        .where(eq(users.id, userId));
      if (!isSuspended) return;
      const [admin] = await db
        .select({ id: users.id })
        .from(users)
        .innerJoin(userRoles, and(eq(userRoles.userId, users.id), eq(userRoles.role, "admin")))
        .where(and(isNull(users.suspendedAt), ne(users.id, userId)))
        .limit(1);
      if (!admin) throw new AppError("conflict", t`At least one administrator must remain`);
      await db.delete(sessions).where(eq(sessions.userId, userId));
    });
}

/** Returns the number of sessions ended. */
export function endSessions({ identities }: AuthParts): Auth["endSessions"] {
  return (userId) =>
    identities.transaction(null, "write", async (db) => {
      const [person] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
      if (!person) throw notFound(t`User`);
      const ended = await db
        .delete(sessions)
        .where(eq(sessions.userId, userId))
        .returning({ id: sessions.id });
      return ended.length;
    });
}

const INVITED_HOURS = 7 * 24;

/**
 * Creates an account without a password, and a link with which the person sets one, once, within a week. `by` vouches
 * for the address.
 */
export function inviteAccount({ identities, settings }: AuthParts): Auth["inviteAccount"] {
  return (given, by) =>
    identities.transaction(null, "write", async (db) => {
      const email = normalizedEmail(given.email);
      checkEmail(email);
      const [user] = await db
        .insert(users)
        .values({ email, ...addressValues("administrator", by.userId) })
        .onConflictDoNothing()
        .returning({ id: users.id });
      if (!user) throw alreadyRegisteredError();
      const timeZone = settings.instance?.().timeZone;
      await db.insert(profiles).values({ userId: user.id, email, fullName: given.fullName, timeZone });
      await db.insert(userRoles).values({ userId: user.id, role: "user" });
      const token = await issueToken(db, user.id, "reset_password", { hours: INVITED_HOURS });
      return {
        userId: user.id,
        link: `${settings.instance?.().origin ?? settings.publicUrl}/auth#reset=${token}`,
      };
    });
}

/** An administrator vouches for an address that is not proven, or withdraws that; a proof stays. */
export function vouchForAddress(parts: AuthParts): Auth["vouchForAddress"] {
  return (userId, isVouched, by) =>
    parts.identities.transaction(null, "write", async (db) => {
      const [person] = await db.select({ state: users.addressState }).from(users).where(eq(users.id, userId));
      if (!person) throw notFound(t`User`);
      if (person.state === "proven") throw new AppError("conflict", t`This address is proven already`);
      if (isVouched) return recordAddress(parts, db, userId, "administrator", by.userId);
      await db.update(users).set(addressValues(null, by.userId)).where(eq(users.id, userId));
    });
}
