import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { profiles, userRoles } from "#platform/auth/tables.ts";
import { read, resource } from "#platform/capability/capability.ts";
import { notFound } from "#platform/capability/errors.ts";
import { RoleChecks } from "./model.ts";

export const roleChecks = resource("roleChecks", {
  own: read({
    summary: "Get your own roles as the database has them",
    input: z.strictObject({}),
    output: RoleChecks,
    access: "user",
    agents: "hidden",
    run: async ({ actor, db }) => {
      const { userId, email, roles } = actor;
      const [profile] = await db
        .select({
          role: profiles.role,
          hasRoleAdmin: sql<boolean>`has_role(${userId}, 'admin')`,
          isCurrentUserAdmin: sql<boolean>`is_current_user_admin()`,
        })
        .from(profiles)
        .where(eq(profiles.userId, userId));
      if (!profile) throw notFound(t`Profile`);
      const rows = await db
        .select({ role: userRoles.role })
        .from(userRoles)
        .where(eq(userRoles.userId, userId));
      return {
        userId,
        email,
        userRoles: rows.map(({ role }) => role),
        profileRole: profile.role,
        hasRoleAdmin: profile.hasRoleAdmin,
        isCurrentUserAdmin: profile.isCurrentUserAdmin,
        sessionRoles: [...roles],
      };
    },
  }),
});
