import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

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
    ...editable(),
  },
  (table) => [
    index("events_start").on(table.userId, table.startTime, table.id).where(sql`deleted_at is null`),
    index("events_newest").on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    ownRows("events"),
  ],
);
