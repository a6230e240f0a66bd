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
  uuid,
} from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import type { MailReadReceipt } from "#platform/mail/message.ts";
import { mailAccounts, mailboxes } from "./account-tables.ts";
import { RECEIPT_ANSWERS, type ReceiptRequest } from "./delivery-model.ts";
import {
  BODY_STATES,
  DEFAULT_PRIORITY,
  EMAIL_PRIORITIES,
  EMAIL_STATUSES,
  PRIORITY_WEIGHTS,
} from "./model.ts";
import { SENDER_CHECKS } from "./reading/sender-authentication.ts";
import { importance } from "./search/compute-importance.ts";

const addresses = () => text().array().notNull().default(sql`'{}'`);
export const isNotDeleted = sql`deleted_at is null`;
export const isTrash = sql`deleted_at is not null`;

/**
 * Expressions that lists order by; the indexes below contain exactly these. Not coalesce: under row-level security
 * PostgreSQL treats it as leaky and would scan the index from its start for every page.
 */
export const sentOrNever = sql`(case when sent_at is null then '-infinity'::timestamptz else sent_at end)`;
// rule: built-sql - the text of an index or a generated column takes no parameters; all of it is constants
export const emailWeight = sql.raw(
  `(case priority ${Object.entries(PRIORITY_WEIGHTS)
    .map(([priority, weight]) => `when '${priority}' then ${weight}`)
    .join(" ")} end)`,
);
export const subjectForPeople = sql`subject collate "und-x-icu"`;

