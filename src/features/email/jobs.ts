import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { AddressRecorded, addressRecorded } from "#platform/auth/events.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { mailAccounts } from "./account-tables.ts";
import { deliverDueMail } from "./delivery/deliver-due-mail.ts";
import { remindOfUnanswered } from "./organizing/snooze-emails.ts";

const Nothing = z.strictObject({});

/** Every night: deletes for good what was deleted more than 30 days ago, for all users, in small transactions. */
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

const Leaving = z.strictObject({ accountId: z.uuid(), userId: z.uuid() });

/**
 * For an account removed together with its mail: deletes the mail, a few hundred messages at a time, then the account.
 */
export const removeAccountMail: JobDefinition<typeof Leaving> = {
  name: "email.remove-account",
  payload: Leaving,
  pollingSeconds: 2,
  run: async ({ database }, { accountId, userId }) => {
    const removeSome = () =>
      database.transaction(userId, "write", async (db) => {
        const deleted = await db.execute(sql`
          delete from emails where id in (
            select id from emails where account_id = ${accountId} and user_id = ${userId} limit 300)`);
        return deleted.rowCount ?? 0;
      });
    while ((await removeSome()) > 0);
    await database.transaction(userId, "write", (db) =>
      db.delete(mailAccounts).where(and(eq(mailAccounts.id, accountId), eq(mailAccounts.userId, userId))),
    );
  },
};

/**
 * Delivers all due mail. Sending schedules it for the message's time, `takeOverMail` after a crash, and the run every
 * minute finds the rest. Running it twice, or on many machines at once, delivers nothing twice.
 */
export const deliverMail: JobDefinition<typeof Nothing> = {
  name: "email.deliver",
  payload: Nothing,
  cron: "* * * * *",
  pollingSeconds: 1,
  concurrency: 2,
  run: deliverDueMail,
};

/** Delivers mail that was held for an address, as soon as the address is proven or vouched for. */
export const deliverHeldMail: JobDefinition<typeof AddressRecorded> = {
  name: "email.deliver-held",
  payload: AddressRecorded,
  subscribesTo: addressRecorded,
  pollingSeconds: 1,
  run: deliverDueMail,
};

/** Notifies people about sent mail without a reply at the time they chose. */
export const remindOfMail: JobDefinition<typeof Nothing> = {
  name: "email.remind",
  payload: Nothing,
  cron: "* * * * *",
  run: ({ database }) => remindOfUnanswered(database),
};
