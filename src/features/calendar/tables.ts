import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const events = pgTable(
  "events",
  {
    ...record(),
    userId: uuid().notNull(),
    title: text().notNull(),
    description: text(),
    startTime: instant().notNull(),
    endTime: instant().notNull(),
    location: text(),
    meetingLink: text(),
    attendees: text().array().notNull().default(sql`'{}'`),
    category: text(),
    isAllDay: boolean().notNull().default(false),
    reminderSettings: jsonb().$type<{ minutesBefore?: number[] }>().notNull().default({}),
    createdByAi: boolean().notNull().default(false),
    search: searchVector().generatedAlwaysAs(
      sql`setweight(to_tsvector('simple', fold_text(title)), 'A') || setweight(to_tsvector('simple', fold_text(location) || ' ' || fold_text(category) || ' ' || fold_text(attendees)), 'B') || setweight(to_tsvector('simple', fold_text(description)), 'C')`,
    ),
    ...editable(),
  },
  (table) => [
    index("events_start").on(table.userId, table.startTime, table.id).where(sql`deleted_at is null`),
    index("events_newest").on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("events_trash")
      .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is not null`),
    index("events_search").using("gin", table.userId, table.search),
    check("events_end_after_start", sql`end_time >= start_time`),
    ownRows("events"),
  ],
);

/** How a person's week is shown and when they work; at most one row each, without one the defaults hold. */
export const calendarSettings = pgTable(
  "calendar_settings",
  {
    userId: uuid().primaryKey(),
    /** 0 is Sunday; null as the reader's language has it. */
    firstWeekday: integer(),
    /** 0 is Sunday. */
    workingDays: integer().array().notNull().default(sql`'{1,2,3,4,5}'`),
    /** Minutes past midnight on the person's clock. */
    workFrom: integer().notNull().default(540),
    workTo: integer().notNull().default(1020),
    secondTimeZone: text(),
    updatedAt: instant().notNull().default(sql`now()`),
    version: integer().notNull().default(1),
  },
  () => [
    check("calendar_settings_weekday", sql`first_weekday between 0 and 6`),
    check("calendar_settings_hours", sql`work_from >= 0 and work_from < work_to and work_to <= 1440`),
    ownRows("calendar_settings"),
  ],
);

/** What strangers may book with a person, behind a link of its own. */
export const bookingPages = pgTable(
  "booking_pages",
  {
    ...record(),
    userId: uuid().notNull(),
    /** The end of the public address: long enough that nobody guesses it, and replaced to end a link. */
    token: text().notNull(),
    title: text().notNull(),
    description: text(),
    location: text(),
    lengthMinutes: integer().notNull().default(30),
    /** Minutes kept free before and after every other event. */
    bufferMinutes: integer().notNull().default(0),
    /** Minutes between now and the first time that can be booked. */
    noticeMinutes: integer().notNull().default(240),
    daysAhead: integer().notNull().default(28),
    /** Whose working hours these are: the owner's clock. */
    timeZone: text().notNull().default("UTC"),
    isOpen: boolean().notNull().default(true),
    ...editable(),
  },
  (table) => [
    uniqueIndex("booking_pages_token").on(table.token),
    index("booking_pages_oldest").on(table.userId, table.createdAt, table.id).where(sql`deleted_at is null`),
    ownRows("booking_pages"),
  ],
);

/** Who booked; kept apart from the event, which its owner may change. */
export const bookings = pgTable(
  "bookings",
  {
    ...record(),
    userId: uuid().notNull(),
    pageId: uuid()
      .notNull()
      .references(() => bookingPages.id, { onDelete: "cascade" }),
    eventId: uuid().notNull(),
    guestName: text().notNull(),
    guestEmail: text().notNull(),
    /** Network of the visitor, for limits. */
    source: text().notNull(),
    /** SHA-256 of the token in the guest's link to cancel. */
    cancelHash: text().notNull(),
    cancelledAt: instant(),
  },
  (table) => [
    uniqueIndex("bookings_cancel").on(table.cancelHash),
    index("bookings_page").on(table.pageId, table.createdAt),
    ownRows("bookings"),
  ],
);
