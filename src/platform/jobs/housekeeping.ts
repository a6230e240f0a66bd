import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition } from "./jobs.ts";

/** Every hour: removes what only had to live for a while (migrations/always/50-housekeeping.sql). */
export const housekeeping: JobDefinition = {
  name: "housekeeping",
  payload: z.object({}),
  cron: "17 * * * *",
  duringMaintenance: true,
  run: ({ database }) =>
    database.transaction(null, "write", async (db) => {
      await db.execute(sql`select sweep_expired()`);
    }),
};
