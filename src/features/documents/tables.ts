import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
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

const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const titleForPeople = sql`title collate "und-x-icu"`;

/** State of the virus scan, see `ScanState`; `scanFinding` is what it found. */
const scanned = () => ({ scanState: text().notNull().default("unscanned"), scanFinding: text() });

/* Readers may read the row, but only the owner may share it: see policies.sql. */

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
    /** Of the bytes, in hexadecimal: finds duplicates and proves which content was signed off. */
    sha256: text().notNull(),
    /** Version number of the file, and when it was uploaded; null means at the creation of the row. */
    fileVersion: integer().notNull().default(1),
    storedAt: instant(),
    isFavorite: boolean().notNull().default(false),
    /** Updated with shares and links: true if at least one is valid. */
    isShared: boolean().notNull().default(false),
    aiSummary: text(),
    /** Who wrote the summary: `built-in`, or the name of a model. */
    summaryBy: text(),
    /** Whether its text was read: `waiting`, `read` or `failed`, then with the reason in words. */
    readState: text().notNull().default("waiting"),
    readFailure: text(),
    /** Pages, sheets or slides, where the file counts them. */
    pages: integer(),
    /** Number of pages without text, and of those recognised by OCR: null until that was tried. */
    picturePages: integer().notNull().default(0),
    recognizedPages: integer(),
    /** Whether document_texts has an HTML preview. */
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
    // Includes the trash: the quota is computed from this index.
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

/** The text of a document, apart from its row, because lists never read it. */
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

/** Future dates found in a document, suggested to its owner as a task or an event. */
export const documentDates = pgTable(
  "document_dates",
  {
    ...record(),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    day: date().notNull(),
    /** 10:00, if the text states a time. */
    time: text(),
    kind: text().notNull(),
    /** The sentence that contains the date. */
    sentence: text().notNull(),
    /** `open`, `taken` (accepted) or `left` (dismissed). */
    state: text().notNull().default("open"),
    /** The task or event created from it. */
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
 * Who may read a document besides its owner: a person, all active members of a workspace, the current participants of a
 * conversation, or the current members who decide on a decision. The latter two follow the message or the paper by
 * triggers of communication and team (functions/attachments.sql, functions/share-papers.sql) and are written by nothing
 * else.
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
    /** Shared by entering an address: gives access only while that address counts. */
    byAddress: boolean().notNull().default(false),
    conversationId: uuid(),
    /** The message that shares it; `createdAt` is when it was sent. */
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

/** Links with which anyone may read a document without signing in, until they expire. */
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
    /** argon2id; null if the link has no password. */
    passwordHash: text(),
    /** Number of wrong passwords in a row, and when the last was entered: after ten the link is locked for a while. */
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

/** Visits of a link, for the owner of the document; deleted after 90 days. */
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
