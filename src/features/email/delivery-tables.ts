import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { mailAccounts } from "./account-tables.ts";
import { DELIVERY_STATES, type RecordedStep } from "./model.ts";
import { emails } from "./tables.ts";

const state = () => text({ enum: DELIVERY_STATES }).notNull().default("queued");

/** The outbox: one row per message to send or already sent (security.md §4). */
export const mailDeliveries = pgTable(
  "mail_deliveries",
  {
    ...record(),
    userId: uuid().notNull(),
    emailId: uuid()
      .notNull()
      .references(() => emails.id, { onDelete: "cascade" }),
    state: state(),
    /** Why it is held or failed, as shown to people; never the text of another server. */
    reason: text(),
    /** Not sent before this time; the next retry after a temporary refusal. */
    dueAt: instant().notNull(),
    attempt: integer().notNull().default(0),
    leaseBy: uuid(),
    leaseUntil: instant(),
    /** The account whose server sends it; null for the server of the instance. */
    accountId: uuid().references(() => mailAccounts.id, { onDelete: "set null" }),
    /** Committed before the data is sent to another server: after a crash the message must not be sent again. */
    dataStartedAt: instant(),
    /** Since when it is uncertain whether it arrived: the Sent folder is searched before it is sent again. */
    uncertainAt: instant(),
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

/** The delivery of a message to each of its recipients. */
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
    position: integer().notNull(),
    state: state(),
    reason: text(),
    sentAt: instant(),
    /** Its delivery steps so far; written by a trigger (functions/delivery.sql). */
    history: jsonb().$type<RecordedStep[]>().notNull().default([]),
  },
  (table) => [
    foreignKey({
      name: "mail_recipients_of_delivery",
      columns: [table.deliveryId, table.userId],
      foreignColumns: [mailDeliveries.id, mailDeliveries.userId],
    }).onDelete("cascade"),
    index("mail_recipients_delivery").on(table.deliveryId, table.position),
    ownRows("mail_recipients"),
  ],
);
