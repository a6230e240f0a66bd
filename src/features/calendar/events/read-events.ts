import {
  and,
  eq,
  getTableColumns,
  getViewSelectedFields,
  isNull,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { fieldReader } from "#platform/database/field-columns.ts";
import { eventFields as fieldsOfEvents } from "../fields.ts";
import { CalendarEvent } from "../model.ts";
import { events, eventTimes } from "../tables.ts";

const { search: _, remoteIcs: __, syncError: _____, ...eventFields } = getTableColumns(events);
const { search: ___, remoteIcs: ____, ...timeFields } = getViewSelectedFields(eventTimes);

export { eventFields, timeFields };

type FieldName = keyof typeof CalendarEvent.shape;
const FIELD_NAMES = Object.keys(CalendarEvent.shape) as FieldName[];

/** The columns that a list selects: exactly those of the event's JSON form. */
export const listFields = Object.fromEntries(FIELD_NAMES.map((name) => [name, timeFields[name]])) as Pick<
  typeof timeFields,
  FieldName
>;

/**
 * The rows of a query for `listFields` and `page_key`, as the driver returns them: for hundreds of rows the query
 * builder's own mapping of values takes longer than the statement.
 */
export async function readListRows({ db }: SignedIn, query: SQLWrapper) {
  const { rows } = await db.execute<Raw>(query.getSQL());
  return { rows: rows.map(toCalendarEvent), keys: rows.map(({ page_key }) => page_key) };
}

type Raw = {
  [Name in FieldName as Snake<Name>]: CalendarEvent[Name] extends Date ? string : Read<CalendarEvent[Name]>;
} & {
  page_key: string;
};
type Read<T> = Date extends T ? string | null : T;
type Snake<T extends string> = T extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : T;

const readFields = fieldReader(fieldsOfEvents);
const toCalendarEvent = (row: Raw): CalendarEvent => ({
  ...readFields(row),
  id: row.id,
  userId: row.user_id,
  startTime: new Date(row.start_time),
  endTime: new Date(row.end_time),
  isAllDay: row.is_all_day,
  createdByAi: row.created_by_ai,
  createdFrom: row.created_from,
  calendarId: row.calendar_id,
  uid: row.uid,
  seriesId: row.series_id,
  recurrenceId: instantOf(row.recurrence_id),
  rrule: row.rrule,
  zone: row.zone,
  status: row.status,
  organizer: row.organizer,
  participants: row.participants,
  invitation: row.invitation,
  invitationEmailId: row.invitation_email_id,
  proposals: row.proposals,
  sequence: row.sequence,
  placeId: row.place_id,
  travelMinutes: row.travel_minutes,
  syncState: row.sync_state,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
  deletedAt: instantOf(row.deleted_at),
  version: row.version,
});

/** `2027-03-01 09:00:00+00`, as PostgreSQL writes it for a session in UTC. */
const instantOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** An event as it is stored, without the texts that only search and synchronisation need. */
export type StoredEvent = Omit<typeof events.$inferSelect, "search" | "remoteIcs" | "syncError">;

/** The actor's events that are not in the trash (CAL-15): single ones, exceptions, and series as a whole. */
export const ownEvents = (context: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(events.userId, context.actor.userId), isNull(events.deletedAt), ...conditions);

/** The same by time: each occurrence of a series is one row. */
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
  if (!occurrence) throw notFound(t`Event`);
  return occurrence;
}
