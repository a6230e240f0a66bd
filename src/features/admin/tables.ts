import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { BackupVerification } from "#platform/database/backup/backup-store.ts";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

/* Policies ask whether the caller is an administrator; they stand in policies.sql. */

/** Archives below DATA_DIR/backups that the house makes by itself or for an administrator. */
export const backups = pgTable(
  "backups",
  {
    ...record(),
    fileName: text().notNull(),
    origin: text({ enum: ["schedule", "request"] }).notNull(),
    state: text({ enum: ["waiting", "running", "ready", "failed"] })
      .notNull()
      .default("waiting"),
    /** Bytes. */
    size: bigint({ mode: "number" }),
    sha256: text(),
    /** The bucket whose files are not in it; null: it holds everything. */
    leftOut: text(),
    reason: text(),
    finishedAt: instant(),
    verifiedAt: instant(),
    proof: jsonb().$type<BackupVerification>(),
  },
  (table) => [index("backups_newest").on(table.createdAt.desc().nullsFirst())],
).enableRLS();

/** When backups are made by themselves: one row, from the first change on. */
export const backupSchedules = pgTable(
  "backup_schedules",
  {
    id: boolean().primaryKey().default(true),
    isOn: boolean().notNull().default(true),
    /** Of the day, UTC. */
    hour: integer().notNull().default(2),
    /** How many good ones are kept. */
    keep: integer().notNull().default(7),
    /** Whether backups, also those that are asked for, hold the files of the bucket, where there is one. */
    withBucket: boolean().notNull().default(true),
    /** Public keys of age that alone open what is made; none: the passphrase of the environment, where there is one. */
    recipients: text().array().notNull().default(sql`'{}'`),
    version: integer().notNull().default(1),
  },
  () => [
    check("backup_schedules_one_row", sql`id`),
    check("backup_schedules_hour", sql`hour between 0 and 23`),
    check("backup_schedules_keep", sql`keep between 1 and 365`),
  ],
).enableRLS();

/** Whether somebody lets this instance count the pages they open with the analytics that its administrator set. */
export const analyticsConsents = pgTable(
  "analytics_consents",
  {
    userId: uuid().primaryKey(),
    isGiven: boolean().notNull(),
    /** What stands for the person there: made for this alone, and a new one with each consent. */
    visitorId: uuid().notNull().defaultRandom(),
    decidedAt: instant().notNull().defaultNow(),
  },
  () => [ownRows("analytics_consents")],
);
