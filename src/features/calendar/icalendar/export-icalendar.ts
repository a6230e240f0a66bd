import { and, asc, eq, gt, gte, isNull, lt, or, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { hidePrivate } from "../events/hide-private.ts";
import { eventFields, findEvent, ownEvents, type StoredEvent } from "../events/read-events.ts";
import { calendars, events } from "../tables.ts";
import { mergeCalendarText } from "./import-icalendar.ts";
import type { StoredObject } from "./merge-calendars.ts";
import { writeICalendar } from "./write-icalendar.ts";

export type Export = {
  id?: string | undefined;
  calendarId?: string | null | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** For readers who are not the owner: private events are 'Busy' and have only their time. */
  hidesPrivate?: boolean;
};
const MAX_EXPORTED_EVENTS = 20_000;
/** In characters, of all events together; those after are written by our fields alone. */
const MAX_RECEIVED_LENGTH = 20_000_000;
const received = sql<string | null>`case when ${events.remoteIcs} like 'BEGIN:VCALENDAR%' and
  sum(length(${events.remoteIcs})) over (order by ${events.startTime}, ${events.id}) <= ${MAX_RECEIVED_LENGTH}
  then ${events.remoteIcs} end`;

/**
 * One event with its whole series, what lies in a range, a calendar, or everything; with all properties that came with
 * imported and synced events, but for readers who are not the owner only those that Adjutant shows.
 */
export async function exportFile(
  context: SignedIn,
  { id, calendarId, from, to, hidesPrivate = false }: Export,
) {
  const named = id === undefined ? null : await findEvent(context, id);
  const { db, actor } = context;
  const rows = await db
    .select({ ...eventFields, received: hidesPrivate ? sql<string | null>`null` : received })
    .from(events)
    .where(
      ownEvents(
        context,
        named ? eq(events.uid, named.uid) : undefined,
        named && named.calendarId !== null ? eq(events.calendarId, named.calendarId) : undefined,
        calendarId === undefined
          ? undefined
          : calendarId === null
            ? isNull(events.calendarId)
            : eq(events.calendarId, calendarId),
        from && or(eq(events.isSeries, true), gt(events.endTime, from), gte(events.startTime, from)),
        to && lt(events.startTime, to),
      ),
    )
    .orderBy(asc(events.startTime), asc(events.id))
    .limit(MAX_EXPORTED_EVENTS);
  const [calendar] = calendarId
    ? await db
        .select({ name: calendars.name })
        .from(calendars)
        .where(and(eq(calendars.id, calendarId), eq(calendars.userId, actor.userId)))
    : [{ name: "Adjutant" }];
  if (!calendar) throw notFound(t`Calendar`);
  const own = writeICalendar(hidesPrivate ? hidePrivate(rows) : rows, { name: calendar.name });
  const objects = receivedObjects(rows);
  return {
    fileName: fileNameOf(named?.title ?? calendar.name),
    text: objects.length === 0 ? own : await mergeCalendarText(context, own, objects),
  };
}

/** Not for a UID that is in two calendars: which of them the file means is not certain. */
function receivedObjects(rows: readonly (StoredEvent & { received: string | null })[]): StoredObject[] {
  return [...Map.groupBy(rows, ({ uid }) => uid)].flatMap(([uid, members]) => {
    const [first, another] = members.filter((row) => row.received !== null);
    const occurrences = new Set(members.map(({ recurrenceId }) => recurrenceId?.getTime()));
    if (!first || first.received === null || another || occurrences.size < members.length) return [];
    return [{ uid, stored: first.received, fresh: writeICalendar(members, { zones: true }) }];
  });
}

const fileNameOf = (title: string) =>
  `${
    title
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .trim()
      .slice(0, 80) || "event"
  }.ics`;
