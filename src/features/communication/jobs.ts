import { sql } from "drizzle-orm";
import { z } from "zod";
import { MailArrived, mailArrived } from "#features/email/events.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { receiveEmailReply } from "./messages/receive-email-reply.ts";

const Nothing = z.strictObject({});

/** Every night: purges messages and contacts of all users deleted more than 30 days ago, in small transactions. */
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

/** Turns mails from contacts without an account into messages when they arrive. */
export const receiveEmailReplies: JobDefinition<typeof MailArrived> = {
  name: "communication.receive-answers",
  formerNames: ["communication.hear-answers"],
  payload: MailArrived,
  subscribesTo: mailArrived,
  run: (worker, { userId, emailId }) =>
    runAsUser(worker, userId, async (context) => {
      await receiveEmailReply(context, emailId).catch((error: unknown) => {
        // The mail was deleted meanwhile: there is nothing to import.
        if (!(error instanceof AppError)) throw error;
      });
    }),
};
