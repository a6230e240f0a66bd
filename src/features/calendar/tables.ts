import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { columnsOf, searchTextOf } from "#platform/database/field-columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { eventFields } from "./fields.ts";
import type { WeekdayHours } from "./hours-model.ts";
import { invitationColumns } from "./invitations/invitation-columns.ts";
import type { CalendarKind, CreatedFrom, ServerState, SyncState } from "./model.ts";
import { unreadableColumn } from "./sync/unreadable-events.ts";

const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** A CalDAV server and the person's sign-in data. */
export const calendarAccounts = pgTable(
  "calendar_accounts",
  {
    ...record(),
    userId: uuid().notNull(),
    name: text().notNull(),
    serverUrl: text().notNull(),
    username: text().notNull(),
    /** Sealed; bound to this row. */
    password: text().notNull(),
    homeUrl: text(),
    state: text().$type<ServerState>().notNull().default("ok"),
    lastError: text(),
    /** The server sends invitations by itself (RFC 6638): we do not send them as well. */
    hasServerScheduling: boolean().notNull().default(false),
    lastSyncedAt: instant(),
    /** Consecutive failures, for the back-off. */
    failures: integer().notNull().default(0),
    ...editable(),
  },
  (table) => [index("calendar_accounts_user").on(table.userId, table.id), ownRows("calendar_accounts")],
);

/** Calendars besides the built-in one; events without a calendar are in the built-in one. */
export const calendars = pgTable(
  "calendars",
  {
    ...record(),
    userId: uuid().notNull(),
    name: text().notNull(),
    color: text(),
    kind: text().$type<CalendarKind>().notNull().default("local"),
    accountId: uuid().references(() => calendarAccounts.id, { onDelete: "cascade" }),
    /** The connection to Google or Microsoft. */
    integrationId: uuid(),
    /** The address of a subscription's feed, or of an external calendar's collection. */
    url: text(),
    isReadOnly: boolean().notNull().default(false),
    isVisible: boolean().notNull().default(true),
    /** From the server's last response: for the next conditional or delta request. */
    syncToken: text(),
    ctag: text(),
    etag: text(),
    lastModified: text(),
    state: text().$type<ServerState>().notNull().default("ok"),
    lastError: text(),
    lastSyncedAt: instant(),
    nextSyncAt: instant(),
    failures: integer().notNull().default(0),
    unreadable: unreadableColumn(),
    ...editable(),
  },
  (table) => [
    index("calendars_user").on(table.userId, table.id),
    index("calendars_integration").on(table.integrationId).where(sql`integration_id is not null`),
    index("calendars_due").on(table.nextSyncAt).where(sql`deleted_at is null and url is not null`),
    ownRows("calendars"),
  ],
);

/** A person's calendar display settings and working hours; at most one row each, defaults without one. */
export const calendarSettings = pgTable(
  "calendar_settings",
  {
    userId: uuid().primaryKey(),
    /** 0 is Sunday. */
    workingDays: integer().array().notNull().default(sql`'{1,2,3,4,5}'`),
    /** Minutes past midnight on the person's clock. */
    workFrom: integer().notNull().default(540),
    workTo: integer().notNull().default(1020),
    otherHours: jsonb().$type<WeekdayHours[]>().notNull().default([]),
    secondTimeZone: text(),
    /** The calendar for events that name none; null is the built-in one. */
    defaultCalendarId: uuid().references(() => calendars.id, { onDelete: "set null" }),
    updatedAt: instant().notNull().default(sql`now()`),
    version: integer().notNull().default(1),
  },
  () => [
    check("calendar_settings_hours", sql`work_from >= 0 and work_from < work_to and work_to <= 1440`),
    ownRows("calendar_settings"),
  ],
);

/** Private feed addresses of a person's events for other programs; only the hash of the token is stored. */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  {
    ...record(),
    userId: uuid().notNull(),
    name: text().notNull(),
    /** Null: all calendars. */
    calendarId: uuid().references(() => calendars.id, { onDelete: "cascade" }),
    includesPrivate: boolean().notNull().default(false),
    tokenHash: text().notNull(),
    lastReadAt: instant(),
    revokedAt: instant(),
  },
  (table) => [
    uniqueIndex("calendar_feeds_token").on(table.tokenHash),
    index("calendar_feeds_user").on(table.userId, table.id),
    ownRows("calendar_feeds"),
  ],
);

/** Attendee addresses come last in the searched text. */
const { attendees, ...otherFields } = eventFields;

const eventColumns = () => ({
  ...record(),
  userId: uuid().notNull(),
  ...columnsOf(eventFields),
  startTime: instant().notNull(),
  endTime: instant().notNull(),
  isAllDay: boolean().notNull().default(false),
  createdByAi: boolean().notNull().default(false),
  createdFrom: jsonb().$type<CreatedFrom>(),
  calendarId: uuid().references(() => calendars.id, { onDelete: "cascade" }),
  /** Globally unique id of the event; exceptions of a series share it. */
  uid: text().notNull().default(sql`gen_random_uuid()::text`),
  /** For an exception: its series, and the original start of the occurrence that it replaces. */
  seriesId: uuid(),
  recurrenceId: instant(),
  /** True for a recurring event: its rows in event_occurrences are shown instead of it. */
  isSeries: boolean().notNull().default(false),
  rrule: text(),
  rdates: instant().array().notNull().default(sql`'{}'`),
  exdates: instant().array().notNull().default(sql`'{}'`),
  /** The time zone of the event; null for a single event without one. */
  zone: text(),
  /** The range for which occurrences are materialized. */
  expandedFrom: instant(),
  expandedUntil: instant(),
  sequence: integer().notNull().default(0),
  dtstamp: instant(),
  status: text().$type<"confirmed" | "tentative" | "cancelled">().notNull().default("confirmed"),
  ...invitationColumns(),
  /** The saved location for travel times. */
  placeId: uuid(),
  travelMinutes: integer(),
  /** The remote copy as last read: its id or address, and its version. */
  href: text(),
  etag: text(),
  /** The event as received, with what no column has: iCalendar, or the provider's JSON. Those of files have it too. */
  remoteIcs: text(),
  syncState: text().$type<SyncState>(),
  search: searchVector().generatedAlwaysAs(searchTextOf({ ...otherFields, attendees })),
  ...editable(),
});

