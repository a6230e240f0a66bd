import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { eventFields, type StoredEvent } from "../events/read-events.ts";
import type { CalDav } from "../providers/caldav.ts";
import { type calendars, events } from "../tables.ts";
import { suppressChangeTracking } from "./suppress-change-tracking.ts";

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
      .orderBy(events.updatedAt, events.id)
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

export async function withoutTracking<T>(
  { worker, userId }: CalDavTarget,
  act: (context: SignedIn) => Promise<T>,
): Promise<T> {
  let answer: { value: T } | undefined;
  await runAsUser(worker, userId, async (context) => {
    await suppressChangeTracking(context);
    answer = { value: await act(context) };
    context.announce({ resource: "events", ids: [] });
  });
  if (!answer) throw new AppError("not_found", t`The account is gone`);
  return answer.value;
}

/** Only if the event did not change meanwhile: otherwise the next sync pushes that change. */
export const markSynced = (
  target: CalDavTarget,
  { id, version }: StoredEvent,
  fields: Partial<typeof events.$inferInsert>,
) =>
  withoutTracking(target, async ({ db }) => {
    const { syncState, ...rest } = fields;
    await db
      .update(events)
      .set(rest)
      .where(ownEvents(target.userId, eq(events.id, id)));
    if (syncState !== undefined)
      await db
        .update(events)
        .set({ syncState })
        .where(
          ownEvents(
            target.userId,
            eq(events.id, id),
            syncState === null ? eq(events.version, version) : undefined,
          ),
        );
  });

export async function readRemoteText({ actor, db }: SignedIn, id: string): Promise<string | null> {
  const [row] = await db
    .select({ remoteIcs: events.remoteIcs })
    .from(events)
    .where(ownEvents(actor.userId, inArray(events.id, [id])));
  return row?.remoteIcs ?? null;
}

export const ownEvents = (userId: string, ...more: (SQL | undefined)[]) =>
  and(eq(events.userId, userId), ...more);

export const collectionOf = ({ url }: Pick<CalDavTarget["calendar"], "url">) =>
  url?.endsWith("/") ? url : `${url}/`;
