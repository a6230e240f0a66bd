import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { editable, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

export const documents = pgTable(
  "documents",
  {
    ...record(),
    userId: uuid().notNull(),
    title: text().notNull(),
    description: text(),
    /** The name the file had on its owner's machine: shown and offered at download, never a path of ours. */
    fileName: text().notNull(),
    fileType: text().notNull(),
    /** Bytes. */
    fileSize: bigint({ mode: "number" }).notNull(),
    fileUrl: text(),
    /** Key of the bytes in `platform/storage`. */
    storageKey: text().notNull(),
    /** Of the bytes, in hexadecimal: tells duplicates and proves what was signed off. */
    sha256: text().notNull(),
    category: text().notNull().default("general"),
    tags: text().array().notNull().default(sql`'{}'`),
    isFavorite: boolean().notNull().default(false),
    isShared: boolean().notNull().default(false),
    aiSummary: text(),
    ...editable(),
  },
  (table) => [
    index("documents_newest")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index("documents_hash").on(table.userId, table.sha256),
    ownRows("documents"),
  ],
);
