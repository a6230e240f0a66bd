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
import {
  type Briefing,
  COMMAND_TYPES,
  type CommandParameters,
  FEED_STATES,
  type Forecast,
  type Proposal,
  READING_KINDS,
  TRAFFIC_CONDITIONS,
  TRANSCRIBED_BY,
} from "./model.ts";

const isKept = sql`deleted_at is null`;

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

/** The days on which the briefing has come by itself; the key is what a second run of the same day runs into. */
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

/** What somebody reads the news from. */
export const newsFeeds = pgTable(
  "news_feeds",
  {
    ...record(),
    userId: uuid().notNull(),
    url: text().notNull(),
    title: text().notNull(),
    state: text({ enum: FEED_STATES }).notNull().default("ok"),
    lastError: text(),
    /** What the server said of the text that was read last (RFC 9110 §8.8). */
    etag: text(),
    lastModified: text(),
    lastReadAt: instant(),
    nextReadAt: instant().notNull().defaultNow(),
    /** Failures in a row. */
    failures: integer().notNull().default(0),
    ...editable(),
  },
  (table) => [
    uniqueIndex("news_feeds_url").on(table.userId, table.url).where(isKept),
    index("news_feeds_oldest").on(table.userId, table.createdAt, table.id).where(isKept),
    index("news_feeds_due").on(table.nextReadAt).where(isKept),
    ownRows("news_feeds"),
  ],
);

/** Words that somebody wants to read about; at most one row each. */
export const newsInterests = pgTable(
  "news_interests",
  {
    userId: uuid().primaryKey(),
    interests: text().array().notNull().default(sql`'{}'`),
    updatedAt: instant().notNull().defaultNow(),
  },
  () => [ownRows("news_interests")],
);

/** Articles as one person has them: relevance is personal, and nobody's refresh overwrites what others read. */
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
    /** Why it is relevant, in words for people. */
    reason: text(),
    isProcessed: boolean().notNull().default(false),
    /** The feed that brought it. */
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
    /** What made text of speech; null for commands of before that was kept. */
    transcribedBy: text({ enum: TRANSCRIBED_BY }),
    actionType: text({ enum: COMMAND_TYPES }).notNull(),
    parameters: jsonb().$type<CommandParameters>().notNull().default({}),
    executedAt: instant().notNull(),
    success: boolean().notNull(),
    response: text().notNull(),
    href: text(),
    /** The record that the command made, for taking it back. */
    resultId: uuid(),
    /** What goes outward waits for a yes: the question, and what it is that happens then. */
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

/** When to leave for an event that has a place, as it was worked out last. */
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
    /** On the way, and before that. */
    minutes: integer().notNull(),
    bufferMinutes: integer().notNull(),
    leaveAt: instant().notNull(),
    kind: kind(),
    note: text(),
    lastUpdated: instant().notNull(),
  },
  (table) => [unique("leave_times_event").on(table.userId, table.eventId), ownRows("leave_times")],
);
