import { eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { parseCalendarFile } from "../icalendar/import-icalendar.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import type { CalDavObject } from "../providers/caldav.ts";
import { upsertSeries } from "../series/upsert-series.ts";
import { events } from "../tables.ts";
import {
  type CalDavTarget,
  collectionOf,
  listKnownObjects,
  ownEvents,
  withoutTracking,
} from "./caldav-target.ts";

/** Uses the server's sync-collection report if it has one; otherwise compares the ETags of all objects. */
export async function pullCalDav(target: CalDavTarget): Promise<string | null> {
  const { server, calendar } = target;
  const url = collectionOf(calendar);
  let changes = await server.changes(url, calendar.syncToken);
  if (changes.token === null && calendar.syncToken !== null) changes = await server.changes(url, null);
  const known = await listKnownObjects(target);
  if (changes.token === null || changes.isFull) {
    const etags = await server.etags(url);
    changes = {
      ...changes,
      changed: [...etags].flatMap(([href, etag]) => (known.get(href)?.etag === etag ? [] : [href])),
      removed: [...known.keys()].filter((href) => !etags.has(href)),
    };
  }
  const objects = await server.objects(url, changes.changed);
  const isNew = ({ href, etag }: CalDavObject) => known.get(href)?.etag !== etag;
  for (const object of objects.filter(isNew)) await pullObject(target, object);
  for (const href of changes.removed) await pullRemoval(target, href);
  return changes.token;
}

async function pullObject(target: CalDavTarget, object: CalDavObject): Promise<void> {
  await withoutTracking(target, async (context) => {
    const [stored] = await context.db
      .select({ id: events.id, syncState: events.syncState })
      .from(events)
      .where(
        ownEvents(
          context.actor.userId,
          eq(events.calendarId, target.calendar.id),
          eq(events.href, object.href),
        ),
      )
      .for("update");
    // Changed here since it was pushed: the next sync pushes it, finds this version and resolves it.
    if (stored?.syncState) return;
    const file = await parseCalendarFile(context, object.ics).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (!file || file.events.length === 0) return;
    await storeRemote(context, target.calendar.id, { ...object, events: file.events }, stored?.id);
  });
}

export async function storeRemote(
  context: SignedIn,
  calendarId: string,
  { href, etag, ics, events: members }: CalDavObject & { events: readonly FileEvent[] },
  id: string | undefined,
): Promise<void> {
  const uid = members[0]?.uid ?? "";
  const group = { uid, events: members, href, etag, ics };
  await upsertSeries(context, calendarId, [group], new Map(id ? [[uid, id]] : []));
  if (!id) return;
  await context.db
    .update(events)
    .set({ deletedAt: null })
    .where(ownEvents(context.actor.userId, eq(events.id, id), isNotNull(events.deletedAt)));
  // Reminders are pushed to the server as alarms, so those that another client set there are ours too.
  const [master] = members;
  if (master)
    await context.db
      .update(events)
      .set({
        reminderSettings: master.minutesBefore.length > 0 ? { minutesBefore: master.minutesBefore } : {},
      })
      .where(ownEvents(context.actor.userId, eq(events.id, id)));
}

/** Deleted on the server: moves to the trash here; an event with a local change is kept as a conflict. */
async function pullRemoval(target: CalDavTarget, href: string): Promise<void> {
  await withoutTracking(target, async ({ db, now }) => {
    const [stored] = await db
      .select({ id: events.id, syncState: events.syncState })
      .from(events)
      .where(ownEvents(target.userId, eq(events.calendarId, target.calendar.id), eq(events.href, href)))
      .for("update");
    if (!stored) return;
    if (stored.syncState) {
      await db
        .update(events)
        .set({ href: null, etag: null, remoteIcs: null, syncState: "conflict" })
        .where(ownEvents(target.userId, eq(events.id, stored.id)));
      return;
    }
    await db
      .update(events)
      .set({ deletedAt: now, href: null, etag: null, version: sql`${events.version} + 1` })
      .where(
        ownEvents(
          target.userId,
          isNull(events.deletedAt),
          or(eq(events.id, stored.id), eq(events.seriesId, stored.id)),
        ),
      );
  });
}
