import { and, asc, eq, gt, gte, isNull, lt, or } from "drizzle-orm";
import { profiles } from "#platform/auth/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import { requireWritable } from "../events/event-target.ts";
import { eventFields, findEvent, ownEvents } from "../events/read-events.ts";
import { groupByUid, listStoredObjects, upsertSeries } from "../series/upsert-series.ts";
import { calendars, events } from "../tables.ts";
import type { CalendarFile, FileEvent, readICalendar } from "./read-icalendar.ts";
import { writeICalendar } from "./write-icalendar.ts";

const readingICalendar = work<typeof readICalendar>("calendar.readCalendar", {
  seconds: 20,
  megabytes: 128,
  piecesOfOnePerson: 100,
});

export const MAX_FILE_LENGTH = 5_000_000;
const MAX_PREVIEW_EVENTS = 20;

/** The file's events; throws with the line of what is wrong. */
export async function parseCalendarFile(
  context: SignedIn,
  text: string,
): Promise<Exclude<CalendarFile, { problem: string }>> {
  if (Buffer.byteLength(text) > MAX_FILE_LENGTH) throw invalidFile("A calendar file can have at most 5 MB");
  const file = await context.workers
    .run(readingICalendar, context.actor.userId, { text, zone: await timeZoneOfActor(context) })
    .catch((error: unknown) => {
      if (error instanceof WorkError)
        throw invalidFile("The file takes too long to read. It may be too large or malformed.");
      throw error;
    });
  if ("problem" in file) throw invalidFile(`Line ${file.line}: ${file.problem}`);
  return file;
}

const invalidFile = (message: string) => new AppError("invalid", message, { fields: { file: message } });

/** What an import would do; writes nothing. */
export async function previewFile(context: SignedIn, text: string, calendarId: string | null) {
  const file = await parseCalendarFile(context, text);
  const groups = groupByUid(file.events);
  const known = await listStoredObjects(context, calendarId);
  const starts = file.events.map(({ start }) => start);
  return {
    name: file.name,
    events: groups.length,
    series: file.events.filter(({ rrule, rdates }) => rrule !== null || rdates.length > 0).length,
    existing: groups.filter(({ uid }) => known.has(uid)).length,
    from: starts.length > 0 ? new Date(Math.min(...starts)) : null,
    to: starts.length > 0 ? new Date(Math.max(...file.events.map(({ end }) => end))) : null,
    first: [...file.events]
      .sort((one, other) => one.start - other.start)
      .slice(0, MAX_PREVIEW_EVENTS)
      .map(toPreviewEvent),
  };
}

const toPreviewEvent = ({ title, start, end, isAllDay, location, rrule }: FileEvent) => ({
  title,
  startTime: new Date(start),
  endTime: new Date(end),
  isAllDay,
  location,
  rrule,
});

/** Imports the whole file or nothing; events already in the calendar stay as they are. */
export async function importFile(
  context: SignedIn,
  { text, calendarId, newCalendar }: { text: string; calendarId: string | null; newCalendar: string | null },
) {
  const file = await parseCalendarFile(context, text);
  await requireWritable(context, calendarId);
  const target = newCalendar === null ? calendarId : await createCalendar(context, newCalendar);
  const known = await listStoredObjects(context, target);
  const groups = groupByUid(file.events);
  const added = groups.filter(({ uid }) => !known.has(uid)).map(({ etag: _, ...group }) => group);
  const problems = await upsertSeries(context, target, added);
  const [[uid, problem] = []] = problems;
  if (uid !== undefined)
    throw invalidFile(`${file.events.find((event) => event.uid === uid)?.title || uid}: ${problem}`);
  return { calendarId: target, added: added.length, existing: groups.length - added.length };
}

async function createCalendar({ db, actor, now }: SignedIn, name: string): Promise<string> {
  const made = await db
    .insert(calendars)
    .values({ userId: actor.userId, name, createdAt: now, updatedAt: now })
    .returning({ id: calendars.id })
    .then(returnedRow);
  return made.id;
}

export type Export = {
  id?: string | undefined;
  calendarId?: string | null | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};
const MAX_EXPORTED_EVENTS = 20_000;

/** One event with its whole series, what lies in a range, a calendar, or everything. */
export async function exportFile(context: SignedIn, { id, calendarId, from, to }: Export) {
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
    text: writeICalendar(rows, { name: calendar.name }),
  };
}

const fileNameOf = (title: string) =>
  `${
    title
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .trim()
      .slice(0, 80) || "event"
  }.ics`;

export async function timeZoneOfActor({ db, actor }: SignedIn): Promise<string> {
  const [profile] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId));
  return profile?.timeZone ?? "UTC";
}
