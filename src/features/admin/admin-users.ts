import { sql } from "drizzle-orm";
import { z } from "zod";
import { destroy, read, resource } from "#platform/capability/capability.ts";
import { Id, pageOf } from "#platform/capability/wire.ts";
import { sendToChannels } from "./jobs.ts";
import { AdminList, AdminUser, Role } from "./model.ts";
import { readPage } from "./read-page.ts";

type Row = Omit<z.output<typeof AdminUser>, "createdAt" | "addressAt"> & {
  key: string;
  addressAt: string | null;
};

export const adminUsers = resource("adminUsers", {
  list: read({
    summary: "List every account with its role and the state of its address, newest first",
    input: AdminList,
    output: pageOf(AdminUser),
    access: "admin",
    run: async ({ db }, input) => {
      const page = readPage(input);
      const { rows } = await db.execute<Row>(sql`
        select id, email, full_name as "fullName", role, to_jsonb(created_at) #>> '{}' as key,
          address_state as "addressState", address_reason as "addressReason", address_by as "addressBy",
          to_jsonb(address_at) #>> '{}' as "addressAt"
        from admin_users(${page.pattern}, ${page.afterAt}, ${page.afterId}, ${page.rowLimit})`);
      return page.of(
        rows.map((row) => ({
          ...row,
          createdAt: new Date(row.key),
          addressAt: row.addressAt ? new Date(row.addressAt) : null,
        })),
      );
    },
  }),

  setRole: destroy({
    summary: "Set the only role of an account; it takes effect on that person's next request",
    input: z.strictObject({ id: Id, role: Role }),
    output: z.object({ id: Id, role: Role }),
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    ownTransactions: true,
    run: async (context, { id, role }) => {
      await context.auth.setRole(id, role, context.actor);
      await sendToChannels(
        context,
        ({ appName }) => `${appName}: ${context.actor.fullName} changed a role to ${role}.`,
      );
      context.announce({ resource: "session", ids: [], audience: [id] });
      return { id, role };
    },
  }),
});
