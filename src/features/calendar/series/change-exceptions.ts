import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { lockEvent, lockSeries, shownOccurrence, type Target } from "../events/event-target.ts";
import { eventFields, findEvent, type StoredEvent } from "../events/read-events.ts";
import type { CalendarEvent } from "../model.ts";
import { eventOccurrences, events } from "../tables.ts";
import { materializeOccurrences, occurrenceId } from "./materialize-occurrences.ts";

/** The occurrence becomes an event of its own that stands for it (RECURRENCE-ID), with the id that it had. */
export async function makeException(
  context: SignedIn,
  target: Target,
  fields: Partial<StoredEvent> = {},
): Promise<StoredEvent> {
  const { event: series, at } = target;
  if (!at || series.seriesId !== null) return series;
  const id = occurrenceId(series.id, at);
  await context.db
    .delete(eventOccurrences)
    .where(and(eq(eventOccurrences.userId, context.actor.userId), eq(eventOccurrences.id, id)));
  const { etag: _, href: __, syncState: ___, ...shown } = shownOccurrence(target);
  const [made] = await context.db
    .insert(events)
    .values({
      ...shown,
      ...fields,
      id,
      seriesId: series.id,
      recurrenceId: at,
      isSeries: false,
      rrule: null,
      rdates: [],
      exdates: [],
      expandedFrom: null,
      expandedUntil: null,
      version: series.version + 1,
      updatedAt: context.now,
    })
    .returning(eventFields);
  if (!made) throw new Error("The insert of the exception returned no row");
  return made;
}

/** The exception goes, and the occurrence is again what the rule makes of it. */
export async function rejoinSeries(context: SignedIn, id: string): Promise<CalendarEvent> {
  const exception = await lockEvent(context, id);
  if (!exception) throw notFound("Event");
  if (exception.seriesId === null || exception.recurrenceId === null)
    throw new AppError("conflict", "This event is not a changed occurrence of a series");
  const series = await lockSeries(context, exception);
  await context.db.delete(events).where(ownEvents(context, eq(events.id, id)));
  await materializeOccurrences(context, [series.id]);
  return findEvent(context, occurrenceId(series.id, exception.recurrenceId));
}

/** A field that an exception had in common with its series changes with it. */
export async function changeExceptions(
  context: SignedIn,
  series: StoredEvent,
  fields: Partial<StoredEvent>,
  map: (at: Date) => Date,
): Promise<void> {
  await moveExceptions(context, series.id, map, {});
  const { startTime: _, endTime: __, isAllDay: ___, zone: ____, ...plain } = fields;
  for (const [name, value] of Object.entries(plain)) {
    const column = events[name as keyof typeof plain];
    const before = series[name as keyof StoredEvent];
    await context.db
      .update(events)
      .set({ [name]: value, version: sql`${events.version} + 1` })
      .where(
        ownEvents(
          context,
          eq(events.seriesId, series.id),
          sql`coalesce(to_jsonb(${column}), 'null') = ${JSON.stringify(before)}::jsonb`,
        ),
      );
  }
}

/** In two steps, because the places of two exceptions may change. */
export async function moveExceptions(
  { actor, db }: SignedIn,
  seriesId: string,
  map: (at: Date) => Date,
  fields: Partial<StoredEvent>,
): Promise<void> {
  const rows = await db
    .select({ id: events.id, at: events.recurrenceId })
    .from(events)
    .where(ownEvents({ actor }, eq(events.seriesId, seriesId)))
    .orderBy(asc(events.id));
  if (rows.length === 0) return;
  await db
    .update(events)
    .set({ recurrenceId: null })
    .where(ownEvents({ actor }, eq(events.seriesId, seriesId)));
  for (const { id, at } of rows)
    await db
      .update(events)
      .set({ ...fields, recurrenceId: at && map(at) })
      .where(ownEvents({ actor }, eq(events.id, id)));
}

export const dropExceptions = ({ actor, db, now }: SignedIn, seriesId: string) =>
  db
    .update(events)
    .set({ deletedAt: now, version: sql`${events.version} + 1` })
    .where(ownEvents({ actor }, eq(events.seriesId, seriesId), isNull(events.deletedAt)));

const ownEvents = ({ actor }: Pick<SignedIn, "actor">, ...more: SQL[]) =>
  and(eq(events.userId, actor.userId), ...more);
