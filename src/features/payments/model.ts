import { z } from "zod";
import { CSV_MARK, csvLine } from "#platform/capability/csv.ts";
import { Id, Instant } from "#platform/capability/wire.ts";

export const PAYMENT_STATUSES = ["completed", "pending", "failed", "refunded"] as const;
export const PaymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

const STATUS_LABELS: Record<PaymentStatus, string> = {
  completed: "Completed",
  pending: "Pending",
  failed: "Failed",
  refunded: "Refunded",
};

/** Whatever a provider may say beyond the four states is 'Unknown' (PAY-08). */
export function statusLabel(status: string): string {
  const known = PaymentStatus.safeParse(status).data;
  return known ? STATUS_LABELS[known] : "Unknown";
}

export const DATE_RANGES = ["7d", "30d", "90d", "1y"] as const;
export const DateRange = z.enum(DATE_RANGES);
export type DateRange = z.infer<typeof DateRange>;
export const DEFAULT_RANGE: DateRange = "30d";

/** Days back from now. */
export const RANGE_DAYS: Record<DateRange, number> = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 };

export const PaymentSort = z.enum(["date", "amount", "customer"]);
export type PaymentSort = z.infer<typeof PaymentSort>;

/** Where the figures come from: a connected provider, or the sample that stands in for one. */
export const PaymentSource = z.enum(["provider", "sample"]);

/** DATA-31. Amounts are whole minor units (cents) of the currency. */
export const Payment = z.object({
  id: Id,
  userId: Id.nullable(),
  userEmail: z.string(),
  userName: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  paymentMethod: z.string(),
  description: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  subscriptionId: z.string().nullable(),
  planName: z.string().nullable(),
});
export type Payment = z.output<typeof Payment>;
export type PaymentOnWire = z.input<typeof Payment>;

/** DATA-32. Money in minor units of `currency`, the one that most payments are in; others are not added up. */
export const PaymentSummary = z.object({
  source: PaymentSource,
  currency: z.string(),
  /** Completed payments of the range. */
  totalRevenue: z.int(),
  /** Completed payments of the last 30 days, whatever the range. */
  monthlyRevenue: z.int(),
  totalTransactions: z.int(),
  successfulTransactions: z.int(),
  failedTransactions: z.int(),
  /** Of the completed payments; null where there is none. */
  averageTransactionValue: z.int().nullable(),
  topPaymentMethod: z.string().nullable(),
  /** Completed of all, in percent with one decimal; null where there is none. */
  conversionRate: z.number().nullable(),
});
export type PaymentSummary = z.output<typeof PaymentSummary>;

export const MethodShare = z.object({ paymentMethod: z.string(), count: z.int(), percent: z.number() });

export const RevenueTrend = z.object({
  currency: z.string(),
  unit: z.enum(["day", "week", "month"]),
  /** Revenue by day, week or month, oldest first; the first day of each as yyyy-MM-dd. */
  points: z.array(z.object({ from: z.iso.date(), revenue: z.int() })),
  /** The last 30 days against the 30 before, in percent with one decimal; null where there was nothing before. */
  growth: z.number().nullable(),
});

/** '$1,234.50' by the reader's locale. */
export function formatMoney(amount: number, currency: string, locale?: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** '+32.1%' */
export const formatGrowth = (growth: number): string =>
  `${growth > 0 ? "+" : growth < 0 ? "−" : "±"}${Math.abs(growth).toFixed(1)}%`;

const CSV_COLUMNS = [
  "Id",
  "Date",
  "Customer",
  "Email",
  "Amount",
  "Currency",
  "Status",
  "Payment Method",
  "Plan",
  "Description",
  "Subscription",
] as const;

/** RFC 4180, with a mark that lets spreadsheets read it as UTF-8. */
export function paymentsCsv(payments: readonly PaymentOnWire[]): string {
  const rows = payments.map((payment) => [
    payment.id,
    payment.createdAt,
    payment.userName,
    payment.userEmail,
    decimal(payment.amount, payment.currency),
    payment.currency,
    statusLabel(payment.status),
    payment.paymentMethod,
    payment.planName ?? "",
    payment.description ?? "",
    payment.subscriptionId ?? "",
  ]);
  return CSV_MARK + [CSV_COLUMNS, ...rows].map(csvLine).join("");
}

/** With as many decimals as the currency has; no grouping. */
function decimal(amount: number, currency: string): string {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return (amount / 10 ** maximumFractionDigits).toFixed(maximumFractionDigits);
}
