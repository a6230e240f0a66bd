import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";

/* The policy asks whether the caller is an administrator; it stands in migrations/always/15-payments.sql. */

/** What a payment provider told; empty until one is connected. */
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
    /** Of the amount, what went back; minor units. */
    refundedAmount: bigint({ mode: "number" }).notNull().default(0),
    /** ISO 4217. */
    currency: text().notNull(),
    /** As the provider says it; four states have names (model.ts). */
    status: text().notNull(),
    paymentMethod: text().notNull(),
    description: text(),
    subscriptionId: text(),
    planName: text(),
    provider: text().notNull(),
    providerId: text().notNull(),
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
    ),
    index("payments_amount").on(table.amount.desc().nullsFirst(), table.id.desc().nullsFirst()),
    check("payments_currency", sql`currency ~ '^[A-Z]{3}$'`),
  ],
).enableRLS();

/** Where reading from a provider goes on, and how it went last. */
export const paymentSyncs = pgTable("payment_syncs", {
  provider: text().primaryKey(),
  /** The provider's time of the last event that was read, in seconds. */
  cursor: bigint({ mode: "number" }),
  lastSyncedAt: instant(),
  lastError: text(),
}).enableRLS();
