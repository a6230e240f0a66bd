import { and, eq } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { eventFields, findEvent } from "../events/read-events.ts";
import { events } from "../tables.ts";
import { storeRemote } from "./pull-caldav.ts";
import { readRemoteEvent } from "./read-remote-event.ts";
import { suppressChangeTracking } from "./suppress-change-tracking.ts";

/** The remote version of a conflict, as last read; null if it was deleted there. */
export async function readRemoteVersion(context: SignedIn, id: string) {
  const event = await findEvent(context, id);
  const [stored] = await context.db
    .select({ remote: events.remoteIcs, href: events.href })
    .from(events)
    .where(and(eq(events.userId, context.actor.userId), eq(events.id, event.seriesId ?? event.id)));
  const remote = stored?.remote ?? null;
  if (remote === null || stored?.href === null) return null;
  const remoteEvents = await readRemoteEvent(context, remote);
  const [first] = remoteEvents.filter(({ recurrenceId }) => recurrenceId === null);
  if (!first) return null;
  const { title, start, end, isAllDay, location, description } = first;
  return { title, startTime: new Date(start), endTime: new Date(end), isAllDay, location, description };
}

/** Why the remote side refuses the event; null if it does not. */
export async function conflictReason(context: SignedIn, id: string): Promise<string | null> {
  const event = await findEvent(context, id);
  const [row] = await context.db
    .select({ syncError: events.syncError })
    .from(events)
    .where(
      and(
        eq(events.userId, context.actor.userId),
        eq(events.id, event.seriesId ?? event.id),
        eq(events.syncState, "refused"),
      ),
    );
  return row?.syncError ?? null;
}

/** Resolves a conflict for the user: "local" is pushed, "remote" is stored here. */
export async function resolveConflict(context: SignedIn, id: string, side: "local" | "remote") {
  const event = await findEvent(context, id);
  const [stored] = await context.db
    .select({ ...eventFields, remoteIcs: events.remoteIcs })
    .from(events)
    .where(and(eq(events.id, event.seriesId ?? event.id), eq(events.userId, context.actor.userId)))
    .for("update");
  if (!stored) throw notFound(t`Event`);
  const isOpen = stored.syncState === "conflict" || stored.syncState === "refused";
  if (!isOpen || stored.calendarId === null) throw new AppError("conflict", t`This event has no conflict`);
  await suppressChangeTracking(context);
  if (side === "local")
    await context.db
      .update(events)
      .set({ syncState: "pending" })
      .where(and(eq(events.userId, context.actor.userId), eq(events.id, stored.id)));
  else if (stored.remoteIcs === null || stored.href === null)
    await context.db
      .update(events)
      .set({ deletedAt: context.now, syncState: null })
      .where(and(eq(events.userId, context.actor.userId), eq(events.id, stored.id)));
  else {
    const remoteEvents = await readRemoteEvent(context, stored.remoteIcs);
    const object = {
      href: stored.href,
      etag: stored.etag ?? "",
      ics: stored.remoteIcs,
      events: remoteEvents,
    };
    await storeRemote(context, stored.calendarId, object, stored.id);
  }
  return { event: stored, calendarId: stored.calendarId };
}
