import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { CalendarEvent, type Scope } from "../model.ts";
import { calendars, eventOccurrences, events } from "../tables.ts";
import { eventFields, ownEvents, type StoredEvent } from "./read-events.ts";

/**
 * The target of an action on an id: the stored event, locked, or an occurrence generated from the rule of the locked
 * series. `at` is when the occurrence begins by the rule; null for a whole series and for single events, also for an
 * occurrence of a series that is not there.
 */
export type Target = { event: StoredEvent; at: Date | null };

export async function lockTarget(context: SignedIn, id: string): Promise<Target> {
  const event = await lockEvent(context, id);
  if (event) {
    await requireWritable(context, event.calendarId);
    return { event, at: event.seriesId === null ? null : event.recurrenceId };
  }
  const [occurrence] = await context.db
    .select({ eventId: eventOccurrences.eventId, at: eventOccurrences.startTime })
    .from(eventOccurrences)
    .where(and(eq(eventOccurrences.id, id), eq(eventOccurrences.userId, context.actor.userId)));
  const series = occurrence && (await lockEvent(context, occurrence.eventId));
  if (!series) throw notFound(t`Event`);
  await requireWritable(context, series.calendarId);
  return { event: series, at: occurrence.at };
}

export async function lockEvent(context: SignedIn, id: string): Promise<StoredEvent | undefined> {
  const [event] = await context.db
    .select(eventFields)
    .from(events)
    .where(ownEvents(context, eq(events.id, id)))
    .for("update");
  return event;
}

/** The series of an exception, locked. */
export async function lockSeries(context: SignedIn, { seriesId }: StoredEvent): Promise<StoredEvent> {
  const series = seriesId === null ? undefined : await lockEvent(context, seriesId);
  if (!series) throw notFound(t`Series`);
  return series;
}

/** Defaults to "this" for an occurrence; always "all" for a series or single event. */
export const scopeOf = ({ at }: Target, scope: Scope | undefined): Scope => (at ? (scope ?? "this") : "all");

/** The stored event with the occurrence's start and end. */
export function occurrenceOf({ event, at }: Target): StoredEvent {
  if (!at || event.seriesId !== null) return event;
  const length = event.endTime.getTime() - event.startTime.getTime();
  return { ...event, startTime: at, endTime: new Date(at.getTime() + length) };
}

export function requireVersion(event: StoredEvent, version: number): void {
  if (event.version === version) return;
  throw new AppError("conflict", t`This event was changed elsewhere in the meantime`, {
    current: z.encode(CalendarEvent, event),
  });
}

/** Throws unless it is a writable calendar of the actor; null is the built-in one. */
export async function requireWritable({ db, actor }: SignedIn, calendarId: string | null): Promise<void> {
  if (calendarId === null) return;
  const [calendar] = await db
    .select({ isReadOnly: calendars.isReadOnly })
    .from(calendars)
    .where(
      and(eq(calendars.id, calendarId), eq(calendars.userId, actor.userId), isNull(calendars.deletedAt)),
    );
  if (!calendar) throw notFound(t`Calendar`);
  if (calendar.isReadOnly) throw new AppError("forbidden", t`This calendar is read-only here`);
}
