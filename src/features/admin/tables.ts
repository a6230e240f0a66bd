import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { BackupVerification } from "#platform/database/backup/backup-store.ts";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

/* Policies ask whether the caller is an administrator; they stand in policies.sql. */

/** Scheduled and manual archives below DATA_DIR/backups. */
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
    excludedBucket: text(),
    reason: text(),
    finishedAt: instant(),
    verifiedAt: instant(),
    verification: jsonb().$type<BackupVerification>(),
  },
  (table) => [index("backups_newest").on(table.createdAt.desc().nullsFirst())],
).enableRLS();

/** The schedule of backups: one row, created by the first change. */
export const backupSchedules = pgTable(
  "backup_schedules",
  {
    id: boolean().primaryKey().default(true),
    isEnabled: boolean().notNull().default(true),
    /** UTC. */
    hour: integer().notNull().default(2),
    /** How many good ones are kept. */
    retainedCount: integer().notNull().default(7),
    /** Whether all backups, scheduled and manual, include the files of the bucket, if there is one. */
    includesBucket: boolean().notNull().default(true),
    /** age public keys that backups are encrypted for; none: the passphrase of the environment, if there is one. */
    recipients: text().array().notNull().default(sql`'{}'`),
    version: integer().notNull().default(1),
  },
  () => [
    check("backup_schedules_one_row", sql`id`),
    check("backup_schedules_hour", sql`hour between 0 and 23`),
    check("backup_schedules_retained_count", sql`retained_count between 1 and 365`),
  ],
).enableRLS();

/** Whether a person consents to page-view analytics, which the administrator configured. */
export const analyticsConsents = pgTable(
  "analytics_consents",
  {
    userId: uuid().primaryKey(),
    isGiven: boolean().notNull(),
    /** The person's pseudonym in the analytics: used for nothing else, and new with each consent. */
    visitorId: uuid().notNull().defaultRandom(),
    decidedAt: instant().notNull().defaultNow(),
  },
  () => [ownRows("analytics_consents")],
);
