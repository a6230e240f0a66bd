import { and, eq, isNull } from "drizzle-orm";
import { AppError } from "#platform/capability/errors.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import type { ServerState, UnreadableEvent } from "../model.ts";
import { passwordPlace } from "../password-place.ts";
import { CalDavError, openCalDav } from "../providers/caldav.ts";
import { calendarAccounts, calendars } from "../tables.ts";
import type { CalDavTarget } from "./caldav-target.ts";
import { pullCalDav } from "./pull-caldav.ts";
import { pushCalDav } from "./push-caldav.ts";

const EVERY_MS = 10 * 60_000;

/** Syncs one CalDAV calendar: pushes local changes over exactly the known versions, then pulls remote changes. */
export async function syncCalDav(worker: Worker, userId: string, calendarId: string): Promise<void> {
  const opened = await openServer(worker, userId, calendarId);
  if (!opened) return;
  const place = { worker, userId, ...opened };
  try {
    await pushCalDav(place);
    const { token, unreadable } = await pullCalDav(place);
    await saveSyncOutcome(
      place,
      {
        ...{ state: "ok", lastError: null, failures: 0, lastSyncedAt: new Date() },
        ...{ syncToken: token, unreadable },
      },
      EVERY_MS,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isRefused = error instanceof CalDavError && error.step === "sign-in";
    const failures = opened.calendar.failures + 1;
    const pause = EVERY_MS * Math.min(2 ** failures, 144);
    await saveSyncOutcome(
      place,
      { state: isRefused ? "auth_failed" : "unreachable", lastError: error.message, failures },
      pause,
    );
  }
}

async function openServer(worker: Worker, userId: string, calendarId: string) {
  return worker.database.transaction(userId, "read", async (db) => {
    const [row] = await db
      .select({ calendar: calendars, account: calendarAccounts })
      .from(calendars)
      .innerJoin(calendarAccounts, eq(calendars.accountId, calendarAccounts.id))
      .where(
        and(
          eq(calendars.userId, userId),
          eq(calendars.id, calendarId),
          isNull(calendars.deletedAt),
          isNull(calendarAccounts.deletedAt),
        ),
      );
    if (!row) return null;
    const { account, calendar } = row;
    const password = worker.secrets.open(passwordPlace(account), account.password);
    const { serverUrl, username } = account;
    return { calendar, server: openCalDav(worker.outbound, { serverUrl, username, password }) };
  });
}

type SyncOutcome = {
  state: ServerState;
  lastError: string | null;
  failures: number;
  syncToken?: string | null;
  unreadable?: UnreadableEvent[];
  lastSyncedAt?: Date;
};

async function saveSyncOutcome(
  { worker, userId, calendar }: CalDavTarget,
  outcome: SyncOutcome,
  pause: number,
): Promise<void> {
  const { syncToken: _, failures: __, unreadable: ___, ...publicOutcome } = outcome;
  await runAsUser(worker, userId, async (context) => {
    const nextSyncAt = new Date(context.now.getTime() + pause);
    await context.db
      .update(calendars)
      .set({ ...outcome, nextSyncAt })
      .where(and(eq(calendars.userId, context.actor.userId), eq(calendars.id, calendar.id)));
    if (calendar.accountId !== null)
      await context.db
        .update(calendarAccounts)
        .set(publicOutcome)
        .where(
          and(eq(calendarAccounts.userId, context.actor.userId), eq(calendarAccounts.id, calendar.accountId)),
        );
    context.announce({ resource: "calendars", ids: [calendar.id] });
    context.announce({ resource: "calendarAccounts", ids: [] });
  });
}
