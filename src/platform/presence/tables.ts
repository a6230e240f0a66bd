import { sql } from "drizzle-orm";
import { index, pgPolicy, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.ts";
import { appRole, ownRows } from "#platform/database/policies.ts";

/* Written only by the functions of functions.sql. */

/** Processes that serve event streams; one without heartbeats counts as gone, together with its people. */
export const serverProcesses = pgTable(
  "server_processes",
  {
    id: uuid().primaryKey(),
    heartbeatAt: instant().notNull().defaultNow(),
    /** Where it stores files (storage/storage-place.ts), and in words; null where it could not read the mark. */
    filesPlace: uuid(),
    filesLocation: text(),
  },
  (table) => [
    index("server_processes_beat").on(table.heartbeatAt),
    pgPolicy("server_processes_read", { for: "select", to: appRole, using: sql`true` }),
  ],
);

/** People with at least one open stream at a process. */
export const presences = pgTable(
  "presences",
  {
    userId: uuid().notNull(),
    processId: uuid()
      .notNull()
      .references(() => serverProcesses.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.processId] }),
    index("presences_process").on(table.processId),
    ownRows("presences"),
  ],
);

/** When a person was last here; says nothing about now. */
export const lastSeen = pgTable(
  "last_seen",
  {
    userId: uuid().primaryKey(),
    seenAt: instant().notNull(),
  },
  () => [ownRows("last_seen")],
);
