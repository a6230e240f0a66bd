import { sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { deliverDueMail } from "./deliver-mail.ts";

const Nothing = z.strictObject({});

/** Every night: what was deleted more than 30 days ago goes for good, of everybody, in small transactions. */
export const purgeTrash: JobDefinition<typeof Nothing> = {
  name: "email.purge-trash",
  payload: Nothing,
  cron: "23 3 * * *",
  run: async ({ database }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ gone: number }>(sql`select purge_email_trash() as gone`);
        return rows[0]?.gone ?? 0;
      });
    while ((await purge()) > 0);
  },
};

/**
 * Delivers all that is due. Sending wakes it at the message's time; the look every minute finds what a crash left
 * behind. Running it twice, or on many machines at once, delivers nothing twice.
 */
export const deliverMail: JobDefinition<typeof Nothing> = {
  name: "email.deliver",
  payload: Nothing,
  cron: "* * * * *",
  pollingSeconds: 1,
  run: deliverDueMail,
};
