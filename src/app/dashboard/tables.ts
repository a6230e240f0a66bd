import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

/** At most one sample workspace per account: a second, simultaneous load violates the primary key. */
export const sampleWorkspaces = pgTable(
  "sample_workspaces",
  {
    userId: uuid().primaryKey(),
    loadedAt: instant().notNull().defaultNow(),
  },
  () => [ownRows("sample_workspaces")],
);

/** Every loaded row, so that removing deletes exactly those. */
export const sampleRecords = pgTable(
  "sample_records",
  {
    userId: uuid()
      .notNull()
      .references(() => sampleWorkspaces.userId, { onDelete: "cascade" }),
    /** Name of the table. */
    kind: text().notNull(),
    recordId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.recordId] }), ownRows("sample_records")],
);
