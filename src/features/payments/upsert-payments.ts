import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { payments } from "./tables.ts";

/** A payment from a provider or a file. */
export type IncomingPayment = typeof payments.$inferInsert & { updatedAt: Date; status: string };

/**
 * Upserts payments by provider and its id: a row is only updated by data that is not older, so that messages may
 * arrive twice and in any order. Returns how many were new or changed.
 */
export async function upsertPayments(db: Transaction, incoming: readonly IncomingPayment[]): Promise<number> {
  const byId = new Map<string, IncomingPayment>();
  for (const payment of incoming) {
    const key = `${payment.provider} ${payment.providerId}`;
    const known = byId.get(key);
    if (!known || isNewer(payment, known)) byId.set(key, payment);
  }
  if (byId.size === 0) return 0;
  const stored = await db
    .insert(payments)
    .values([...byId.values()])
    .onConflictDoUpdate({
      target: [payments.provider, payments.providerId],
      set: Object.fromEntries(
        CHANGING.map((column) => [column, sql`excluded.${sql.identifier(SQL_NAMES[column])}`]),
      ),
      setWhere: sql`(excluded.updated_at, ${rank("excluded")}, excluded.refunded_amount)
        > (payments.updated_at, ${rank("payments")}, payments.refunded_amount)`,
    })
    .returning({ id: payments.id });
  return stored.length;
}

const CHANGING = [
  "updatedAt",
  "userEmail",
  "userName",
  "amount",
  "refundedAmount",
  "currency",
  "status",
  "paymentMethod",
  "description",
  "subscriptionId",
  "planName",
] as const;

const SQL_NAMES: Record<(typeof CHANGING)[number], string> = {
  updatedAt: "updated_at",
  userEmail: "user_email",
  userName: "user_name",
  amount: "amount",
  refundedAmount: "refunded_amount",
  currency: "currency",
  status: "status",
  paymentMethod: "payment_method",
  description: "description",
  subscriptionId: "subscription_id",
  planName: "plan_name",
};

/**
 * Order of states for two messages within the same second: pending, then completed or failed, then disputed or
 * refunded.
 */
const STEPS = ["pending", "failed", "completed", "disputed", "refunded"];
const rank = (row: "excluded" | "payments") =>
  sql`coalesce(array_position(${sql.param(STEPS)}::text[], ${sql.identifier(row)}.status), 0)`;

function isNewer(one: IncomingPayment, other: IncomingPayment): boolean {
  if (one.updatedAt.getTime() !== other.updatedAt.getTime()) return one.updatedAt > other.updatedAt;
  return STEPS.indexOf(one.status) >= STEPS.indexOf(other.status);
}
