import { sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import { AdminCounters } from "./model.ts";

export const adminCounters = resource("adminCounters", {
  get: read({
    summary: "Count the accounts, conversations, contacts and documents of the instance",
    input: z.strictObject({}),
    output: AdminCounters,
    access: "admin",
    isTraffic: true,
    run: async ({ db }) => {
      const { rows } = await db.execute<z.infer<typeof AdminCounters>>(sql`select * from admin_counters()`);
      return AdminCounters.parse(rows[0]);
    },
  }),
});
