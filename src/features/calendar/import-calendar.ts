import { and, asc, eq, gt, isNull, lt, or } from "drizzle-orm";
import { profiles } from "#platform/auth/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import { requireWritable } from "./find-target.ts";
import type { CalendarFile, FileEvent, readCalendar } from "./read-calendar.ts";
import { eventFields, findEvent, ownEvents } from "./read-events.ts";
import { groupsOf, storedGroups, storeGroups } from "./store-groups.ts";
import { calendars, events } from "./tables.ts";
import { writeCalendar } from "./write-calendar.ts";

export const readingCalendar = work<typeof readCalendar>("calendar.readCalendar", {
  seconds: 20,
  megabytes: 128,
  piecesOfOnePerson: 100,
});

export const MAX_FILE = 5_000_000;
const MOST_SHOWN = 20;

/** The file's events; throws with the line of what is wrong. */
export async function readFile(
  context: SignedIn,
  text: string,
): Promise<Exclude<CalendarFile, { problem: string }>> {
  if (Buffer.byteLength(text) > MAX_FILE) throw refusedFile("A calendar file has 5 MB at most");
  const file = await context.workers
    .run(readingCalendar, context.actor.userId, { text, zone: await zoneOf(context) })
    .catch((error: unknown) => {
      if (error instanceof WorkError)
        throw refusedFile("The file takes too long to read: it is too large or made to be");
      throw error;
    });
  if ("problem" in file) throw refusedFile(`Line ${file.line}: ${file.problem}`);
  return file;
}

const refusedFile = (message: string) => new AppError("invalid", message, { fields: { file: message } });

/** What an import would do; writes nothing. */
export async function previewFile(context: SignedIn, text: string, calendarId: string | null) {
  const file = await readFile(context, text);
  const groups = groupsOf(file.events);
  const known = await storedGroups(context, calendarId);
  const starts = file.events.map(({ start }) => start);
  return {
    name: file.name,
    events: groups.length,
    series: file.events.filter(({ rrule, rdates }) => rrule !== null || rdates.length > 0).length,
    alreadyThere: groups.filter(({ uid }) => known.has(uid)).length,
    from: starts.length > 0 ? new Date(Math.min(...starts)) : null,
    to: starts.length > 0 ? new Date(Math.max(...file.events.map(({ end }) => end))) : null,
    first: [...file.events]
      .sort((one, other) => one.start - other.start)
      .slice(0, MOST_SHOWN)
      .map(shownEvent),
  };
}

const shownEvent = ({ title, start, end, isAllDay, location, rrule }: FileEvent) => ({
  title,
  startTime: new Date(start),
  endTime: new Date(end),
  isAllDay,
  location,
  rrule,
});

/** All of the file or nothing; what the calendar has already stays as it is. */
export async function importFile(
  context: SignedIn,
  { text, calendarId, newCalendar }: { text: string; calendarId: string | null; newCalendar: string | null },
) {
  const file = await readFile(context, text);
  await requireWritable(context, calendarId);
  const target = newCalendar === null ? calendarId : await makeCalendar(context, newCalendar);
  const known = await storedGroups(context, target);
  const groups = groupsOf(file.events);
  const added = groups.filter(({ uid }) => !known.has(uid)).map(({ etag: _, ...group }) => group);
  const problems = await storeGroups(context, target, added);
  const [[uid, problem] = []] = problems;
  if (uid !== undefined)
    throw refusedFile(`${file.events.find((event) => event.uid === uid)?.title || uid}: ${problem}`);
  return { calendarId: target, added: added.length, alreadyThere: groups.length - added.length };
}

async function makeCalendar({ db, actor, now }: SignedIn, name: string): Promise<string> {
  const [made] = await db
    .insert(calendars)
    .values({ userId: actor.userId, name, createdAt: now, updatedAt: now })
    .returning({ id: calendars.id });
  if (!made) throw new Error("The inserted calendar did not come back");
  return made.id;
}

export type Export = {
  id?: string | undefined;
  calendarId?: string | null | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};
const MOST_WRITTEN = 20_000;

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
        from && or(eq(events.isSeries, true), gt(events.endTime, from)),
        to && lt(events.startTime, to),
      ),
    )
    .orderBy(asc(events.startTime), asc(events.id))
    .limit(MOST_WRITTEN);
  const [calendar] = calendarId
    ? await db
        .select({ name: calendars.name })
        .from(calendars)
        .where(and(eq(calendars.id, calendarId), eq(calendars.userId, actor.userId)))
    : [{ name: "Adjutant" }];
  if (!calendar) throw notFound("Calendar");
  return {
    fileName: fileNameOf(named?.title ?? calendar.name),
    text: writeCalendar(rows, { name: calendar.name }),
  };
}

const fileNameOf = (title: string) =>
  `${
    title
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .trim()
      .slice(0, 80) || "event"
  }.ics`;

export async function zoneOf({ db, actor }: SignedIn): Promise<string> {
  const [profile] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId));
  return profile?.timeZone ?? "UTC";
}
