import { and, eq, ne, sql } from "drizzle-orm";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Auth } from "./auth.ts";
import type { AuthParts } from "./auth-parts.ts";
import { userRoles, users } from "./tables.ts";

/** "roles" in ASCII: changes of roles wait for each other, so that two cannot each spare the other's administrator. */
const ROLES_LOCK = 0x726f6c65;

export function setRole({ identities, settings }: AuthParts): Auth["setRole"] {
  return async (userId, role) =>
    identities.transaction(null, "write", async (db) => {
      await db.execute(sql`select pg_advisory_xact_lock(${ROLES_LOCK})`);
      const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
      if (!person) throw notFound("User");
      if (role !== "admin" && person.email === settings.adminEmail)
        throw new AppError("conflict", "ADMIN_EMAIL names this account an administrator");
      await db.insert(userRoles).values({ userId, role }).onConflictDoNothing();
      await db.delete(userRoles).where(and(eq(userRoles.userId, userId), ne(userRoles.role, role)));
      const [admin] = await db.select().from(userRoles).where(eq(userRoles.role, "admin")).limit(1);
      if (!admin) throw new AppError("conflict", "At least one administrator must remain");
    });
}
