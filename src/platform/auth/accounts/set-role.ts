import { and, eq, gte, ne, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Actor } from "#platform/capability/actor.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Auth } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import { isAdministrator } from "../sign-in/begin-session.ts";
import { sessions, userRoles, users } from "../tables.ts";

/**
 * "roles" in ASCII: role changes run one after the other, so that two cannot each rely on the other's administrator to
 * remain.
 */
const ROLES_LOCK = 0x726f6c65;

export function setRole({ identities, settings }: AuthParts): Auth["setRole"] {
  return async (userId, role, by) =>
    identities.transaction(null, "write", async (db) => {
      await db.execute(sql`select pg_advisory_xact_lock(${ROLES_LOCK})`);
      if (by)
        await checkFreshAdministrator(
          db,
          by,
          t`Roles can be changed within ${FRESH_HOURS} hours of a sign-in. Please sign out and in again.`,
        );
      const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
      if (!person) throw notFound(t`User`);
      if (role !== "admin" && person.email === settings.adminEmail && (await isAdministrator(db, userId)))
        throw new AppError("conflict", t`ADMIN_EMAIL names this account an administrator`);
      await db.insert(userRoles).values({ userId, role }).onConflictDoNothing();
      await db.delete(userRoles).where(and(eq(userRoles.userId, userId), ne(userRoles.role, role)));
      // rule: owner-in-query - whether any administrator remains is asked of all accounts
      const [admin] = await db.select().from(userRoles).where(eq(userRoles.role, "admin")).limit(1);
      if (!admin) throw new AppError("conflict", t`At least one administrator must remain`);
    });
}

export const FRESH_HOURS = 12;

/**
 * Throws forbidden unless the actor is an administrator with a recent sign-in: a browser left open for days must not
 * grant roles (security.md §2). `refusal` says what requires it.
 */
export async function checkFreshAdministrator(
  db: Transaction,
  { userId, credentialId }: Actor,
  refusal: string,
): Promise<void> {
  const admins = await db
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.role, "admin")));
  if (admins.length === 0) throw new AppError("forbidden", t`You do not have permission to do this`);
  const isRecent = gte(sessions.createdAt, sql`now() - make_interval(hours => ${FRESH_HOURS})`);
  const fresh = credentialId
    ? await db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), eq(sessions.id, credentialId), isRecent))
    : [];
  if (fresh.length === 0) throw new AppError("forbidden", refusal);
}

/**
 * Throws forbidden if the account is an administrator's: administrators have no power over each other's accounts, so an
 * administrator's acts stay their own.
 */
export async function refuseAdministrator(
  db: Transaction,
  { userId, email }: { userId: string; email: string },
  named: string | undefined,
): Promise<void> {
  const [admin] = await db
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.role, "admin")));
  if (admin || email === named) throw new AppError("forbidden", t`This is another administrator's account`);
}
