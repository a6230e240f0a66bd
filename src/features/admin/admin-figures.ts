import { sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import { AdminFigures } from "./model.ts";

export const adminFigures = resource("adminFigures", {
  get: read({
    summary: "Count the accounts, keys, mail, notifications and activity of the whole instance",
    input: z.strictObject({}),
    output: AdminFigures,
    access: "admin",
    isTraffic: true,
    run: async ({ db }) => {
      const { rows } = await db.execute(sql`
        select accounts, administrators, unproven, suspended, new_accounts as "newAccounts",
          active_today as "activeToday", active_week as "activeWeek", keys, agents, keys_used as "keysUsed", mailboxes,
          mail_waiting as "mailWaiting", mail_failed as "mailFailed", system_mail_waiting as "systemMailWaiting",
          system_mail_failed as "systemMailFailed", deliveries_waiting as "deliveriesWaiting",
          deliveries_failed as "deliveriesFailed", devices, templates
        from admin_figures()`);
      return AdminFigures.parse(rows[0]);
    },
  }),
});
