import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { z } from "zod";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { type Briefing, FEED_STATES, type Forecast, READING_KINDS, TRAFFIC_CONDITIONS } from "./model.ts";
import { COMMAND_TYPES, type CommandParameters, type Proposal, TRANSCRIBED_BY } from "./voice-model.ts";

const isNotDeleted = sql`deleted_at is null`;

const kind = () => text({ enum: READING_KINDS }).notNull().default("simulated");

/** One per person and local day. */
export const morningBriefings = pgTable(
  "morning_briefings",
  {
    ...record(),
    userId: uuid().notNull(),
    /** The day in the person's own time zone. */
    briefingDate: date().notNull(),
    summary: text().notNull(),
    tasksSummary: jsonb().$type<Briefing["tasksSummary"]>().notNull(),
    calendarSummary: jsonb().$type<Briefing["calendarSummary"]>().notNull(),
    emailSummary: jsonb().$type<Briefing["emailSummary"]>().notNull(),
    weatherData: jsonb().$type<Briefing["weatherData"]>(),
    trafficData: jsonb().$type<Briefing["trafficData"]>(),
    newsSummary: jsonb().$type<Briefing["newsSummary"]>(),
    aiInsights: text(),
    /** Every sentence with the records it speaks of. */
    lines: jsonb().$type<Briefing["lines"]>().notNull().default([]),
    records: jsonb().$type<Briefing["records"]>().notNull().default({}),
    source: text({ enum: ["built-in", "model"] })
      .notNull()
      .default("built-in"),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique("morning_briefings_day").on(table.userId, table.briefingDate),
    ownRows("morning_briefings"),
  ],
);

/** Days for which the scheduled briefing was written; the key prevents a second run on the same day. */
export const briefingRuns = pgTable(
  "briefing_runs",
  {
    userId: uuid().notNull(),
    briefingDate: date().notNull(),
    ranAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.briefingDate] }), ownRows("briefing_runs")],
);

export const weatherData = pgTable(
  "weather_data",
  {
    ...record(),
    userId: uuid().notNull(),
    /** The name of the place. */
    location: text().notNull(),
    /** Degrees Fahrenheit. */
    temperature: integer().notNull(),
    condition: text().notNull(),
    /** Per cent. */
    humidity: integer().notNull(),
    /** Miles an hour. */
    windSpeed: integer().notNull(),
    forecastData: jsonb().$type<z.infer<typeof Forecast>>().notNull(),
    kind: kind(),
    note: text(),
    lastUpdated: instant().notNull(),
  },
  (table) => [unique("weather_data_location").on(table.userId, table.location), ownRows("weather_data")],
);

export const trafficData = pgTable(
  "traffic_data",
  {
    ...record(),
    userId: uuid().notNull(),
    routeName: text().notNull(),
    origin: text().notNull(),
    destination: text().notNull(),
    /** Minutes. */
    currentDuration: integer().notNull(),
    normalDuration: integer().notNull(),
    trafficCondition: text({ enum: TRAFFIC_CONDITIONS }).notNull(),
    kind: kind(),
    note: text(),
    lastUpdated: instant().notNull(),
  },
  (table) => [unique("traffic_data_route").on(table.userId, table.routeName), ownRows("traffic_data")],
);

/** The feeds of a user's news. */
export const newsFeeds = pgTable(
  "news_feeds",
  {
    ...record(),
    userId: uuid().notNull(),
    url: text().notNull(),
    title: text().notNull(),
    state: text({ enum: FEED_STATES }).notNull().default("ok"),
    lastError: text(),
    /** Validators of the last response (RFC 9110 §8.8). */
    etag: text(),
    lastModified: text(),
    lastReadAt: instant(),
    nextReadAt: instant().notNull().defaultNow(),
    /** Failures in a row. */
    failures: integer().notNull().default(0),
    ...editable(),
  },
  (table) => [
    uniqueIndex("news_feeds_url").on(table.userId, table.url).where(isNotDeleted),
    index("news_feeds_oldest").on(table.userId, table.createdAt, table.id).where(isNotDeleted),
    index("news_feeds_due").on(table.nextReadAt).where(isNotDeleted),
    ownRows("news_feeds"),
  ],
);

/** The news topics of a user; at most one row each. */
export const newsInterests = pgTable(
  "news_interests",
  {
    userId: uuid().primaryKey(),
    interests: text().array().notNull().default(sql`'{}'`),
    updatedAt: instant().notNull().defaultNow(),
  },
  () => [ownRows("news_interests")],
);

/** Articles per user: relevance is personal, and one user's refresh must not overwrite another's articles. */
export const newsArticles = pgTable(
  "news_articles",
  {
    ...record(),
    userId: uuid().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    summary: text().notNull(),
    url: text().notNull(),
    publishedAt: instant().notNull(),
    category: text().notNull(),
    tags: text().array().notNull().default(sql`'{}'`),
    /** 0 to 1. */
    relevanceScore: real().notNull(),
    /** Why it is relevant, as shown to the user. */
    reason: text(),
    isProcessed: boolean().notNull().default(false),
    /** The feed that it comes from. */
    feedId: uuid().references(() => newsFeeds.id, { onDelete: "cascade" }),
    /** The name of the feed. */
    source: text(),
    kind: kind(),
  },
  (table) => [
    unique("news_articles_url").on(table.userId, table.url),
    index("news_articles_newest").on(
      table.userId,
      table.publishedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    check("news_articles_relevance", sql`relevance_score between 0 and 1`),
    ownRows("news_articles"),
  ],
);

export const voiceCommands = pgTable(
  "voice_commands",
  {
    ...record(),
    userId: uuid().notNull(),
    commandText: text().notNull(),
    /** What transcribed the speech; null for commands from before this was stored. */
    transcribedBy: text({ enum: TRANSCRIBED_BY }),
    actionType: text({ enum: COMMAND_TYPES }).notNull(),
    parameters: jsonb().$type<CommandParameters>().notNull().default({}),
    executedAt: instant().notNull(),
    success: boolean().notNull(),
    response: text().notNull(),
    href: text(),
    /** The record that the command created, for undo. */
    resultId: uuid(),
    /** An outbound action that waits for approval: the question, and the action. */
    proposal: jsonb().$type<Proposal>(),
    undoneAt: instant(),
  },
  (table) => [
    index("voice_commands_newest").on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    ownRows("voice_commands"),
  ],
);

/** When to leave for an event with a location, as last calculated. */
export const leaveTimes = pgTable(
  "leave_times",
  {
    ...record(),
    userId: uuid().notNull(),
    /** The event, or the one of a series. */
    eventId: uuid().notNull(),
    title: text().notNull(),
    startsAt: instant().notNull(),
    origin: text().notNull(),
    destination: text().notNull(),
    /** Travel time, and the buffer before it. */
    minutes: integer().notNull(),
    bufferMinutes: integer().notNull(),
    leaveAt: instant().notNull(),
    kind: kind(),
    note: text(),
    lastUpdated: instant().notNull(),
  },
  (table) => [unique("leave_times_event").on(table.userId, table.eventId), ownRows("leave_times")],
);
