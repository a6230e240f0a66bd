import { sql } from "drizzle-orm";
import { z } from "zod";
import { MailArrived, mailArrived } from "#features/email/events.ts";
import { AccountDisconnected, accountDisconnected } from "#features/integrations/events.ts";
import { withConnection } from "#features/integrations/public/provider-api.ts";
import { AppError } from "#platform/capability/errors.ts";
import { attributeRow } from "#platform/crash/attribution.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { runAsUser, runAsUserWithoutTransaction } from "#platform/jobs/run-as-user.ts";
import { calendarSync } from "./calendar-sync.ts";
import { findEvent } from "./events/read-events.ts";
import { scheduleReminders } from "./events/schedule-reminders.ts";
import { handleReceivedMail } from "./invitations/answer-invitation.ts";
import { expandEvents } from "./series/materialize-occurrences.ts";
import { syncCalDav } from "./sync/sync-caldav.ts";
import { detachConnection, syncConnectedCalendar } from "./sync/sync-connected-calendars.ts";
import { syncSubscription } from "./sync/sync-subscription.ts";

const Nothing = z.strictObject({});

/**
 * Every night: deletes events for good that were deleted more than 30 days ago, for all users, in small transactions.
 */
export const purgeTrash: JobDefinition<typeof Nothing> = {
  name: "calendar.purge-trash",
  payload: Nothing,
  cron: "23 3 * * *",
  run: async ({ database }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ gone: number }>(sql`select purge_events_trash() as gone`);
        return rows[0]?.gone ?? 0;
      });
    while ((await purge()) > 0);
  },
};

/** Every night: materializes series for one more day and schedules reminders for the new occurrences. */
export const renewSeries: JobDefinition<typeof Nothing> = {
  name: "calendar.renew-series",
  payload: Nothing,
  cron: "41 2 * * *",
  run: async (worker) => {
    let after = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const rows = await worker.database.transaction(null, "read", async (db) => {
        const found = await db.execute<{ id: string; userId: string; isShort: boolean }>(
          sql`select id, user_id as "userId", is_short as "isShort" from series_to_renew(${after}::uuid, ${BATCH_SIZE})`,
        );
        return found.rows;
      });
      for (const { id, userId, isShort } of rows)
        await runAsUser(worker, userId, async (context) => {
          if (isShort) await expandEvents(context, [id]);
          await scheduleReminders(context, await findEvent(context, id));
        });
      const last = rows.at(-1);
      if (!last || rows.length < BATCH_SIZE) return;
      after = last.id;
    }
  },
};

const BATCH_SIZE = 200;

/** Every few minutes: syncs calendars that are due; or the named one at once. */
export const syncCalendars: JobDefinition<typeof calendarSync.payload> = {
  ...calendarSync,
  cron: "*/5 * * * *",
  pollingSeconds: 2,
  run: async (worker, { calendarId }) => {
    const due = await worker.database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<DueCalendar>(
        sql`select * from calendars_to_sync(${calendarId ?? null}::uuid, ${BATCH_SIZE})`,
      );
      return rows;
    });
    for (const calendar of due) {
      const work = { name: "Calendar", row: calendar.id };
      await attributeRow(worker.config.dataDir, work, () => syncDue(worker, calendar));
    }
  },
};

async function syncDue(worker: Worker, due: DueCalendar): Promise<void> {
  const { user_id, kind, integration_id, ...calendar } = due;
  if (kind === "caldav") await syncCalDav(worker, user_id, calendar.id);
  else if (integration_id) await pushConnectedCalendar(worker, user_id, calendar.id, integration_id);
  else await syncSubscription(worker, user_id, { ...calendar, lastModified: calendar.last_modified });
}

type DueCalendar = {
  id: string;
  user_id: string;
  kind: string;
  url: string;
  etag: string | null;
  last_modified: string | null;
  failures: number;
  integration_id: string | null;
};

/** Pushes a local change to Google or Microsoft at once; not while the provider asks to wait. */
const pushConnectedCalendar = (worker: Worker, userId: string, calendarId: string, integrationId: string) =>
  runAsUserWithoutTransaction(worker, userId, (context) =>
    withConnection(context, integrationId, async (api, { provider }) => {
      if (provider === "google_calendar" || provider === "outlook_calendar")
        await syncConnectedCalendar(context, calendarId, { api, provider });
    }).catch((error: unknown) => {
      // The connection shows the error, and its next sync pushes the pending changes.
      if (!(error instanceof AppError)) throw error;
    }),
  );

/** The calendars of a disconnected account become local calendars, or move to the trash with their events. */
export const detachCalendars: JobDefinition<typeof AccountDisconnected> = {
  name: "calendar.remove-synced-calendars",
  formerNames: ["calendar.leave-calendars"],
  payload: AccountDisconnected,
  subscribesTo: accountDisconnected,
  run: (worker, { userId, integrationId, keepData }) =>
    runAsUser(worker, userId, (context) => detachConnection(context, integrationId, keepData)),
};

/** Processes answers to invitations and changes of accepted ones when their mails arrive. */
export const processInvitationMails: JobDefinition<typeof MailArrived> = {
  name: "calendar.read-invitations",
  payload: MailArrived,
  subscribesTo: mailArrived,
  run: async (worker, { userId, emailId, hasCalendar }) => {
    if (!hasCalendar) return;
    await runAsUser(worker, userId, (context) =>
      handleReceivedMail(context, emailId).catch((error: unknown) => {
        // An invalid calendar part changes nothing; the user can still read the mail.
        if (!(error instanceof AppError)) throw error;
      }),
    );
  },
};
