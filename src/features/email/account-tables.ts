import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import {
  ACCOUNT_KINDS,
  ACCOUNT_STATES,
  CONNECTION_SECURITY,
  MAILBOX_ROLES,
  OPERATION_KINDS,
  OPERATION_STATES,
} from "./account-model.ts";

const security = () => text({ enum: CONNECTION_SECURITY }).notNull().default("tls");
/** UIDs and UIDVALIDITY are 32 bits wide (RFC 3501 §2.3.1.1). */
const uid = () => bigint({ mode: "number" });

/** An external email account that its owner reads and sends from here. */
export const mailAccounts = pgTable(
  "mail_accounts",
  {
    ...record(),
    userId: uuid().notNull(),
    kind: text({ enum: ACCOUNT_KINDS }).notNull().default("imap"),
    /** The connection whose tokens sign it in; null where it signs in with its own password. */
    integrationId: uuid(),
    address: text().notNull(),
    /** The name in From. */
    name: text().notNull().default(""),
    signature: text().notNull().default(""),
    /** How long sending from this account can be undone, in seconds; null: as in its owner's preferences. */
    undoSeconds: integer(),
    isDefault: boolean().notNull().default(false),
    imapHost: text().notNull(),
    imapPort: integer().notNull(),
    imapSecurity: security(),
    imapUser: text().notNull(),
    smtpHost: text().notNull(),
    smtpPort: integer().notNull(),
    smtpSecurity: security(),
    smtpUser: text().notNull(),
    /** Sealed. */
    imapPassword: text(),
    smtpPassword: text(),
    /** The certificates (PEM) that its owner trusts for these two servers; null: the usual authorities only. */
    imapCertificate: text(),
    smtpCertificate: text(),
    state: text({ enum: ACCOUNT_STATES }).notNull().default("connecting"),
    /** Why the account waits or needs its owner, and the one step that helps, as shown to its owner. */
    reason: text(),
    remedy: text(),
    /** Not tried again before this instant. */
    retryAt: instant(),
    /** Tries in a row that failed. */
    failures: integer().notNull().default(0),
    /**
     * The authserv-id that its receiving server writes into Authentication-Results, and the number of Received lines
     * above it: learned, or chosen by the owner. Null: no claim about a sender is trusted.
     */
    authServer: text(),
    authDepth: integer(),
    isAuthServerChosen: boolean().notNull().default(false),
    /** The most bytes that its SMTP server takes in one message (RFC 1870); null: unknown, or it names no limit. */
    maxMessageBytes: bigint({ mode: "number" }),
    /** Capabilities that its IMAP server reports. */
    capabilities: text().array().notNull().default(sql`'{}'`),
    /** When everything on the server was last imported. */
    syncedAt: instant(),
    /** The process that holds the lease on its connection. */
    leaseBy: uuid(),
    leaseUntil: instant(),
    ...editable(),
  },
  (table) => [
    uniqueIndex("mail_accounts_address").on(table.userId, sql`lower(${table.address})`),
    unique("mail_accounts_owner").on(table.id, table.userId),
    index("mail_accounts_lease").on(table.leaseUntil),
    ownRows("mail_accounts"),
  ],
);

/** A folder on the account's server and its sync state (RFC 3501, RFC 7162). */
export const mailboxes = pgTable(
  "mailboxes",
  {
    ...record(),
    userId: uuid().notNull(),
    accountId: uuid().notNull(),
    path: text().notNull(),
    name: text().notNull(),
    delimiter: text(),
    role: text({ enum: MAILBOX_ROLES }).notNull().default("other"),
    /** Whether its messages are imported. */
    isSynced: boolean().notNull().default(true),
    uidValidity: uid(),
    uidNext: uid(),
    /** 63 bits wide. */
    highestModseq: bigint({ mode: "bigint" }),
    /** The lowest UID imported; lower ones are still missing. Null: nothing imported yet; 1: everything imported. */
    backfillUid: uid(),
    /** Messages on the server, and how many of them are imported. */
    messageCount: integer().notNull().default(0),
    syncedCount: integer().notNull().default(0),
    /** Messages imported through it so far, including those deleted since. */
    importedCount: integer().notNull().default(0),
    lastFullScanAt: instant(),
    /** False: imported by a release that identified messages by Message-ID, so that each is compared again. */
    hasFingerprints: boolean().notNull().default(false),
    syncedAt: instant(),
  },
  (table) => [
    uniqueIndex("mailboxes_path").on(table.accountId, table.path),
    unique("mailboxes_owner").on(table.id, table.userId),
    foreignKey({
      name: "mailboxes_of_account",
      columns: [table.accountId, table.userId],
      foreignColumns: [mailAccounts.id, mailAccounts.userId],
    }).onDelete("cascade"),
    ownRows("mailboxes"),
  ],
);

/** The thread of a Message-ID, also where only replies to that message have arrived so far. */
export const mailReferences = pgTable(
  "mail_references",
  {
    userId: uuid().notNull(),
    messageId: text().notNull(),
    threadId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ name: "mail_references_id", columns: [table.userId, table.messageId] }),
    index("mail_references_thread").on(table.userId, table.threadId),
    ownRows("mail_references"),
  ],
);

/** Local changes that still have to be made on the account's server; lists already show them as done. */
export const mailPendingOperations = pgTable(
  "mail_pending_operations",
  {
    ...record(),
    /** The order in which they are replayed; those of one transaction have the same time. */
    insertionNumber: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    userId: uuid().notNull(),
    accountId: uuid().notNull(),
    emailId: uuid(),
    kind: text({ enum: OPERATION_KINDS }).notNull(),
    /** The operation: `MailOperation` in model.ts. */
    detail: jsonb().notNull(),
    state: text({ enum: OPERATION_STATES }).notNull().default("queued"),
    reason: text(),
    attempt: integer().notNull().default(0),
    dueAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    foreignKey({
      name: "mail_pending_operations_of_account",
      columns: [table.accountId, table.userId],
      foreignColumns: [mailAccounts.id, mailAccounts.userId],
    }).onDelete("cascade"),
    index("mail_pending_operations_due").on(table.accountId, table.createdAt).where(sql`state = 'queued'`),
    index("mail_pending_operations_replayed").on(table.accountId).where(sql`state = 'replayed'`),
    index("mail_pending_operations_email").on(table.emailId).where(sql`state = 'queued'`),
    ownRows("mail_pending_operations"),
  ],
);
