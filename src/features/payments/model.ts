import { z } from "zod";
import { t } from "#i18n/message.ts";
import { CSV_MARK, csvLine } from "#platform/capability/csv.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { digitsOf } from "#platform/numbers/format-number.ts";

export const PAYMENT_STATUSES = ["completed", "pending", "failed", "refunded"] as const;
export const PaymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

const STATUS_LABELS: Record<PaymentStatus, string> = {
  completed: t`Completed`,
  pending: t`Pending`,
  failed: t`Failed`,
  refunded: t`Refunded`,
};

/** A status other than the four known ones is 'Unknown' (PAY-08). */
export function statusLabel(status: string): string {
  const known = PAYMENT_STATUSES.find((each) => each === status);
  return known ? STATUS_LABELS[known] : t`Unknown`;
}

export const DATE_RANGES = ["7d", "30d", "90d", "1y"] as const;
export const DateRange = z.enum(DATE_RANGES);
export type DateRange = z.infer<typeof DateRange>;
export const DEFAULT_RANGE: DateRange = "30d";

/** Days back from now. */
export const RANGE_DAYS: Record<DateRange, number> = { "7d": 7, "30d": 30, "90d": 90, "1y": 365 };

export const PAYMENT_SORTS = ["date", "amount", "customer"] as const;
export const PaymentSort = z.enum(PAYMENT_SORTS);
export type PaymentSort = z.infer<typeof PaymentSort>;

/** The source of the figures: stored payments of a provider or an import, or the built-in sample. */
export const PaymentSource = z.enum(["provider", "sample"]);

/** DATA-31. Amounts are whole minor units (cents) of the currency. */
export const Payment = z.object({
  id: Id,
  userId: Id.nullable(),
  userEmail: z.string(),
  userName: z.string(),
  amount: z.int(),
  /** The refunded part of the amount. */
  refundedAmount: z.int(),
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

/** DATA-32. Money in minor units of `currency`, the most frequent one; payments in others are not summed. */
export const PaymentSummary = z.object({
  source: PaymentSource,
  currency: z.string(),
  /** Sum of completed payments in the range. */
  totalRevenue: z.int(),
  /** Completed payments of the last 30 days, whatever the range. */
  monthlyRevenue: z.int(),
  totalTransactions: z.int(),
  successfulTransactions: z.int(),
  failedTransactions: z.int(),
  /** Average of the completed payments; null if there is none. */
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
  "Refunded",
] as const;

/** Lines of RFC 4180, protected against spreadsheet formulas. */
export function csvLines(payments: readonly PaymentOnWire[]): string {
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
    decimal(payment.refundedAmount, payment.currency),
  ]);
  return rows.map(csvLine).join("");
}

/** The start of a payments file: byte order mark and header line. */
export const csvHeader = (): string => CSV_MARK + csvLine(CSV_COLUMNS);

/** With as many decimals as the currency has; no grouping. */
const decimal = (amount: number, currency: string): string =>
  (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

/** Fields that a column can hold; the first three are required. */
export const IMPORT_FIELDS = [
  "date",
  "amount",
  "email",
  "id",
  "name",
  "currency",
  "status",
  "paymentMethod",
  "plan",
  "description",
  "subscription",
  "refunded",
] as const;
export const ImportField = z.enum(IMPORT_FIELDS);
export type ImportField = z.infer<typeof ImportField>;
export const REQUIRED_FIELDS: readonly ImportField[] = ["date", "amount", "email"];

/** The order in dates with slashes or dots; ISO 8601 is accepted with either. */
export const DAY_ORDERS = ["dmy", "mdy"] as const;
export const DayOrder = z.enum(DAY_ORDERS);
export type DayOrder = z.infer<typeof DayOrder>;

export const MAX_CELL_LENGTH = 1000;
export const IMPORT_BATCH_SIZE = 500;
const cell = z.string().max(MAX_CELL_LENGTH).optional();

/** A line of a file with its raw cells. */
export const ImportLine = z.strictObject({
  /** In the file, counted from 1, its head included. */
  line: z.int().min(1).max(10_000_000),
  ...(Object.fromEntries(IMPORT_FIELDS.map((field) => [field, cell])) as Record<ImportField, typeof cell>),
});
export type ImportLine = z.infer<typeof ImportLine>;

export const ImportPayments = z.strictObject({
  lines: z.array(ImportLine).min(1).max(IMPORT_BATCH_SIZE),
  /** Identifies the import, so that it can be undone; the same for each part of one file. */
  importId: Id,
  /** For lines without a currency. */
  currency: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{3}$/, t`must be three letters such as USD`)
    .default("USD"),
  dayOrder: DayOrder.default("dmy"),
  /** True: reports the result without storing anything. */
  isDryRun: z.boolean().default(false),
});

export const ImportOutcome = z.object({
  line: z.int(),
  outcome: z.enum(["new", "known", "wrong"]),
  /** The error of the line; empty if there is none. */
  problem: z.string(),
});

export const SyncState = z.object({
  hasKey: z.boolean(),
  hasWebhook: z.boolean(),
  lastSyncedAt: Instant.nullable(),
  /** Why the last sync failed; null if it did not. */
  lastError: z.string().nullable(),
  /** Everything is being read for the first time. */
  isReading: z.boolean(),
  /** The URL for Stripe's webhook events. */
  webhookUrl: z.string(),
});
