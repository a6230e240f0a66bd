import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition } from "#platform/jobs/jobs.ts";

const Nothing = z.strictObject({});

/** Every night: places that were deleted more than 30 days ago go for good, of everybody. */
export const purgeLocations: JobDefinition<typeof Nothing> = {
  name: "settings.purge-locations",
  payload: Nothing,
  cron: "27 3 * * *",
  run: ({ database }) =>
    database.transaction(null, "write", async (db) => {
      await db.execute(sql`select purge_locations()`);
    }),
};
