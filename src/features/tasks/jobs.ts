import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition } from "#platform/jobs/jobs.ts";

const Nothing = z.strictObject({});

/**
 * Every night: deletes tasks for good that were deleted more than 30 days ago, for all users, in small transactions.
 */
export const purgeTrash: JobDefinition<typeof Nothing> = {
  name: "tasks.purge-trash",
  payload: Nothing,
  cron: "17 3 * * *",
  run: async ({ database }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ gone: number }>(sql`select purge_tasks_trash() as gone`);
        return rows[0]?.gone ?? 0;
      });
    while ((await purge()) > 0);
  },
};
