import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { columnsOf, searchTextOf } from "#platform/database/field-columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { documentFields } from "./fields.ts";
import type { NewDocument } from "./model.ts";

const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const titleForPeople = sql`title collate "und-x-icu"`;

/** What the virus scanner says of a file: see `ScanState`; a refusal says what was found. */
const scanned = () => ({ scanState: text().notNull().default("unscanned"), scanFinding: text() });

/* People with whom a document is shared read its row, and only its owner shares it: by policies.sql. */

export const documents = pgTable(
  "documents",
  {
    ...record(),
    userId: uuid().notNull(),
    ...columnsOf(documentFields),
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
    /** Which of its files this is, and when it was uploaded; null where that is as old as the row. */
    fileVersion: integer().notNull().default(1),
    storedAt: instant(),
    isFavorite: boolean().notNull().default(false),
    /** Kept with its shares and links: true while there is one that holds. */
    isShared: boolean().notNull().default(false),
    aiSummary: text(),
    /** Who wrote the summary: `built-in`, or the name of a model. */
    summaryBy: text(),
    /** Whether its text was read: `waiting`, `read` or `failed`, then with the reason in words. */
    readState: text().notNull().default("waiting"),
    readFailure: text(),
    /** Pages, sheets or slides, where the file counts them. */
    pages: integer(),
    /** Of the pages, those without text, and of these the ones that were recognised: null until that was tried. */
    picturePages: integer().notNull().default(0),
    recognizedPages: integer(),
    /** Whether its text comes with a readable form for the page. */
    hasPreview: boolean().notNull().default(false),
    ...scanned(),
    search: searchVector().generatedAlwaysAs(searchTextOf(documentFields, { B: "file_name" })),
    ...editable(),
  },
  (table) => [
    index("documents_newest")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index("documents_title").on(table.userId, titleForPeople, table.id).where(sql`deleted_at is null`),
    // Of the trash as well: what a person uses of the quota is the sum of this index.
    index("documents_size").on(
      table.userId,
      table.fileSize.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("documents_trash")
      .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is not null`),
    index("documents_hash").on(table.userId, table.sha256),
    index("documents_storage_key").on(table.storageKey),
    index("documents_unscanned").on(table.createdAt).where(sql`scan_state = 'waiting'`),
    index("documents_search").using("gin", table.userId, table.search),
    ownRows("documents"),
  ],
);

/** What a document says, apart from its row: lists never read it. */
export const documentTexts = pgTable(
  "document_texts",
  {
    documentId: uuid()
      .primaryKey()
      .references(() => documents.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    content: text().notNull(),
    /** A readable form of an Office file as HTML, for a sandboxed frame. */
    preview: text(),
    /** The words of the row and of the content, kept by triggers of functions/search.sql. */
    search: searchVector(),
  },
  (table) => [
    index("document_texts_search").using("gin", table.userId, table.search),
    ownRows("document_texts"),
  ],
);

/** Files that a document had before the one of its row. */
export const documentVersions = pgTable(
  "document_versions",
  {
    ...record(),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    number: integer().notNull(),
    fileName: text().notNull(),
    fileType: text().notNull(),
    fileSize: bigint({ mode: "number" }).notNull(),
    storageKey: text().notNull(),
    sha256: text().notNull(),
    storedAt: instant().notNull(),
    ...scanned(),
  },
  (table) => [
    index("document_versions_of_document").on(table.documentId, table.number),
    index("document_versions_owner").on(table.userId, table.fileSize),
    index("document_versions_storage_key").on(table.storageKey),
    index("document_versions_unscanned").on(table.createdAt).where(sql`scan_state = 'waiting'`),
    ownRows("document_versions"),
  ],
);

/** Days ahead that a document names, offered to its owner as a task or an event. */
export const documentDates = pgTable(
  "document_dates",
  {
    ...record(),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    day: date().notNull(),
    /** 10:00, where the text says one. */
    time: text(),
    kind: text().notNull(),
    /** The sentence it comes from. */
    sentence: text().notNull(),
    /** `open`, `taken` or `left`. */
    state: text().notNull().default("open"),
    /** What was made of it. */
    taskId: uuid(),
    eventId: uuid(),
  },
  (table) => [
    index("document_dates_of_document").on(table.documentId, table.day),
    index("document_dates_owner").on(table.userId),
    ownRows("document_dates"),
  ],
);

/**
 * Who may read a document besides its owner: a person, all active members of a workspace, or whoever takes part in a
 * conversation or decides with its workspace, as long as they do. The latter two follow the message or the paper by
 * triggers of communication and team (functions/attachments.sql, functions/share-papers.sql) and are written by nothing else.
 */
export const documentShares = pgTable(
  "document_shares",
  {
    ...record(),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    /** The owner, who shares it. */
    userId: uuid().notNull(),
    personId: uuid(),
    workspaceId: uuid(),
    /** The owner typed the person's address: it opens the document only while that address counts. */
    byAddress: boolean().notNull().default(false),
    conversationId: uuid(),
    /** The message that carries it there: `createdAt` is when it was sent. */
    messageId: uuid(),
    decisionId: uuid(),
  },
  (table) => [
    uniqueIndex("document_shares_person")
      .on(table.documentId, table.personId)
      .where(sql`person_id is not null`),
    uniqueIndex("document_shares_workspace")
      .on(table.documentId, table.workspaceId)
      .where(sql`workspace_id is not null`),
    uniqueIndex("document_shares_message")
      .on(table.messageId, table.documentId)
      .where(sql`message_id is not null`),
    uniqueIndex("document_shares_decision")
      .on(table.decisionId, table.documentId)
      .where(sql`decision_id is not null`),
    index("document_shares_with_conversation")
      .on(table.conversationId)
      .where(sql`conversation_id is not null`),
    check(
      "document_shares_one_way",
      sql`num_nonnulls(person_id, workspace_id, conversation_id, decision_id) = 1 and num_nonnulls(conversation_id, message_id) <> 1`,
    ),
    index("document_shares_with_person").on(table.personId).where(sql`person_id is not null`),
    index("document_shares_with_workspace").on(table.workspaceId).where(sql`workspace_id is not null`),
    index("document_shares_owner").on(table.userId),
    ownRows("document_shares"),
  ],
);

/** Addresses under which anyone reads a document without signing in, until they end. */
export const documentLinks = pgTable(
  "document_links",
  {
    ...record(),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    /** SHA-256 of the token in the address; the token itself is never stored. */
    tokenHash: text().notNull(),
    expiresAt: instant(),
    viewCount: integer().notNull().default(0),
    downloadCount: integer().notNull().default(0),
    lastViewedAt: instant(),
    /** argon2id; null where whoever has the address may read. */
    passwordHash: text(),
    /** Wrong passwords in a row and when the last was: after a few of them the link rests. */
    failedCount: integer().notNull().default(0),
    failedAt: instant(),
  },
  (table) => [
    unique("document_links_token").on(table.tokenHash),
    index("document_links_of_document").on(table.documentId, table.createdAt),
    index("document_links_expiry").on(table.expiresAt).where(sql`expires_at is not null`),
    ownRows("document_links"),
  ],
);

/** Who opened a link and when, for its owner; kept for 90 days. */
export const documentLinkVisits = pgTable(
  "document_link_visits",
  {
    ...record(),
    linkId: uuid()
      .notNull()
      .references(() => documentLinks.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    /** `view`, `download` or `refused`: a wrong password. */
    kind: text().notNull(),
    address: text(),
    userAgent: text(),
  },
  (table) => [
    index("document_link_visits_of_link").on(table.linkId, table.createdAt),
    index("document_link_visits_owner").on(table.userId),
    index("document_link_visits_age").on(table.createdAt),
    ownRows("document_link_visits"),
  ],
);

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
    /** What is said about it (`NewDocument`); null where it becomes a version of a document. */
    fields: jsonb().$type<NewDocument>(),
    documentId: uuid(),
    /** Bytes that are stored. */
    received: bigint({ mode: "number" }).notNull().default(0),
    /** The document that was made of it: asked again, it is the answer. */
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
