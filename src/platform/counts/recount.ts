import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition } from "#platform/jobs/jobs.ts";

/** Each counted table has a function of this name (functions/count-records.sql). */
const PREFIX = "recounted_";

/** Every night: counts all records again, and corrects and reports counts that differ. */
export const recount: JobDefinition = {
  name: "counts.recount",
  payload: z.object({}),
  cron: "53 3 * * *",
  run: async ({ database, log }) => {
    const { rows: counted } = await database.transaction(null, "read", (db) =>
      db.execute<{ resource: string }>(sql`
        select substr(proname, ${PREFIX.length + 1}::int) as resource from pg_proc
         where pronamespace = 'public'::regnamespace and starts_with(proname, ${PREFIX})`),
    );
    const { rows: people } = await database.transaction(null, "read", (db) =>
      db.execute<{ id: string }>(sql`select id from counted_people() as id`),
    );
    for (const { resource } of counted) {
      let wrong = 0;
      for (const { id } of people) {
        const { rows } = await database.transaction(null, "write", (db) =>
          db.execute<{ wrong: number }>(sql`select recount_records(${resource}, ${id}) as wrong`),
        );
        wrong += rows[0]?.wrong ?? 0;
      }
      if (wrong > 0) log.error("Wrong counts of records were corrected", { resource, count: wrong });
    }
  },
};
