import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import type { NewDocument } from "./model.ts";

/** Large files on their way: they arrive in parts and may be continued, from anywhere, until they expire. */
export const documentUploads = pgTable(
  "document_uploads",
  {
    ...record(),
    userId: uuid().notNull(),
    fileName: text().notNull(),
    fileSize: bigint({ mode: "number" }).notNull(),
    /** Of the whole file, as the sender counted it. */
    sha256: text().notNull(),
    /** The details of the document (`NewDocument`); null if the upload becomes a version. */
    fields: jsonb().$type<NewDocument>(),
    documentId: uuid(),
    /** Bytes that are stored. */
    received: bigint({ mode: "number" }).notNull().default(0),
    /** The document that was created from it: the answer to a repeated request. */
    resultId: uuid(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index("document_uploads_owner").on(table.userId, table.createdAt),
    index("document_uploads_expiry").on(table.expiresAt),
    ownRows("document_uploads"),
  ],
);

export const documentUploadParts = pgTable(
  "document_upload_parts",
  {
    ...record(),
    uploadId: uuid()
      .notNull()
      .references(() => documentUploads.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    /** Where in the file it begins, and its length. */
    start: bigint({ mode: "number" }).notNull(),
    size: integer().notNull(),
    storageKey: text().notNull(),
  },
  (table) => [
    uniqueIndex("document_upload_parts_of_upload").on(table.uploadId, table.start),
    index("document_upload_parts_owner").on(table.userId),
    index("document_upload_parts_storage_key").on(table.storageKey),
    ownRows("document_upload_parts"),
  ],
);
