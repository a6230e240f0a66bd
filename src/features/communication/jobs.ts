import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition } from "#platform/jobs/jobs.ts";

const Nothing = z.strictObject({});

/** Every night: messages and contacts deleted more than 30 days ago go for good, of everybody, in small transactions. */
export const purgeTrash: JobDefinition<typeof Nothing> = {
  name: "communication.purge-trash",
  payload: Nothing,
  cron: "27 3 * * *",
  run: async ({ database }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ gone: number }>(sql`select purge_communication_trash() as gone`);
        return rows[0]?.gone ?? 0;
      });
    while ((await purge()) > 0);
  },
};
