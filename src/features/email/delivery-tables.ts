import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { appRole, ownRows } from "#platform/database/policies.ts";
import { mailAccounts } from "./account-tables.ts";
import { DELIVERY_STATES, type RecordedReceipt, type RecordedStep } from "./delivery-model.ts";
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
    /** The claim (one per call of claim_due_mail), renewed while its process works on it. */
    leaseBy: uuid(),
    leaseUntil: instant(),
    /** Its recipients on this instance are done: what is left waits for the lane of its server. */
    isExternal: boolean().notNull().default(false),
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
    index("mail_deliveries_open").on(table.userId).where(sql`state <> 'sent'`),
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
    /** The read receipt of this recipient, where it was requested and came (delivery/process-read-receipts.ts). */
    receipt: jsonb().$type<RecordedReceipt>(),
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

/**
 * Servers that cannot be reached at the moment: the one of an account, or of the instance (null). One with a row gets one
 * message at a time, and none before `closedUntil`. Written only by functions/delivery-lanes.sql.
 */
export const mailLanes = pgTable(
  "mail_lanes",
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: uuid().references(() => mailAccounts.id, { onDelete: "cascade" }),
    /** Tries in a row that did not reach it. */
    failures: integer().notNull().default(1),
    closedUntil: instant().notNull(),
  },
  (table) => [
    unique("mail_lanes_account").on(table.accountId).nullsNotDistinct(),
    pgPolicy("mail_lanes_read", {
      for: "select",
      to: appRole,
      // Row-level security of the accounts applies: a person sees the lanes of their own.
      using: sql`exists (select from mail_accounts a where a.id = account_id)`,
    }),
  ],
);
