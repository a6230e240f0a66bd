import { createHash, randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SignedIn } from "#platform/capability/context.ts";
import { fieldsWhere, namesOf } from "#platform/fields/field-shapes.ts";
import { eventFields } from "../fields.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { events } from "../tables.ts";
import { expandEvents, occurrenceId } from "./materialize-occurrences.ts";

/** The events with one UID in an external calendar: a single event, or a series with its exceptions. */
export type CalendarObject = {
  uid: string;
  events: readonly FileEvent[];
  /** Its address and ETag on a CalDAV server. */
  href?: string;
  etag?: string;
  /** As received, with what no field has. */
  ics?: string;
};
type Row = typeof events.$inferInsert;

export function groupByUid(
  found: readonly FileEvent[],
  objects: ReadonlyMap<string, string> = new Map(),
): CalendarObject[] {
  const groups = new Map<string, FileEvent[]>();
  for (const event of found) {
    const others = groups.get(event.uid);
    if (others) others.push(event);
    else groups.set(event.uid, [event]);
  }
  return [...groups].map(([uid, members]) => {
    const ics = objects.get(uid);
    return { uid, events: members, etag: fingerprint(members, ics), ...(ics !== undefined && { ics }) };
  });
}

/** The same text for the same events, so that unchanged ones are not written again. Many servers write the stamps anew. */
const fingerprint = (members: readonly FileEvent[], ics = "") =>
  createHash("sha256")
    .update(JSON.stringify(members.map(({ dtstamp: _, ...rest }) => rest)))
    .update(ics.replaceAll(/^(?:DTSTAMP|LAST-MODIFIED|CREATED)[;:].*$/gim, ""))
    .digest("base64url");

/** UID → what the calendar has stored for it, without the trash. */
export async function listStoredObjects(
  { db, actor }: SignedIn,
  calendarId: string | null,
  uids?: readonly string[],
) {
  const rows = await db
    .select({
      id: events.id,
      uid: events.uid,
      etag: events.etag,
      href: events.href,
      sequence: events.sequence,
      version: events.version,
      syncState: events.syncState,
    })
    .from(events)
    .where(
      and(
        eq(events.userId, actor.userId),
        calendarId === null ? isNull(events.calendarId) : eq(events.calendarId, calendarId),
        isNull(events.seriesId),
        isNull(events.deletedAt),
        ...(uids ? [sql`${events.uid} = any(${sql.param([...uids])}::text[])`] : []),
      ),
    );
  return new Map(rows.map((row) => [row.uid, row]));
}

/**
 * Writes groups into the calendar; those in `replaced` (UID → id) keep their row. Returns errors in the rules of
 * series, by UID.
 */
export async function upsertSeries(
  context: SignedIn,
  calendarId: string | null,
  groups: readonly CalendarObject[],
  replaced: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  const { db } = context;
  const rows = groups.flatMap((group) =>
    rowsOf(context, calendarId, group, replaced.get(group.uid) ?? randomUUID()),
  );
  const old = [...replaced.values()];
  const proposals = await proposalsOfExceptions(context, old);
  if (old.length > 0)
    await db
      .delete(events)
      .where(and(eq(events.userId, context.actor.userId), inArray(events.seriesId, old)));
  const first = rows.filter(({ seriesId }) => !seriesId);
  for (const batch of batches(first)) await insertMany(context, batch, ON_CONFLICT_UPDATE);
  for (const batch of batches(rows.filter(({ seriesId }) => seriesId))) await insertMany(context, batch);
  await restoreProposals(context, proposals);
  const series = first.filter(({ isSeries }) => isSeries);
  const single = first.filter(({ isSeries }) => !isSeries).flatMap(({ id }) => id ?? []);
  if (old.length > 0)
    await db.execute(
      sql`delete from event_occurrences where user_id = ${context.actor.userId} and event_id = any(${sql.param(single.filter((id) => old.includes(id)))}::uuid[])`,
    );
  const problems = await expandEvents(
    context,
    series.flatMap(({ id }) => id ?? []),
  );
  if (rows.length >= ANALYZE_THRESHOLD) await db.execute(sql`select analyze_events()`);
  return new Map(
    series.flatMap(({ id, uid }) => (id && uid && problems.has(id) ? [[uid, problems.get(id) ?? ""]] : [])),
  );
}

type StoredProposals = Pick<typeof events.$inferSelect, "id" | "proposals">;

/** No file and no server has them, so they are read before the rows of exceptions are replaced. */
const proposalsOfExceptions = async (
  { db, actor }: SignedIn,
  series: readonly string[],
): Promise<StoredProposals[]> =>
  series.length === 0
    ? []
    : db
        .select({ id: events.id, proposals: events.proposals })
        .from(events)
        .where(
          and(
            eq(events.userId, actor.userId),
            inArray(events.seriesId, [...series]),
            sql`${events.proposals} <> '[]'`,
          ),
        );

