import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgPolicy,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { appRole, currentUserId, ownRows } from "#platform/database/policies.ts";
import { EXPORT_STATES } from "./model.ts";

/** Archives of all that belongs to one person, made by a job; each is kept for a week. */
export const dataExports = pgTable(
  "data_exports",
  {
    ...record(),
    userId: uuid().notNull(),
    state: text({ enum: EXPORT_STATES }).notNull().default("waiting"),
    /** Percent. */
    progress: integer().notNull().default(0),
    storageKey: text(),
    /** Bytes. */
    size: bigint({ mode: "number" }),
    sha256: text(),
    finishedAt: instant(),
    expiresAt: instant(),
  },
  (table) => [
    index("data_exports_newest").on(table.userId, table.createdAt.desc().nullsFirst()),
    uniqueIndex("data_exports_one_at_a_time").on(table.userId).where(sql`state in ('waiting', 'running')`),
    check("data_exports_progress", sql`progress between 0 and 100`),
    ownRows("data_exports"),
  ],
);

/** Requested account deletions: due on `dueAt`, and until then they can be cancelled. */
export const accountDeletions = pgTable(
  "account_deletions",
  {
    userId: uuid().primaryKey(),
    requestedAt: instant().notNull().default(sql`now()`),
    dueAt: instant().notNull(),
  },
  (table) => [
    index("account_deletions_due").on(table.dueAt),
    pgPolicy("account_deletions_own", {
      for: "all",
      to: appRole,
      using: sql`user_id = ${currentUserId}`,
      withCheck: sql`user_id = ${currentUserId} and due_at > now() + interval '6 days'`,
    }),
  ],
);
