import { sql } from "drizzle-orm";
import { z } from "zod";
import { MailSentElsewhere, mailSentElsewhere } from "#features/email/events.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { runMailCommand } from "./mail-commands/run-mail-command.ts";

const Nothing = z.strictObject({});

/** Every night: permanently deletes chats and facts that were deleted more than 30 days ago, in small transactions. */
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

/** Runs commands that people send as replies to Adjutant's mails, found in mail they sent with another program. */
export const runMailCommands: JobDefinition<typeof MailSentElsewhere> = {
  name: "assistant.receive-replies",
  formerNames: ["assistant.hear-replies"],
  payload: MailSentElsewhere,
  subscribesTo: mailSentElsewhere,
  run: async (worker, { userId, ...reply }) => {
    try {
      await runAsUser(worker, userId, (context) => runMailCommand(context, reply));
    } catch (error) {
      // The mail was deleted meanwhile, or the person's limit is reached: nothing is saved.
      if (!(error instanceof AppError)) throw error;
    }
  },
};
