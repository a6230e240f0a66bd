import { sql } from "drizzle-orm";
import { bigint, check, date, index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";

/* The policy, in policies.sql, checks that the caller is an administrator. */

/** Payments from a payment provider or an import; empty at first. */
export const payments = pgTable(
  "payments",
  {
    ...record(),
    updatedAt: instant().notNull().default(sql`now()`),
    /** The account that paid, where it is one of this instance. */
    userId: uuid(),
    userEmail: text().notNull(),
    userName: text().notNull(),
    /** Minor units of the currency. */
    amount: bigint({ mode: "number" }).notNull(),
    /** The refunded part of the amount; minor units. */
    refundedAmount: bigint({ mode: "number" }).notNull().default(0),
    /** ISO 4217. */
    currency: text().notNull(),
    /** The provider's status; four of them have labels (model.ts). */
    status: text().notNull(),
    paymentMethod: text().notNull(),
    description: text(),
    subscriptionId: text(),
    planName: text(),
    provider: text().notNull(),
    providerId: text().notNull(),
    /** The import that created it, so that an import can be undone as a whole. */
    importId: uuid(),
  },
  (table) => [
    unique("payments_of_provider").on(table.provider, table.providerId),
    index("payments_newest").on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("payments_status").on(
      table.status,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("payments_figures").on(
      table.createdAt,
      table.status,
      table.currency,
      table.paymentMethod,
      table.amount,
      table.refundedAmount,
    ),
    index("payments_amount").on(table.amount.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("payments_status_amount").on(
      table.status,
      table.amount.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("payments_customer").on(sql`user_name collate "und-x-icu"`, table.id),
    index("payments_status_customer").on(table.status, sql`user_name collate "und-x-icu"`, table.id),
    index("payments_import").on(table.importId).where(sql`import_id is not null`),
    check("payments_currency", sql`currency ~ '^[A-Z]{3}$'`),
  ],
).enableRLS();

/** The sync state of a provider: where to continue, and the last result. */
export const paymentSyncs = pgTable("payment_syncs", {
  provider: text().primaryKey(),
  /** The provider's time of the last event that was read, in seconds. */
  cursor: bigint({ mode: "number" }),
  lastSyncedAt: instant(),
  lastError: text(),
  /** During the first full import: the last payment read, and the time from which events are read afterwards. */
  readingAfter: text(),
  readingSince: bigint({ mode: "number" }),
}).enableRLS();

/** Daily sums (UTC), maintained by a trigger: a million payments are summed from a few thousand rows. */
export const paymentDays = pgTable(
  "payment_days",
  {
    day: date({ mode: "string" }).notNull(),
    currency: text().notNull(),
    status: text().notNull(),
    paymentMethod: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
    /** Amounts minus refunds; minor units. */
    revenue: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.currency, table.status, table.paymentMethod] })],
).enableRLS();
