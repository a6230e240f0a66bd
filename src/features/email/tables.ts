import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import {
  DEFAULT_PRIORITY,
  DELIVERY_STATES,
  EMAIL_PRIORITIES,
  EMAIL_STATUSES,
  EXECUTIVE_MARKERS,
  IMPORTANCE,
  MAX_BODY,
  PRIORITY_WEIGHTS,
} from "./model.ts";

const addresses = () => text().array().notNull().default(sql`'{}'`);
const isKept = sql`deleted_at is null`;
const isTrash = sql`deleted_at is not null`;

/**
 * Expressions that lists order by; the indexes below hold exactly these. Not coalesce: under row-level security
 * PostgreSQL takes it for leaky and would look for a page from the start of the index.
 */
export const sentOrNever = sql`(case when sent_at is null then '-infinity'::timestamptz else sent_at end)`;
export const emailWeight = sql.raw(
  `(case priority ${Object.entries(PRIORITY_WEIGHTS)
    .map(([priority, weight]) => `when '${priority}' then ${weight}`)
    .join(" ")} end)`,
);
export const subjectForPeople = sql`subject collate "und-x-icu"`;

/** MAIL-69 to MAIL-72; `importanceOf` in model.ts says the same. */
const importance = sql.raw(`(
  case priority when 'urgent' then ${IMPORTANCE.urgent} when 'high' then ${IMPORTANCE.high} else 0 end
  + case when ${EXECUTIVE_MARKERS.map((marker) => `position('${marker}' in lower(sender)) > 0`).join(" or ")}
    then ${IMPORTANCE.executiveSender} else 0 end
  + case when position('meeting' in lower(category)) > 0 or position('meeting' in lower(subject)) > 0
    then ${IMPORTANCE.meeting} else 0 end
  + case status when 'failed' then ${IMPORTANCE.failed} else 0 end)`);

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
    status: text({ enum: EMAIL_STATUSES }).notNull().default("draft"),
    /** While it is only marked as failed by hand: the status that it had. */
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
    /** Written by Adjutant itself; does not make an empty account a used one. */
    isSystem: boolean().notNull().default(false),
    importance: integer().notNull().generatedAlwaysAs(importance),
    /** Lists never read bodies. */
    preview: text()
      .notNull()
      .generatedAlwaysAs(sql`left(regexp_replace(left(body, 1200), '\\s+', ' ', 'g'), 280)`),
    /** What MAIL-76 searches, as search compares it. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(`fold_text(subject || ' ' || sender) || ' ' || fold_text(left(body, ${MAX_BODY}))`),
      ),
    ...editable(),
  },
  (table) => [
    index("emails_newest")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isKept),
    index("emails_status")
      .on(table.userId, table.status, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isKept),
    index("emails_sent")
      .on(
        table.userId,
        sql`${sentOrNever} desc`,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(isKept),
    index("emails_subject").on(table.userId, subjectForPeople, table.id).where(isKept),
    index("emails_priority")
      .on(
        table.userId,
        sql`${emailWeight} desc`,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(isKept),
    index("emails_importance")
      .on(
        table.userId,
        table.importance.desc().nullsFirst(),
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(isKept),
    index("emails_unread")
      .on(table.userId)
      .where(sql`status = 'received' and not is_read and deleted_at is null`),
    index("emails_summarized")
      .on(table.userId)
      .where(sql`status = 'sent' and ai_summary is not null and deleted_at is null`),
    index("emails_archived")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`category = 'archived' and deleted_at is null`),
    index("emails_trash")
      .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isTrash),
    index("emails_thread").on(table.userId, table.threadId, table.createdAt),
    index("emails_message").on(table.userId, table.messageId).where(sql`message_id is not null`),
    index("emails_search").using("gin", table.userId, table.searchText.op("gin_trgm_ops")),
    ownRows("emails"),
  ],
);

const state = () => text({ enum: DELIVERY_STATES }).notNull().default("queued");

/** The outbox: one row per message that is to leave or has left (security.md §4). */
export const mailDeliveries = pgTable(
  "mail_deliveries",
  {
    ...record(),
    userId: uuid().notNull(),
    emailId: uuid()
      .notNull()
      .references(() => emails.id, { onDelete: "cascade" }),
    state: state(),
    /** Why it is held or failed, in words for people; never the text of another server. */
    reason: text(),
    /** Not before this instant; the next try after a temporary refusal. */
    dueAt: instant().notNull(),
    attempt: integer().notNull().default(0),
    leaseBy: uuid(),
    leaseUntil: instant(),
    /** Committed before the text is handed to another server: a crash after it must not send again. */
    dataBeganAt: instant(),
    updatedAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex("mail_deliveries_email").on(table.emailId),
    unique("mail_deliveries_owner").on(table.id, table.userId),
    index("mail_deliveries_due").on(table.dueAt).where(sql`state in ('queued', 'sending')`),
    index("mail_deliveries_recent").on(table.userId, table.createdAt),
    ownRows("mail_deliveries"),
  ],
);

/** What became of a message at each of its recipients. */
export const mailRecipients = pgTable(
  "mail_recipients",
  {
    ...record(),
    userId: uuid().notNull(),
    deliveryId: uuid().notNull(),
    /** As it was typed, with a name where there was one. */
    address: text().notNull(),
    kind: text({ enum: ["to", "cc", "bcc"] }).notNull(),
    /** In the order in which they were written. */
    place: integer().notNull(),
    state: state(),
    reason: text(),
    sentAt: instant(),
  },
  (table) => [
    foreignKey({
      name: "mail_recipients_of_delivery",
      columns: [table.deliveryId, table.userId],
      foreignColumns: [mailDeliveries.id, mailDeliveries.userId],
    }).onDelete("cascade"),
    index("mail_recipients_delivery").on(table.deliveryId, table.place),
    ownRows("mail_recipients"),
  ],
);

export const emailTemplates = pgTable(
  "email_templates",
  {
    ...record(),
    userId: uuid().notNull(),
    name: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    category: text(),
    usageCount: integer().notNull().default(0),
    lastUsed: instant(),
    ...editable(),
  },
  (table) => [
    index("email_templates_name").on(table.userId, sql`name collate "und-x-icu"`, table.id).where(isKept),
    index("email_templates_trash")
      .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isTrash),
    ownRows("email_templates"),
  ],
);
