import { sql } from "drizzle-orm";
import { bigserial, index, pgPolicy, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { appRole, currentUserId } from "#platform/database/policies.ts";

/** The outbox of announcements to open pages, one row per recipient; written in the transaction of the change. */
export const announcements = pgTable(
  "announcements",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    userId: uuid().notNull(),
    resource: text().notNull(),
    recordIds: text().array().notNull().default(sql`'{}'`),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("announcements_user").on(table.userId, table.id),
    index("announcements_at").on(table.at),
    pgPolicy("announcements_tell", { for: "insert", to: appRole, withCheck: sql`true` }),
    pgPolicy("announcements_hear", { for: "select", to: appRole, using: sql`user_id = ${currentUserId}` }),
  ],
);
