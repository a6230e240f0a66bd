import { date, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

type TasksSummary = { total: number; completed: number; overdue: number; high_priority: number };
type CalendarSummary = { total_events: number; meetings: number; deadlines: number };
type EmailSummary = { total: number; unread: number; urgent: number };
type NewsSummary = { total_articles: number; top_categories: string[] };

/** One per person and local day. */
export const morningBriefings = pgTable(
  "morning_briefings",
  {
    ...record(),
    userId: uuid().notNull(),
    /** The day in the person's own time zone. */
    briefingDate: date().notNull(),
    summary: text().notNull(),
    tasksSummary: jsonb().$type<TasksSummary>().notNull(),
    calendarSummary: jsonb().$type<CalendarSummary>().notNull(),
    emailSummary: jsonb().$type<EmailSummary>().notNull(),
    weatherData: jsonb().$type<unknown>(),
    trafficData: jsonb().$type<unknown>(),
    newsSummary: jsonb().$type<NewsSummary>(),
    aiInsights: text(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique("morning_briefings_day").on(table.userId, table.briefingDate),
    ownRows("morning_briefings"),
  ],
);
