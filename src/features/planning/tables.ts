import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { type FactOnWire, FOCUS_DEFENCES, PLAN_DEFAULTS, type Stretch, SUBJECTS } from "./model.ts";

/** How a person wants to be planned; at most one row each, defaults without one. */
export const planSettings = pgTable(
  "plan_settings",
  {
    userId: uuid().primaryKey(),
    focus: jsonb().$type<Stretch[]>().notNull(),
    breaks: jsonb().$type<Stretch[]>().notNull(),
    mostPlannedMinutes: integer().notNull().default(PLAN_DEFAULTS.mostPlannedMinutes),
    mostMeetingMinutes: integer(),
    pauseMinutes: integer().notNull().default(PLAN_DEFAULTS.pauseMinutes),
    preparationMinutes: integer().notNull().default(PLAN_DEFAULTS.preparationMinutes),
    movesByItself: boolean().notNull().default(false),
    worksOnRides: boolean().notNull().default(false),
    defendsFocus: text({ enum: FOCUS_DEFENCES }).notNull().default(PLAN_DEFAULTS.defendsFocus),
    updatedAt: instant().notNull().default(sql`now()`),
    version: integer().notNull().default(1),
  },
  () => [ownRows("plan_settings")],
);

/** What an event was planned for. An event that is one of these is a block; its own times may be others by now. */
export const planBlocks = pgTable(
  "plan_blocks",
  {
    ...record(),
    userId: uuid().notNull(),
    eventId: uuid().notNull(),
    subject: text({ enum: SUBJECTS }).notNull(),
    subjectId: uuid().notNull(),
    /** Where the last plan put it: where the event is elsewhere, the person moved it. */
    plannedStart: instant().notNull(),
    plannedEnd: instant().notNull(),
    reasons: jsonb().$type<FactOnWire[]>().notNull().default([]),
    /** How often a plan moved it. */
    moves: integer().notNull().default(0),
    updatedAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex("plan_blocks_event").on(table.eventId),
    index("plan_blocks_subject").on(table.userId, table.subjectId),
    index("plan_blocks_start").on(table.userId, table.plannedStart, table.id),
    check("plan_blocks_end_after_start", sql`planned_end >= planned_start`),
    ownRows("plan_blocks"),
  ],
);
