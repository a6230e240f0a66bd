import { sql } from "drizzle-orm";
import { boolean, check, customType, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
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
