import { sql } from "drizzle-orm";
import { index, pgPolicy, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { appRole, currentUserId } from "#platform/database/policies.ts";
import { emails } from "../tables.ts";

/**
 * What searches compare, beside the mails, because every change of a mail would otherwise write its words into the
 * index again (decision 0133). Only the triggers of `emails` write here (`functions/search-texts.sql`).
 */
export const emailSearchTexts = pgTable(
  "email_search_texts",
  {
    emailId: uuid()
      .primaryKey()
      .references(() => emails.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    /** Subject, sender and body, folded. */
    content: text().notNull(),
    /** All recipients, folded. */
    recipients: text().notNull(),
  },
  (table) => [
    index("email_search_texts_words").using(
      "gin",
      table.userId,
      table.content.op("gin_trgm_ops"),
      table.recipients.op("gin_trgm_ops"),
    ),
    pgPolicy("email_search_texts_own", {
      for: "select",
      to: appRole,
      using: sql`user_id = ${currentUserId}`,
    }),
  ],
);
