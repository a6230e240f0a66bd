import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { LINK_KINDS } from "../model.ts";

/** How far each resource of a connection was read: a cursor is saved with the items before it. */
export const remoteCursors = pgTable(
  "remote_cursors",
  {
    userId: uuid().notNull(),
    /** The integration or the CardDAV account. */
    sourceId: uuid().notNull(),
    resource: text().notNull(),
    cursor: text().notNull(),
    updatedAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.resource] }),
    index("remote_cursors_user").on(table.userId),
    ownRows("remote_cursors"),
  ],
);

/** Maps remote objects to local records, so that an object that is received twice is stored once. */
export const remoteObjects = pgTable(
  "remote_objects",
  {
    ...record(),
    userId: uuid().notNull(),
    sourceId: uuid().notNull(),
    kind: text({ enum: LINK_KINDS }).notNull(),
    remoteId: text().notNull(),
    recordId: uuid().notNull(),
    etag: text(),
  },
  (table) => [
    uniqueIndex("remote_objects_remote").on(table.sourceId, table.kind, table.remoteId),
    index("remote_objects_record").on(table.recordId),
    index("remote_objects_user").on(table.userId),
    ownRows("remote_objects"),
  ],
);
