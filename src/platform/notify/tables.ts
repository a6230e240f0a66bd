import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";

export const NOTICE_PRIORITIES = ["low", "medium", "high", "urgent"] as const;

/** What a person is told. Rows for other people come from notify_people() alone (migrations/always/16-notify.sql). */
export const smartNotifications = pgTable(
  "smart_notifications",
  {
    ...record(),
    userId: uuid().notNull(),
    title: text().notNull(),
    message: text().notNull(),
    /** A word that says what it is about: `invitation`, `decision`, `document`, `reminder` … */
    type: text().notNull(),
    priority: text({ enum: NOTICE_PRIORITIES }).notNull().default("medium"),
    contextData: jsonb().$type<Record<string, unknown>>(),
    /** Where it leads inside the product, as `/team?open=…`. */
    href: text(),
    /** From when on it is seen. */
    scheduledFor: instant().notNull().default(sql`now()`),
    isRead: boolean().notNull().default(false),
    readAt: instant(),
    /** True once its person has been told: a scheduled one is not before its time. */
    isSent: boolean().notNull().default(false),
    /** The same thing is told to one person once. */
    dedupeKey: text(),
  },
  (table) => [
    unique("smart_notifications_once").on(table.userId, table.dedupeKey),
    index("smart_notifications_newest").on(
      table.userId,
      table.scheduledFor.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("smart_notifications_unread")
      .on(table.userId, table.scheduledFor.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`is_sent and not is_read`),
    index("smart_notifications_due").on(table.scheduledFor).where(sql`not is_sent`),
    check(
      "smart_notifications_href",
      sql`href like '/%' and href not like '//%' and strpos(href, chr(92)) = 0`,
    ),
    ownRows("smart_notifications"),
  ],
);
