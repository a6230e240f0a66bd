import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { checkFreshAdministrator, FRESH_HOURS, refuseAdministrator } from "../accounts/set-role.ts";
import type { Auth } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import { newToken, tokenHash } from "../credentials/token.ts";
import { profiles, sessions, users } from "../tables.ts";

const MINUTES = 60;

/**
 * A read-only session in which an administrator sees what another person sees, for an hour at most. It ends with the
 * administrator's own session or role. Never for oneself or for another administrator.
 */
export function impersonate({ identities, settings, cookie }: AuthParts): Auth["impersonate"] {
  return (actor, { userId, reason }, caller) =>
    identities.transaction(null, "write", async (db) => {
      const { credentialId } = actor;
      if (actor.impersonatedBy || actor.via !== "session" || !credentialId)
        throw new AppError("forbidden", t`This can only be started from your own session`);
      await checkFreshAdministrator(
        db,
        actor,
        t`An account can be viewed within ${FRESH_HOURS} hours of a sign-in. Please sign out and in again.`,
      );
      if (userId === actor.userId) throw new AppError("conflict", t`This is your own account`);
      const [person] = await db
        .select({ email: users.email, suspendedAt: users.suspendedAt })
        .from(users)
        .where(eq(users.id, userId));
      if (!person) throw notFound(t`User`);
      await refuseAdministrator(db, { userId, email: person.email }, settings.adminEmail);
      if (person.suspendedAt) throw new AppError("conflict", t`This account is suspended`);
      const token = newToken();
      const session = await db
        .insert(sessions)
        .values({
          userId,
          tokenHash: tokenHash(token),
          expiresAt: sql`now() + make_interval(mins => ${MINUTES})`,
          address: caller.address,
          userAgent: caller.credentials?.userAgent?.slice(0, 300) ?? null,
          impersonatedBy: actor.userId,
          impersonationReason: reason,
          impersonatorSession: credentialId,
        })
        .returning({ id: sessions.id })
        .then(returnedRow);
      return { userId, sessionId: session.id, cookie: cookie.set(token) };
    });
}

/**
 * Ends the impersonation and returns to the administrator's session under a new token; null if that session has ended.
 */
export function endImpersonation({ identities, cookie }: AuthParts): Auth["endImpersonation"] {
  return ({ userId, credentialId, impersonatedBy }) =>
    identities.transaction(null, "write", async (db) => {
      if (!credentialId || !impersonatedBy)
        throw new AppError("conflict", t`You are not viewing as another person`);
      const [ended] = await db
        .delete(sessions)
        .where(
          and(eq(sessions.userId, userId), eq(sessions.id, credentialId), isNotNull(sessions.impersonatedBy)),
        )
        .returning({ own: sessions.impersonatorSession });
      if (!ended?.own) return null;
      const token = newToken();
      const [own] = await db
        .update(sessions)
        .set({ tokenHash: tokenHash(token) })
        .where(
          and(
            eq(sessions.id, ended.own),
            eq(sessions.userId, impersonatedBy),
            gt(sessions.expiresAt, sql`now()`),
          ),
        )
        .returning({ id: sessions.id });
      return own ? { userId: impersonatedBy, sessionId: own.id, cookie: cookie.set(token) } : null;
    });
}

/** The text of the banner; null in a normal session. */
export function describeImpersonation({ identities }: AuthParts): Auth["describeImpersonation"] {
  return async ({ credentialId, impersonatedBy }) => {
    if (!credentialId || !impersonatedBy) return null;
    return identities.transaction(null, "read", async (db) => {
      const [found] = await db
        .select({
          reason: sessions.impersonationReason,
          until: sessions.expiresAt,
          by: sql<string>`coalesce(nullif(${profiles.fullName}, ''), ${profiles.email})`,
        })
        .from(sessions)
        .innerJoin(profiles, eq(profiles.userId, sessions.impersonatedBy))
        .where(eq(sessions.id, credentialId));
      return found ? { ...found, reason: found.reason ?? "" } : null;
    });
  };
}
