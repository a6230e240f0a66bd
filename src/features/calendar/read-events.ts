import { and, eq, getTableColumns, isNull, type SQL } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { CalendarEvent } from "./model.ts";
import { events } from "./tables.ts";

const { search: _, ...eventFields } = getTableColumns(events);

export { eventFields };

/** The actor's events that are not in the trash (CAL-15). */
export const ownEvents = (context: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(events.userId, context.actor.userId), isNull(events.deletedAt), ...conditions);

export async function findEvent(context: SignedIn, id: string): Promise<CalendarEvent> {
  const [event] = await context.db
    .select(eventFields)
    .from(events)
    .where(ownEvents(context, eq(events.id, id)));
  if (!event) throw notFound("Event");
  return event;
}