async function restoreProposals({ db, actor }: SignedIn, stored: readonly StoredProposals[]): Promise<void> {
  for (const { id, proposals } of stored)
    await db
      .update(events)
      .set({ proposals })
      .where(and(eq(events.userId, actor.userId), eq(events.id, id)));
}

const BATCH = 1000;
/** From this many events on, ANALYZE runs at once instead of waiting for autovacuum. */
const ANALYZE_THRESHOLD = 500;

function batches<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, n) =>
    rows.slice(n * BATCH, (n + 1) * BATCH),
  );
}

const REMOTE_FIELDS = fieldsWhere(eventFields, "elsewhere", "remote");
const IMPORTED_FIELDS = fieldsWhere(eventFields, "elsewhere", "remote", "first");

const UPDATED_COLUMNS = [
  ...namesOf(REMOTE_FIELDS).map(toSnakeCase),
  "start_time",
  "end_time",
  "is_all_day",
  "uid",
  "recurrence_id",
  "is_series",
  "rrule",
  "rdates",
  "exdates",
  "zone",
  "sequence",
  "dtstamp",
  "status",
  "organizer",
  "participants",
  "href",
  "etag",
  "remote_ics",
  "sync_state",
  "updated_at",
];

/** Fields that exist only here are kept. */
const ON_CONFLICT_UPDATE = sql`on conflict (id) do update set ${sql.join(
  UPDATED_COLUMNS.map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`),
  sql`, `,
)}, version = events.version + 1`;
const COLUMNS = [
  ...["id", "user_id", "calendar_id", "series_id", "created_at"],
  ...new Set([...namesOf(IMPORTED_FIELDS).map(toSnakeCase), ...UPDATED_COLUMNS]),
];

/** One parameter for all rows: one per value takes seconds to build for thousands of events. */
async function insertMany({ db }: SignedIn, rows: readonly Row[], onConflict = sql``): Promise<void> {
  const written = rows.map((row) =>
    Object.fromEntries(COLUMNS.map((column) => [column, fieldOf(row, column)])),
  );
  const columns = sql.join(
    COLUMNS.map((column) => sql.identifier(column)),
    sql`, `,
  );
  await db.execute(sql`
    insert into events (${columns})
    select ${columns} from jsonb_populate_recordset(null::events, ${JSON.stringify(written)}::jsonb) ${onConflict}`);
}

const fieldOf = (row: Row, column: string): unknown =>
  (row as Record<string, unknown>)[camel(column)] ?? null;

function camel(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function rowsOf(context: SignedIn, calendarId: string | null, group: CalendarObject, id: string): Row[] {
  const master = group.events.find(({ recurrenceId }) => recurrenceId === null);
  const members = new Map(group.events.map((event) => [event.recurrenceId ?? "master", event]));
  const isSeries = master !== undefined && (master.rrule !== null || master.rdates.length > 0);
  return [...members.values()].map((event) => {
    const isFirst = event === (master ?? group.events[0]);
    const isException = isSeries && event.recurrenceId !== null;
    const at = event.recurrenceId === null ? null : new Date(event.recurrenceId);
    return {
      ...fieldsOf(context, calendarId, event),
      id: isFirst ? id : isException && at ? occurrenceId(id, at) : randomUUID(),
      isSeries: isFirst && isSeries,
      seriesId: isException ? id : null,
      recurrenceId: at,
      href: isFirst ? (group.href ?? null) : null,
      etag: isFirst ? (group.etag ?? null) : null,
      remoteIcs: isFirst ? (group.ics ?? null) : null,
    };
  });
}

/** If a field is in files but is not read from them, this does not compile. */
type FileRow = Row & Required<Pick<Row, keyof typeof IMPORTED_FIELDS>>;

export function fieldsOf({ actor, now }: SignedIn, calendarId: string | null, event: FileEvent): FileRow {
  const { start, end, minutesBefore, recurrenceId: _, rdates, exdates, dtstamp, ...fields } = event;
  return {
    ...fields,
    userId: actor.userId,
    calendarId,
    startTime: new Date(start),
    endTime: new Date(end),
    attendees: event.participants.map(({ address }) => address),
    rdates: rdates.map((at) => new Date(at)),
    exdates: exdates.map((at) => new Date(at)),
    reminderSettings: minutesBefore.length > 0 ? { minutesBefore } : {},
    dtstamp: dtstamp === null ? null : new Date(dtstamp),
    syncState: null,
    createdAt: now,
    updatedAt: now,
  };
}
