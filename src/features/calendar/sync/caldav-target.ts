import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Worker } from "#platform/jobs/jobs.ts";
import { eventFields } from "../events/read-events.ts";
import type { CalDav } from "../providers/caldav.ts";
import { type calendars, events } from "../tables.ts";

/** A calendar to sync, its owner and its server. */
export type CalDavTarget = {
  worker: Worker;
  userId: string;
  calendar: typeof calendars.$inferSelect;
  server: CalDav;
};

/** Local changes that were not pushed yet, oldest first. */
export const listPendingChanges = ({ worker, userId, calendar }: CalDavTarget) =>
  worker.database.transaction(userId, "read", (db) =>
    db
      .select({ id: events.id })
      .from(events)
      .where(
        and(
          eq(events.userId, userId),
          eq(events.calendarId, calendar.id),
          isNull(events.seriesId),
          eq(events.syncState, "pending"),
        ),
      )
      .orderBy(events.updatedAt)
      .limit(500),
  );

/** An event and its exceptions; the event comes first. */
export const listSeriesMembers = ({ worker, userId }: CalDavTarget, id: string) =>
  worker.database.transaction(userId, "read", (db) =>
    db
      .select(eventFields)
      .from(events)
      .where(and(eq(events.userId, userId), or(eq(events.id, id), eq(events.seriesId, id))))
      .orderBy(sql`${events.seriesId} nulls first`, events.recurrenceId),
  );

/** href on the server → the stored ETag. */
export async function listKnownObjects({ worker, userId, calendar }: CalDavTarget) {
  const rows = await worker.database.transaction(userId, "read", (db) =>
    db
      .select({ href: events.href, etag: events.etag })
      .from(events)
      .where(and(eq(events.userId, userId), eq(events.calendarId, calendar.id), isNotNull(events.href))),
  );
  return new Map(rows.map((row) => [row.href ?? "", row]));
}
