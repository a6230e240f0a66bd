import { and, eq, getTableColumns, getViewSelectedFields, isNull, type SQL } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { CalendarEvent } from "./model.ts";
import { events, eventTimes } from "./tables.ts";

const { search: _, remoteIcs: __, ...eventFields } = getTableColumns(events);
const { search: ___, remoteIcs: ____, ...timeFields } = getViewSelectedFields(eventTimes);

export { eventFields, timeFields };

/** An event as it is stored, without the texts that only search and synchronisation need. */
export type StoredEvent = Omit<typeof events.$inferSelect, "search" | "remoteIcs">;

/** The actor's events that are not in the trash (CAL-15): single ones, exceptions, and series as a whole. */
export const ownEvents = (context: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(events.userId, context.actor.userId), isNull(events.deletedAt), ...conditions);

/** The same when they take place: each occurrence of a series is one of them. */
export const ownTimes = (context: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(eventTimes.userId, context.actor.userId), isNull(eventTimes.deletedAt), ...conditions);

/** The event, the series or the occurrence with this id. */
export async function findEvent(context: SignedIn, id: string): Promise<CalendarEvent> {
  const [event] = await context.db
    .select(eventFields)
    .from(events)
    .where(ownEvents(context, eq(events.id, id)));
  return event ?? findOccurrence(context, id);
}

async function findOccurrence(context: SignedIn, id: string): Promise<CalendarEvent> {
  const [occurrence] = await context.db
    .select(timeFields)
    .from(eventTimes)
    .where(ownTimes(context, eq(eventTimes.id, id)));
  if (!occurrence) throw notFound("Event");
  return occurrence;
}
