import { eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { parseCalendarFile } from "../icalendar/import-icalendar.ts";
import type { FileEvent, FileProblem, ReadFile } from "../icalendar/read-icalendar.ts";
import { MAX_UNREADABLE, type UnreadableEvent } from "../model.ts";
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
import { listed, unreadableOf } from "./unreadable-events.ts";

type Pulled = { token: string | null; unreadable: UnreadableEvent[] };

/** Uses the server's sync-collection report if it has one; otherwise compares the ETags of all objects. */
export async function pullCalDav(target: CalDavTarget): Promise<Pulled> {
  const { server, calendar } = target;
  const url = collectionOf(calendar);
  // A full list lacks others, which only the comparison of all objects finds.
  const since = calendar.unreadable.length < MAX_UNREADABLE ? calendar.syncToken : null;
  let changes = await server.changes(url, since);
  if (changes.token === null && since !== null) changes = await server.changes(url, null);
  const known = await listKnownObjects(target);
  let before = calendar.unreadable;
  if (changes.token === null || changes.isFull) {
    const etags = await server.etags(url);
    before = before.filter(({ href }) => etags.has(href));
    changes = {
      ...changes,
      changed: [...etags].flatMap(([href, etag]) => (known.get(href)?.etag === etag ? [] : [href])),
      removed: [...known.keys()].filter((href) => !etags.has(href)),
    };
  }
  const objects = await server.objects(url, changes.changed);
  const isNew = ({ href, etag }: CalDavObject) => known.get(href)?.etag !== etag;
  const unreadable: UnreadableEvent[] = [];
  for (const object of objects.filter(isNew)) unreadable.push(...(await pullObject(target, object)));
  for (const href of changes.removed) await pullRemoval(target, href);
  const isRead = new Set([...objects.filter(isNew).map(({ href }) => href), ...changes.removed]);
  const others = before.filter(({ href }) => !isRead.has(href));
  return { token: changes.token, unreadable: listed([...others, ...unreadable]) };
}

/** Stores the events of an object; returns what cannot be read in it. */
function pullObject(target: CalDavTarget, object: CalDavObject): Promise<UnreadableEvent[]> {
  return withoutTracking(target, async (context) => {
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
    if (stored?.syncState) return [];
    const file = await parseCalendarFile(context, object.ics).catch(unreadableFile);
    const refused =
      file.events.length === 0
        ? []
        : await storeRemote(context, target.calendar.id, { ...object, events: file.events }, stored?.id);
    const isStored = stored !== undefined && file.events.length === 0;
    return [
      ...unreadableOf(file.problems, { hrefOf: () => object.href, isStored: () => isStored }),
      ...unreadableOf(refused, { hrefOf: () => object.href, isStored: () => false }),
    ];
  });
}

/** A failure that passes, such as a restart, is none of the object: the sync fails and is tried again. */
export function unreadableFile(error: unknown): Pick<ReadFile, "events" | "problems"> {
  if (!(error instanceof AppError) || error.code !== "invalid") throw error;
  const problem = { kind: "VEVENT", line: 0, title: "", uid: "", reason: error.message, isImported: false };
  return { events: [], problems: [problem] };
}

/** Returns the series whose rule cannot be followed: they have no occurrences. */
export async function storeRemote(
  context: SignedIn,
  calendarId: string,
  { href, etag, ics, events: members }: CalDavObject & { events: readonly FileEvent[] },
  id: string | undefined,
): Promise<FileProblem[]> {
  const uid = members[0]?.uid ?? "";
  const group = { uid, events: members, href, etag, ics };
  const refused = await upsertSeries(context, calendarId, [group], new Map(id ? [[uid, id]] : []));
  const problems = [...refused.values()].map((reason) => ({
    ...{ kind: "VEVENT", line: 0, title: members[0]?.title ?? "", uid, reason, isImported: false },
  }));
  if (!id) return problems;
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
  return problems;
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
        .set({ href: null, etag: null, syncState: "conflict" })
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
