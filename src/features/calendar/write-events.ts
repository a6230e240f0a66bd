import { and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import {
  CalendarEvent,
  DAY,
  END_AFTER_START,
  type EventChange,
  MAX_DAYS,
  midnightOf,
  type NewEvent,
  wholeDays,
} from "./model.ts";
import { eventFields, findEvent, ownEvents } from "./read-events.ts";
import { events } from "./tables.ts";

/** `timeZone` says which days an all-day event covers. */
export async function insertEvent(context: SignedIn, event: NewEvent, timeZone: string) {
  if (event.endTime <= event.startTime) throw refused("endTime", END_AFTER_START);
  const times = checked(event.isAllDay ? wholeDays(event, timeZone) : event);
  const { now } = context;
  const [made] = await context.db
    .insert(events)
    .values({ ...event, ...times, userId: context.actor.userId, createdAt: now, updatedAt: now })
    .returning(eventFields);
  if (!made) throw new Error("The inserted event did not come back");
  return made;
}

type Change = EventChange & { id: string; version: number };

/** Refuses with the event as it stands where it is not the version that the change was made on any more. */
export async function changeEvent(context: SignedIn, { id, version, ...change }: Change, timeZone: string) {
  const [before] = await context.db
    .select(eventFields)
    .from(events)
    .where(ownEvents(context, eq(events.id, id)))
    .for("update");
  if (!before) throw notFound("Event");
  if (before.version !== version)
    throw new AppError("conflict", "This event was changed elsewhere in the meantime", {
      current: z.encode(CalendarEvent, before),
    });
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const times = changesTimes(change) ? checked(timesAfter(before, change, timeZone)) : {};
  const [after] = await context.db
    .update(events)
    .set({ ...given, ...times, updatedAt: context.now, version: sql`${events.version} + 1` })
    .where(ownEvents(context, eq(events.id, id)))
    .returning(eventFields);
  if (!after) throw new Error("The changed event did not come back");
  return { after, undo: undoOf(before, change) };
}

export async function trashEvent(context: SignedIn, id: string): Promise<void> {
  const gone = await context.db
    .update(events)
    .set({ deletedAt: context.now, version: sql`${events.version} + 1` })
    .where(ownEvents(context, eq(events.id, id)))
    .returning({ id: events.id });
  if (gone.length === 0) throw notFound("Event");
}

/** An event that is not in the trash stays as it is. */
export async function restoreEvent(context: SignedIn, id: string): Promise<CalendarEvent> {
  const own = and(eq(events.id, id), eq(events.userId, context.actor.userId), isNotNull(events.deletedAt));
  await context.db
    .update(events)
    .set({ deletedAt: null, updatedAt: context.now, version: sql`${events.version} + 1` })
    .where(own);
  return findEvent(context, id);
}

type Timed = Pick<CalendarEvent, "startTime" | "endTime" | "isAllDay">;
type Times = { startTime: Date; endTime: Date };

const changesTimes = ({ startTime, endTime, isAllDay }: EventChange) =>
  startTime !== undefined || endTime !== undefined || isAllDay !== undefined;

/**
 * An edit is not validated (CAL-14), so an end that is not after its start keeps the event's length: no view has to
 * show what cannot be (decision 0007).
 */
function timesAfter(before: Timed, change: EventChange, timeZone: string): Times {
  const isAllDay = change.isAllDay ?? before.isAllDay;
  // What was an all-day event holds days; on a clock they begin at midnight.
  const kept = before.isAllDay
    ? {
        startTime: midnightOf(before.startTime, timeZone),
        endTime: midnightOf(before.endTime, timeZone),
      }
    : before;
  const startTime = change.startTime ?? kept.startTime;
  const endTime = change.endTime ?? kept.endTime;
  const length = before.isAllDay && !isAllDay ? HOUR : kept.endTime.getTime() - kept.startTime.getTime();
  const sound = endTime > startTime ? endTime : new Date(startTime.getTime() + length);
  return isAllDay ? wholeDays({ startTime, endTime: sound }, timeZone) : { startTime, endTime: sound };
}

const HOUR = 3_600_000;
const EARLIEST = new Date(Date.UTC(1900, 0, 1));
const LATEST = new Date(Date.UTC(2200, 0, 1));

function checked({ startTime, endTime }: Times): Times {
  if (startTime < EARLIEST || endTime > LATEST)
    throw refused("startTime", "Events lie between the years 1900 and 2200");
  if (endTime.getTime() - startTime.getTime() > MAX_DAYS * DAY)
    throw refused("endTime", "An event lasts a year at most");
  return { startTime, endTime };
}

const refused = (field: string, message: string) =>
  new AppError("invalid", message, { fields: { [field]: message } });

/** What the changed fields were; the times go together. */
function undoOf(before: CalendarEvent, change: EventChange): EventChange {
  const times = ["startTime", "endTime", "isAllDay"];
  const fields = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const changed = new Set(changesTimes(change) ? [...fields, ...times] : fields);
  return Object.fromEntries(Object.entries(before).filter(([field]) => changed.has(field)));
}
