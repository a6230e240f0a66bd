import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { addNoticeLines } from "./notice-lines.ts";
import { NOTICE_RULES } from "./policy.ts";

const BATCH = 500;

/**
 * Every minute: shows and delivers due notifications, each once. Both happen in one transaction, so that after a crash
 * the next run does both.
 */
export const releaseDueNotifications: JobDefinition = {
  name: "notifications.release-due",
  payload: z.object({}),
  cron: "* * * * *",
  run: async (worker) => {
    let released: number;
    do {
      await addNoticeLines(worker, BATCH);
      released = await worker.database.transaction(null, "write", releaseBatch);
    } while (released === BATCH);
  },
};

async function releaseBatch(db: Transaction): Promise<number> {
  const { rows } = await db.execute<{ id: string; person: string }>(
    sql`select id, person from release_due_notifications(${BATCH}, ${NOTICE_RULES}::jsonb)`,
  );
  await recordAnnouncements(
    db,
    rows.map(({ id, person }) => ({ resource: "notifications", ids: [id], audience: [person] })),
  );
  return rows.length;
}

/** Every night: deletes read notifications after 90 days and all after a year. */
export const sweepNotifications: JobDefinition = {
  name: "notifications.sweep",
  payload: z.object({}),
  cron: "41 3 * * *",
  run: ({ database }) =>
    database.transaction(null, "write", async (db) => {
      await db.execute(sql`select sweep_notifications()`);
    }),
};
