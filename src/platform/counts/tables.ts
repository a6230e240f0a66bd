import { sql } from "drizzle-orm";
import { bigserial, index, integer, pgPolicy, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#platform/auth/tables.ts";
import { appRole, currentUserId } from "#platform/database/policies.ts";

/**
 * How many records of a person are in each group that figures count (`functions/count-records.sql`), as changes: the
 * count of a group is their sum. Only triggers of the counted tables write here.
 */
export const recordCounts = pgTable(
  "record_counts",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The counted table. */
    resource: text().notNull(),
    /** The name of the group. */
    counted: text().notNull(),
    change: integer().notNull(),
  },
  (table) => [
    index("record_counts_group").on(table.userId, table.resource, table.counted),
    pgPolicy("record_counts_own", { for: "select", to: appRole, using: sql`user_id = ${currentUserId}` }),
  ],
);
