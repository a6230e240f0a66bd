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

/** Every night: what was deleted more than 30 days ago goes for good, of everybody, in small transactions. */
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

/** Every night: series are written down for one more day, and the next of their occurrences reminded of. */
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

/** Every few minutes: subscribed calendars whose time has come; or the one that is named, at once. */
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

/** What was just changed here goes to Google or Microsoft at once; a provider that asks to wait is left alone. */
const pushConnectedCalendar = (worker: Worker, userId: string, calendarId: string, integrationId: string) =>
  runAsUserWithoutTransaction(worker, userId, (context) =>
    withConnection(context, integrationId, async (api, { provider }) => {
      if (provider === "google_calendar" || provider === "outlook_calendar")
        await syncConnectedCalendar(context, calendarId, { api, provider });
    }).catch((error: unknown) => {
      // It is said on the connection, and its next synchronisation pushes what waits.
      if (!(error instanceof AppError)) throw error;
    }),
  );

/** A disconnected account's calendars stay as calendars of this place, or go to the trash with their events. */
export const detachCalendars: JobDefinition<typeof AccountDisconnected> = {
  name: "calendar.remove-synced-calendars",
  formerNames: ["calendar.leave-calendars"],
  payload: AccountDisconnected,
  subscribesTo: accountDisconnected,
  run: (worker, { userId, integrationId, keepsData }) =>
    runAsUser(worker, userId, (context) => detachConnection(context, integrationId, keepsData)),
};

/** Answers to invitations and changes of accepted ones, as their mails come in. */
export const processInvitationMails: JobDefinition<typeof MailArrived> = {
  name: "calendar.read-invitations",
  payload: MailArrived,
  subscribesTo: mailArrived,
  run: async (worker, { userId, emailId, hasCalendar }) => {
    if (!hasCalendar) return;
    await runAsUser(worker, userId, (context) =>
      handleReceivedMail(context, emailId).catch((error: unknown) => {
        // A calendar part that nobody can read changes nothing; the mail is there to be read.
        if (!(error instanceof AppError)) throw error;
      }),
    );
  },
};
