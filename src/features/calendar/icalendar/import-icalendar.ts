import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { importTasks } from "#features/tasks/public/import-tasks.ts";
import { t } from "#i18n/message.ts";
import { profiles } from "#platform/auth/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { writeAsImported } from "#platform/capability/write-as.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { WorkError, type WorkFailure, work } from "#platform/workers/work.ts";
import { requireWritable } from "../events/event-target.ts";
import { type CalendarObject, groupByUid, listStoredObjects, upsertSeries } from "../series/upsert-series.ts";
import { calendars, events } from "../tables.ts";
import { importNotes } from "./import-notes.ts";
import type { mergeCalendars, StoredObject } from "./merge-calendars.ts";
import type { FileEvent, FileProblem, FileTask, ReadFile, readICalendar } from "./read-icalendar.ts";
import type { updateICalendar } from "./update-icalendar.ts";

const READING_SECONDS = 20;
const readingICalendar = work<typeof readICalendar>("calendar.readCalendar", {
  seconds: 20,
  megabytes: 256,
  piecesOfOnePerson: 100,
});

export const MAX_FILE_LENGTH = 5_000_000;
const MAX_PREVIEW_EVENTS = 20;
/** Listed in an answer; the others are counted. */
const MAX_LISTED_PROBLEMS = 200;

/** What the file contains; throws with the line of what is wrong if it is no calendar file. */
export async function parseCalendarFile(
  context: SignedIn,
  text: string,
  { includesObjects = false } = {},
): Promise<ReadFile> {
  if (Buffer.byteLength(text) > MAX_FILE_LENGTH) throw invalidFile("A calendar file can have at most 5 MB");
  const file = await context.workers
    .run(
      readingICalendar,
      context.actor.userId,
      { text, zone: await timeZoneOfActor(context), includesObjects },
      { signal: context.signal },
    )
    .catch((error: unknown) => {
      if (error instanceof WorkError) throw FAILURES[error.reason]();
      throw error;
    });
  if ("problem" in file) throw invalidFile(`Line ${file.line}: ${file.problem}`);
  return file;
}

const invalidFile = (message: string) => new AppError("invalid", message, { fields: { file: message } });

/** Each failure by its own name: a file that cannot be read does not 'take too long'. */
const FAILURES: Readonly<Record<WorkFailure, () => AppError>> = {
  time: () =>
    invalidFile(`The file takes more than ${READING_SECONDS} seconds to read. Split it into smaller ones.`),
  memory: () => invalidFile("The file needs too much memory to be read. Split it into smaller ones."),
  failed: () =>
    invalidFile("The file cannot be read: it contains something that this program does not expect."),
  crashed: () => invalidFile("The file cannot be read: the program that reads it stopped."),
  busy: () =>
    new AppError(
      "unavailable",
      t`Too many files are being read at the moment. Please try again in a minute.`,
      { retryAfter: 60 },
    ),
  cancelled: () => new AppError("unavailable", t`Reading the file was cancelled`),
  closed: () =>
    new AppError("unavailable", t`The server is restarting. Please try again in a minute.`, {
      retryAfter: 60,
    }),
};

const updatingICalendar = work<typeof updateICalendar>("calendar.updateCalendar", {
  seconds: 20,
  megabytes: 256,
  piecesOfOnePerson: 100,
});

/** The stored text of a calendar object with the changes of `fresh`; `fresh` alone if it cannot be read. */
export async function updateCalendarText(
  context: SignedIn,
  given: { stored: string; fresh: string; isNew: boolean },
): Promise<string> {
  const zone = await timeZoneOfActor(context);
  const updated = await context.workers
    .run(updatingICalendar, context.actor.userId, { ...given, zone })
    .catch((error: unknown) => {
      if (error instanceof WorkError) throw FAILURES[error.reason]();
      throw error;
    });
  return updated ?? given.fresh;
}

const mergingCalendars = work<typeof mergeCalendars>("calendar.mergeCalendars", {
  seconds: 30,
  megabytes: 512,
  piecesOfOnePerson: 20,
});

/** The calendar that we write, with the events that were received in their own words; without if that takes too much. */
export async function mergeCalendarText(
  context: SignedIn,
  own: string,
  objects: readonly StoredObject[],
): Promise<string> {
  const zone = await timeZoneOfActor(context);
  return context.workers
    .run(mergingCalendars, context.actor.userId, { own, objects, zone })
    .catch((error: unknown) => {
      if (!(error instanceof WorkError)) throw error;
      if (error.reason === "busy" || error.reason === "closed") throw FAILURES[error.reason]();
      return own;
    });
}

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
    tasks: file.tasks.length,
    notes: file.notes.length,
    from: starts.length > 0 ? new Date(Math.min(...starts)) : null,
    to: starts.length > 0 ? new Date(Math.max(...file.events.map(({ end }) => end))) : null,
    first: [...file.events]
      .sort((one, other) => one.start - other.start)
      .slice(0, MAX_PREVIEW_EVENTS)
      .map(toPreviewEvent),
    ...problemsOf(file),
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