/** `syncError`: why the server or provider refused the event. */
const storedColumns = () => ({ ...eventColumns(), syncError: text() });

export const events = pgTable("events", storedColumns(), (table) => [
  index("events_start").on(table.userId, table.startTime, table.id).where(sql`deleted_at is null`),
  index("events_newest").on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  index("events_trash")
    .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
    .where(sql`deleted_at is not null`),
  index("events_search").using("gin", table.userId, table.search),
  index("events_long").on(table.userId, table.endTime).where(sql`end_time - start_time > interval '1 day'`),
  index("events_uid").on(table.userId, table.uid),
  uniqueIndex("events_exception").on(table.seriesId, table.recurrenceId),
  index("events_href").on(table.calendarId, table.href).where(sql`href is not null`),
  index("events_invited")
    .on(table.userId, table.isSeries, table.endTime)
    .where(sql`organizer is not null and deleted_at is null`),
  index("events_unsynced").on(table.calendarId).where(sql`sync_state is not null`),
  index("events_to_expand").on(table.expandedUntil).where(sql`is_series and deleted_at is null`),
  foreignKey({ columns: [table.seriesId], foreignColumns: [table.id] }).onDelete("cascade"),
  check("events_end_after_start", sql`end_time >= start_time`),
  ownRows("events"),
]);

/** The occurrences of series, materialized for the months around today: a month is one range scan. */
export const eventOccurrences = pgTable(
  "event_occurrences",
  {
    /** Derived from the series and the start, so that it stays the same after a new expansion. */
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
  },
  (table) => [
    index("event_occurrences_start").on(table.userId, table.startTime, table.id),
    index("event_occurrences_long")
      .on(table.userId, table.endTime)
      .where(sql`end_time - start_time > interval '1 day'`),
    index("event_occurrences_event").on(table.eventId, table.startTime),
    ownRows("event_occurrences"),
  ],
);

/** Single events, exceptions and occurrences, one row each (functions.sql), for lists and figures; then its halves. */
export const eventTimes = pgView("event_times", eventColumns()).existing();
export const singleEventTimes = pgView("single_event_times", eventColumns()).existing();
export const occurrenceEventTimes = pgView("occurrence_event_times", eventColumns()).existing();

/** A public page where others book a time with a person, within their working hours and free time. */
export const bookingPages = pgTable(
  "booking_pages",
  {
    ...record(),
    userId: uuid().notNull(),
    /** The last part of its address, unique on the instance. */
    slug: text().notNull(),
    title: text().notNull(),
    description: text(),
    location: text(),
    meetingLink: text(),
    minutes: integer().notNull().default(30),
    /** Start times are offered every so many minutes from the beginning of the working day. */
    slotMinutes: integer().notNull().default(30),
    bufferBefore: integer().notNull().default(0),
    bufferAfter: integer().notNull().default(0),
    noticeMinutes: integer().notNull().default(240),
    daysAhead: integer().notNull().default(30),
    /** Null: as many as fit. */
    maxPerDay: integer(),
    /** 0 is Sunday; null, as for the next two: the person's working days and hours. */
    days: integer().array(),
    fromMinute: integer(),
    toMinute: integer(),
    /** The calendar for booked events; null is the built-in one. */
    calendarId: uuid().references(() => calendars.id, { onDelete: "set null" }),
    isOpen: boolean().notNull().default(true),
    ...editable(),
  },
  (table) => [
    uniqueIndex("booking_pages_slug").on(table.slug).where(sql`deleted_at is null`),
    index("booking_pages_user").on(table.userId, table.createdAt, table.id),
    check("booking_pages_minutes", sql`minutes between 5 and 720 and slot_minutes between 5 and 720`),
    check("booking_pages_hours", sql`from_minute >= 0 and from_minute < to_minute and to_minute <= 1440`),
    ownRows("booking_pages"),
  ],
);

/** A time booked by a visitor; its event has the current time, even after it was moved. */
export const bookings = pgTable(
  "bookings",
  {
    ...record(),
    userId: uuid().notNull(),
    pageId: uuid()
      .notNull()
      .references(() => bookingPages.id, { onDelete: "cascade" }),
    eventId: uuid().references(() => events.id, { onDelete: "set null" }),
    name: text().notNull(),
    email: text().notNull(),
    note: text(),
    /** The visitor's time zone. */
    timeZone: text().notNull(),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    /** Hash of the token in the link that cancels or moves the booking. */
    tokenHash: text().notNull(),
    /** Hash of the visitor's IP address, for rate limits. */
    sourceHash: text(),
    cancelledAt: instant(),
    updatedAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex("bookings_token").on(table.tokenHash),
    index("bookings_page").on(table.pageId, table.startTime),
    index("bookings_event").on(table.eventId),
    index("bookings_user").on(table.userId, table.startTime, table.id),
    index("bookings_source").on(table.sourceHash, table.createdAt),
    ownRows("bookings"),
  ],
);