export const emails = pgTable(
  "emails",
  {
    ...record(),
    userId: uuid().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    recipients: addresses(),
    cc: addresses(),
    bcc: addresses(),
    priority: text({ enum: EMAIL_PRIORITIES }).notNull().default(DEFAULT_PRIORITY),
    category: text(),
    /** The category before archiving; otherwise null. */
    categoryBefore: text(),
    status: text({ enum: EMAIL_STATUSES }).notNull().default("draft"),
    /** The status before it was marked as failed by hand; otherwise null. */
    statusBefore: text({ enum: EMAIL_STATUSES }),
    scheduledSend: instant(),
    sentAt: instant(),
    sender: text().notNull(),
    aiSummary: text(),
    isRead: boolean().notNull().default(false),
    threadId: uuid().notNull().defaultRandom(),
    folder: text().notNull().default("inbox"),
    /** The Message-ID header, fixed when it is sent, and that of the message it answers (RFC 5322 §3.6.4). */
    messageId: text(),
    inReplyTo: text(),
    /** The Message-IDs before it in its thread, oldest first. */
    refs: addresses(),
    /** The account that received or sends it; null for mail between users of this instance. */
    accountId: uuid().references(() => mailAccounts.id, { onDelete: "set null" }),
    /**
     * Of its bytes on the account's server (sync/message-fingerprint.ts), or of the file that it was imported from
     * (reading/import-message.ts); null: neither.
     */
    fingerprint: text(),
    /** It left its last folder on the server and was not found in another yet: deleted here once all were read. */
    isUnplaced: boolean().notNull().default(false),
    /** The bare address of `sender`, in lower case. */
    senderAddress: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(coalesce(substring(sender from '<([^<>]*)> *$'), sender))`),
    replyTo: text(),
    receivedAt: instant(),
    /** Bytes of the whole message. */
    size: integer(),
    /** The HTML as received: the browser sanitises it before showing it (security.md D14). */
    html: text(),
    bodyState: text({ enum: BODY_STATES }).notNull().default("full"),
    /** Why its text is incomplete, as shown to people. */
    bodyError: text(),
    hasAttachments: boolean().notNull().default(false),
    isStarred: boolean().notNull().default(false),
    isAnswered: boolean().notNull().default(false),
    /** Written by a program (RFC 3834) or to a list: never answered automatically. */
    isAutomatic: boolean().notNull().default(false),
    /** Its writer asks for a read receipt (RFC 8098). */
    isReceiptRequested: boolean().notNull().default(false),
    /** What a received message asks for, and how its reader answered here. */
    receiptRequest: jsonb().$type<ReceiptRequest>(),
    receiptAnswer: text({ enum: RECEIPT_ANSWERS }),
    /** It is itself a read receipt, about this message. */
    readReceipt: jsonb().$type<MailReadReceipt>(),
    /** List-Unsubscribe as received, and whether one click is enough (RFC 2369, RFC 8058). */
    listUnsubscribe: text(),
    isOneClickUnsubscribe: boolean().notNull().default(false),
    /** The first part of type text/calendar, with the method of its header. */
    calendarMethod: text(),
    calendarText: text(),
    /** The claim of the topmost Authentication-Results (`SenderClaim`), whoever wrote it; no depth: not parsed yet. */
    authServer: text(),
    authDepth: integer(),
    authCheck: text({ enum: SENDER_CHECKS }),
    /** Whether the sender's domain authenticated it, according to the account's own server; null: not checked. */
    senderCheck: text({ enum: SENDER_CHECKS }),
    /** The raw message, where it was imported from a file. */
    sourceStorageKey: text(),
    archivedAt: instant(),
    snoozedUntil: instant(),
    remindAt: instant(),
    /** Written by Adjutant itself; does not make an empty account a used one. */
    isSystem: boolean().notNull().default(false),
    importance: integer().notNull().generatedAlwaysAs(importance),
    /** Lists do not select the body. Written by a trigger (functions/preview.sql). */
    preview: text().notNull().default(""),
    ...editable(),
  },
  // rule: function-length - the list of the table's indexes, one beside the other
  (table) => [
    index("emails_newest")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isNotDeleted),
    index("emails_status")
      .on(table.userId, table.status, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isNotDeleted),
    index("emails_sent")
      .on(
        table.userId,
        sql`${sentOrNever} desc`,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(isNotDeleted),
    index("emails_subject").on(table.userId, subjectForPeople, table.id).where(isNotDeleted),
    index("emails_priority")
      .on(
        table.userId,
        sql`${emailWeight} desc`,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(isNotDeleted),
    index("emails_importance")
      .on(
        table.userId,
        table.importance.desc().nullsFirst(),
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(isNotDeleted),
    index("emails_unread")
      .on(
        table.userId,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.folder,
        table.snoozedUntil,
      )
      .where(sql`status = 'received' and not is_read and deleted_at is null`),
    index("emails_archived")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`category = 'archived' and deleted_at is null`),
    index("emails_starred")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`is_starred and deleted_at is null`),
    index("emails_snoozed")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`snoozed_until is not null and deleted_at is null`),
    index("emails_reminders").on(table.remindAt).where(sql`remind_at is not null and deleted_at is null`),
    index("emails_waiting")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`remind_at is not null and deleted_at is null`),
    index("emails_junk")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`folder = 'junk' and deleted_at is null`),
    index("emails_with_files")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`has_attachments and deleted_at is null`),
    index("emails_trash")
      .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isTrash),
    index("emails_thread").on(table.userId, table.threadId, table.createdAt),
    index("emails_message").on(table.userId, table.messageId).where(sql`message_id is not null`),
    index("emails_fingerprint").on(table.accountId, table.fingerprint).where(sql`account_id is not null`),
    index("emails_own_copies")
      .on(table.accountId, table.messageId)
      .where(sql`account_id is not null and (fingerprint is null or status <> 'received')`),
    index("emails_unplaced").on(table.accountId).where(sql`is_unplaced`),
    index("emails_of_account")
      .on(table.userId, table.accountId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isNotDeleted),
    index("emails_subscribed")
      .on(table.userId, table.senderAddress, table.createdAt.desc().nullsFirst())
      .where(sql`list_unsubscribe is not null and deleted_at is null`),
    index("emails_sender")
      .on(table.userId, table.senderAddress, table.createdAt.desc().nullsFirst())
      .where(isNotDeleted),
    index("emails_body")
      .on(table.accountId, table.createdAt.desc().nullsFirst())
      .where(sql`body_state = 'none'`),
    ownRows("emails"),
  ],
);

/**
 * The folders of a message on its account's server, which identifies it by folder, UIDVALIDITY and UID. It is in several
 * where they have copies of the same bytes, each with its own flags; two entries of one folder are two messages.
 */
export const mailboxMessages = pgTable(
  "mailbox_messages",
  {
    mailboxId: uuid().notNull(),
    uid: bigint({ mode: "number" }).notNull(),
    userId: uuid().notNull(),
    emailId: uuid()
      .notNull()
      .references(() => emails.id, { onDelete: "cascade" }),
    modseq: bigint({ mode: "bigint" }),
    flags: text().array().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ name: "mailbox_messages_place", columns: [table.mailboxId, table.uid] }),
    foreignKey({
      name: "mailbox_messages_of_box",
      columns: [table.mailboxId, table.userId],
      foreignColumns: [mailboxes.id, mailboxes.userId],
    }).onDelete("cascade"),
    unique("mailbox_messages_once").on(table.emailId, table.mailboxId),
    ownRows("mailbox_messages"),
  ],
);

/** Files of a message. Files of received messages are downloaded when somebody requests them. */
export const emailAttachments = pgTable(
  "email_attachments",
  {
    ...record(),
    userId: uuid().notNull(),
    /** Null while the message is still being written. */
    emailId: uuid().references(() => emails.id, { onDelete: "cascade" }),
    position: integer().notNull().default(0),
    filename: text().notNull(),
    contentType: text().notNull().default("application/octet-stream"),
    size: integer().notNull().default(0),
    /** As HTML refers to it, without angle brackets. */
    contentId: text(),
    isInline: boolean().notNull().default(false),
    /** The number of the part on the account's server (RFC 3501 §6.4.5). */
    part: text(),
    /** Null while its bytes are only on the account's server. */
    storageKey: text(),
  },
  (table) => [
    index("email_attachments_email").on(table.emailId, table.position),
    index("email_attachments_unbound").on(table.createdAt).where(sql`email_id is null`),
    index("email_attachments_storage").on(table.storageKey),
    ownRows("email_attachments"),
  ],
);
