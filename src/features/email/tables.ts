import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

const addresses = () => text().array().notNull().default(sql`'{}'`);

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
    priority: text({ enum: ["low", "medium", "high", "urgent"] })
      .notNull()
      .default("medium"),
    category: text(),
    status: text({ enum: ["draft", "sent", "scheduled", "failed", "received"] })
      .notNull()
      .default("draft"),
    scheduledSend: instant(),
    sentAt: instant(),
    sender: text().notNull(),
    aiSummary: text(),
    isRead: boolean().notNull().default(false),
    threadId: uuid().notNull().defaultRandom(),
    folder: text().notNull().default("inbox"),
    /** Written by Adjutant itself; does not make an empty account a used one. */
    isSystem: boolean().notNull().default(false),
    ...editable(),
  },
  (table) => [
    index("emails_newest")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index("emails_unread")
      .on(table.userId)
      .where(sql`status = 'received' and not is_read and deleted_at is null`),
    index("emails_thread").on(table.userId, table.threadId, table.createdAt),
    index("emails_due").on(table.scheduledSend).where(sql`status = 'scheduled' and deleted_at is null`),
    ownRows("emails"),
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
    index("email_templates_name").on(table.userId, table.name, table.id).where(sql`deleted_at is null`),
    ownRows("email_templates"),
  ],
);
