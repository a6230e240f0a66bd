import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { columnsOf } from "#platform/database/field-columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { templateFields } from "./fields.ts";
import { UNSUBSCRIBE_OUTCOMES } from "./model.ts";
import { isNotDeleted, isTrash } from "./tables.ts";
import { RECEIPT_REQUESTS, UNDO_SEND_SECONDS } from "./writing-model.ts";

/** A search saved as a tab of the inbox, in the order of `position`. */
export const mailSearches = pgTable(
  "mail_searches",
  {
    ...record(),
    userId: uuid().notNull(),
    name: text().notNull(),
    /** In the language of search: words, `from:` and the other operators. */
    query: text().notNull(),
    position: integer().notNull().default(0),
    ...editable(),
  },
  (table) => [
    index("mail_searches_position").on(table.userId, table.position, table.id).where(isNotDeleted),
    index("mail_searches_trash")
      .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isTrash),
    ownRows("mail_searches"),
  ],
);

/** Mailing lists that a user asked to unsubscribe from, by the address of the sender. */
export const mailUnsubscribes = pgTable(
  "mail_unsubscribes",
  {
    ...record(),
    userId: uuid().notNull(),
    senderAddress: text().notNull(),
    outcome: text({ enum: UNSUBSCRIBE_OUTCOMES }).notNull(),
    /** Why it failed, as shown to people. */
    reason: text(),
  },
  (table) => [
    uniqueIndex("mail_unsubscribes_sender").on(table.userId, table.senderAddress),
    ownRows("mail_unsubscribes"),
  ],
);

/** Preferences for writing mail; one row per user, only where they differ from the defaults. */
export const mailPreferences = pgTable(
  "mail_preferences",
  {
    userId: uuid().primaryKey(),
    undoSeconds: integer().notNull().default(UNDO_SEND_SECONDS),
    /** For messages from this instance or from accounts without a signature. */
    signature: text().notNull().default(""),
    receiptRequests: text({ enum: RECEIPT_REQUESTS }).notNull().default("ask"),
    updatedAt: instant().notNull().default(sql`now()`),
  },
  () => [ownRows("mail_preferences")],
);

export const emailTemplates = pgTable(
  "email_templates",
  {
    ...record(),
    userId: uuid().notNull(),
    ...columnsOf(templateFields),
    usageCount: integer().notNull().default(0),
    lastUsed: instant(),
    ...editable(),
  },
  (table) => [
    index("email_templates_name")
      .on(table.userId, sql`name collate "und-x-icu"`, table.id)
      .where(isNotDeleted),
    index("email_templates_trash")
      .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isTrash),
    ownRows("email_templates"),
  ],
);