/** What is left out, then what is imported in part; the end of a file that is cut off is named last. */
function problemsOf({ problems, isCutOff }: ReadFile, more: readonly FileProblem[] = []) {
  const all = [...problems, ...more].map(({ line, title, reason, isImported }) => ({
    line,
    title,
    reason,
    isImported,
  }));
  const sorted = [
    ...all.filter(({ isImported }) => !isImported),
    ...all.filter(({ isImported }) => isImported),
  ];
  return {
    skipped: all.filter(({ isImported }) => !isImported).length,
    problems: sorted.slice(0, MAX_LISTED_PROBLEMS),
    isCutOff,
  };
}

type Destination = { calendarId: string | null; newCalendar: string | null };

/** Imports every component that can be read; events already in the calendar stay as they are. */
export async function importFile(
  context: SignedIn,
  { text, calendarId, newCalendar }: Destination & { text: string },
) {
  const file = await parseCalendarFile(context, text, { includesObjects: true });
  await requireWritable(context, calendarId);
  // Whoever wrote the file wrote these words, not the person who imports it.
  return writeAsImported(context, (own) => storeFile(own, file, { calendarId, newCalendar }));
}

async function storeFile(context: SignedIn, file: ReadFile, { calendarId, newCalendar }: Destination) {
  const isNew = newCalendar !== null && hasEvents(file);
  const target = isNew ? await createCalendar(context, newCalendar) : calendarId;
  const known = await listStoredObjects(context, target);
  const groups = groupByUid(file.events, file.objects);
  const added = groups.filter(({ uid }) => !known.has(uid)).map(({ etag: _, ...group }) => group);
  const refused = await upsertSeries(context, target, added);
  const unrepeated = await storeWithoutRules(context, target, added, refused);
  const tasks = await importTasks(context, file.tasks.map(toImportedTask));
  // Last, because they store files: little can fail after them.
  const notes = await importNotes(context, file.notes);
  return {
    calendarId: target,
    added: added.length,
    existing: groups.length - added.length,
    tasks: tasks.ids.length,
    notes: notes.ids.length,
    ...problemsOf(file, [...unrepeated, ...notes.problems]),
    records: {
      calendarId: isNew ? target : null,
      eventIds: isNew ? [] : await idsOf(context, target, added),
      taskIds: tasks.ids,
      noteIds: notes.ids,
    },
  };
}

/** A file of tasks or notes alone needs no calendar. */
const hasEvents = ({ events: all, tasks, notes }: ReadFile) =>
  all.length > 0 || tasks.length + notes.length === 0;

const toImportedTask = ({ due, ...task }: FileTask) => ({
  ...task,
  dueDate: due === null ? null : new Date(due),
});

/** A series whose rule has too many dates is imported with its first one. */
export async function storeWithoutRules(
  context: SignedIn,
  calendarId: string | null,
  added: readonly CalendarObject[],
  refused: ReadonlyMap<string, string>,
): Promise<FileProblem[]> {
  if (refused.size === 0) return [];
  const stored = await listStoredObjects(context, calendarId, [...refused.keys()]);
  const single = added
    .filter(({ uid }) => refused.has(uid))
    .map((group) => ({
      ...group,
      events: group.events.slice(0, 1).map((event) => ({ ...event, rrule: null, rdates: [], exdates: [] })),
    }));
  await upsertSeries(context, calendarId, single, new Map([...stored].map(([uid, { id }]) => [uid, id])));
  return single.map(({ uid, events: [event] }) => ({
    ...{ kind: "VEVENT", line: 0, uid, title: event?.title ?? "", isImported: true },
    reason: `${refused.get(uid)}; only the first date is used`,
  }));
}

/** The ids of the added events; those of the exceptions of a series are its own matter. */
async function idsOf({ db, actor }: SignedIn, calendarId: string | null, added: readonly CalendarObject[]) {
  if (added.length === 0) return [];
  const uids = sql.param(added.map(({ uid }) => uid));
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.userId, actor.userId),
        calendarId === null ? isNull(events.calendarId) : eq(events.calendarId, calendarId),
        isNull(events.seriesId),
        isNull(events.deletedAt),
        sql`${events.uid} = any(${uids}::text[])`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Moves the imported events to the trash, or restores them; returns those that changed, exceptions included. */
export async function setImportedEvents(
  context: SignedIn,
  ids: readonly string[],
  isImported: boolean,
): Promise<string[]> {
  const { db, actor, now } = context;
  if (ids.length === 0) return [];
  const named = sql`${sql.param([...ids])}::uuid[]`;
  const own = eq(events.userId, actor.userId);
  const known = await db.$count(events, and(own, sql`${events.id} = any(${named})`));
  if (known < new Set(ids).size) throw notFound(t`Event`);
  const changed = await db
    .update(events)
    .set({ deletedAt: isImported ? null : now, version: sql`${events.version} + 1` })
    .where(
      and(
        own,
        sql`(${events.id} = any(${named}) or ${events.seriesId} = any(${named}))`,
        isImported ? isNotNull(events.deletedAt) : isNull(events.deletedAt),
      ),
    )
    .returning({ id: events.id });
  return changed.map(({ id }) => id);
}

async function createCalendar({ db, actor, now }: SignedIn, name: string): Promise<string> {
  const made = await db
    .insert(calendars)
    .values({ userId: actor.userId, name, createdAt: now, updatedAt: now })
    .returning({ id: calendars.id })
    .then(returnedRow);
  return made.id;
}

export async function timeZoneOfActor({ db, actor }: SignedIn): Promise<string> {
  const [profile] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId));
  return profile?.timeZone ?? "UTC";
}
