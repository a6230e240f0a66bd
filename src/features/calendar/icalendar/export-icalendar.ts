import { and, asc, eq, gt, gte, isNull, lt, or } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { hidePrivate } from "../events/hide-private.ts";
import { eventFields, findEvent, ownEvents } from "../events/read-events.ts";
import { calendars, events } from "../tables.ts";
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

/** One event with its whole series, what lies in a range, a calendar, or everything. */
export async function exportFile(
  context: SignedIn,
  { id, calendarId, from, to, hidesPrivate = false }: Export,
) {
  const named = id === undefined ? null : await findEvent(context, id);
  const { db, actor } = context;
  const rows = await db
    .select(eventFields)
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
  if (!calendar) throw notFound("Calendar");
  return {
    fileName: fileNameOf(named?.title ?? calendar.name),
    text: writeICalendar(hidesPrivate ? hidePrivate(rows) : rows, { name: calendar.name }),
  };
}

const fileNameOf = (title: string) =>
  `${
    title
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .trim()
      .slice(0, 80) || "event"
  }.ics`;
