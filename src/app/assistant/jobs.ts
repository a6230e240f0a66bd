import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition } from "#platform/jobs/jobs.ts";

const Nothing = z.strictObject({});

/** Every night: chats and facts that were deleted more than 30 days ago go for good, in small transactions. */
export const purgeAssistant: JobDefinition<typeof Nothing> = {
  name: "assistant.purge-trash",
  payload: Nothing,
  cron: "41 3 * * *",
  run: async ({ database }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ gone: number }>(sql`select purge_assistant_trash() as gone`);
        return rows[0]?.gone ?? 0;
      });
    while ((await purge()) > 0);
  },
};
