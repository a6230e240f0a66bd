import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

/** At most one sample workspace per account: the key is what a second, simultaneous load runs into. */
export const sampleWorkspaces = pgTable(
  "sample_workspaces",
  {
    userId: uuid().primaryKey(),
    loadedAt: instant().notNull().defaultNow(),
  },
  () => [ownRows("sample_workspaces")],
);

/** What was loaded, row by row, so that removing takes exactly that. */
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
