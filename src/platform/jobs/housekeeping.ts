import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition } from "./jobs.ts";

/** Every hour: deletes expired rows (functions.sql). */
export const housekeeping: JobDefinition = {
  name: "housekeeping",
  payload: z.object({}),
  cron: "17 * * * *",
  duringMaintenance: true,
  run: async ({ auth, database }) => {
    await database.transaction(null, "write", (db) => db.execute(sql`select sweep_expired()`));
    await auth.agents.deleteIdleClients();
  },
};
