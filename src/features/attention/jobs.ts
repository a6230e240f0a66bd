import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition } from "#platform/jobs/jobs.ts";

const Nothing = z.strictObject({});

/** Every night: deletes marks that are older than a year, for all users, in small transactions. */
export const purgeMarks: JobDefinition<typeof Nothing> = {
  name: "attention.purge-marks",
  payload: Nothing,
  cron: "41 3 * * *",
  run: async ({ database }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ gone: number }>(sql`select purge_attention_marks() as gone`);
        return rows[0]?.gone ?? 0;
      });
    while ((await purge()) > 0);
  },
};
