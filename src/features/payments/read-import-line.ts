import { createHash } from "node:crypto";
import { digitsOf } from "#platform/numbers/format-number.ts";
import type { DayOrder, ImportField, ImportLine } from "./model.ts";
import type { IncomingPayment } from "./upsert-payments.ts";

type Read = { payment: IncomingPayment } | { problem: string };
type ImportOptions = { currency: string; dayOrder: DayOrder; now: Date };

/** Parses a line of a file as a payment; or returns an error that names the column. */
export function readImportLine(line: ImportLine, { currency: usual, dayOrder, now }: ImportOptions): Read {
  const cell = (field: ImportField) => (line[field] ?? "").replaceAll("\0", "").trim();
  const createdAt = readDate(cell("date"), dayOrder);
  if (!createdAt) return { problem: problemWith("Date", cell("date"), "is no date that exists") };
  if (createdAt.getTime() > now.getTime() + 86_400_000)
    return { problem: problemWith("Date", cell("date"), "lies in the future") };
  const currency = (cell("currency") || usual).toUpperCase();
  if (!isCurrency(currency)) return { problem: problemWith("Currency", currency, "is none that is known") };
  const amount = readAmount(cell("amount"), currency);
  if (amount === null) return { problem: problemWith("Amount", cell("amount"), "is no amount of money") };
  const refunded = cell("refunded") ? readAmount(cell("refunded"), currency) : 0;
  if (refunded === null)
    return { problem: problemWith("Refunded", cell("refunded"), "is no amount of money") };
  if (Math.abs(refunded) > Math.abs(amount)) return { problem: "Refunded is more than the amount" };
  const email = cell("email");
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return { problem: problemWith("Email", email, "is no address") };
  const status = readStatus(cell("status"), amount, refunded);
  const payment = {
    userEmail: email,
    userName: cell("name") || email,
    amount: Math.abs(amount),
    refundedAmount: status === "refunded" ? Math.abs(amount) : Math.abs(refunded),
    currency,
    status,
    paymentMethod: cell("paymentMethod") || "Other",
    description: cell("description") || null,
    subscriptionId: cell("subscription") || null,
    planName: cell("plan") || null,
    createdAt,
    updatedAt: createdAt,
  };
  return { payment: { ...payment, provider: "csv", providerId: cell("id") || contentId(payment) } };
}

/** The id of a line without one: lines with equal content are the same payment. */
function contentId(payment: object): string {
  return `line-${createHash("sha256").update(JSON.stringify(payment)).digest("hex").slice(0, 32)}`;
}

const problemWith = (column: string, text: string, problem: string) =>
  text ? `${column}: “${text.slice(0, 60)}” ${problem}` : `${column} is empty`;

const isCurrency = (code: string) => Intl.supportedValuesOf("currency").includes(code);

/** ISO 8601 with or without a time (UTC where no zone is given), or day, month and year in the order that was chosen. */
function readDate(text: string, order: DayOrder): Date | null {
  const iso =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/.exec(
      text,
    );
  if (iso) {
    const [, year, month, day, hour = "0", minute = "0", second = "0", zone = "Z"] = iso;
    return dateOf([year, month, day, hour, minute, second], zone);
  }
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,?[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(
    text,
  );
  if (!written) return null;
  const [, first, second, year, hour = "0", minute = "0", seconds = "0"] = written;
  const [day, month] = order === "dmy" ? [first, second] : [second, first];
  return dateOf([year, month, day, hour, minute, seconds], "Z");
}

/** Null for impossible dates and times, such as 31 February. */
function dateOf(parts: readonly (string | undefined)[], zone: string): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && at.getUTCHours() === hour;
  if (!isReal || minute > 59 || second > 59 || year < 1970) return null;
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return new Date(at.getTime() - offset * 60_000);
}

/**
 * Minor units of the currency, without ever counting in fractions. The last point or comma before one or two (or three, as
 * the currency has them) digits at the end is the decimal sign, the others are grouping: 1,234.50, 1.234,50, 1234, −5.00.
 */
export function readAmount(text: string, currency: string): number | null {
  const bare = text.replaceAll(/[\s\u00a0\u202f']|[A-Z]{3}|[$€£¥]/g, "").replace("−", "-");
  const [, minus, body = ""] = /^([-+]?)(\d[\d.,]*)$/.exec(bare.replace(/^\((.*)\)$/, "-$1")) ?? [];
  if (minus === undefined) return null;
  const digits = digitsOf(currency);
  const [, integer = body, decimals = ""] =
    new RegExp(`^(.*)[.,](\\d{1,${Math.max(digits, 2)}})$`).exec(body) ?? [];
  if (!/^\d+$|^\d{1,3}([.,]\d{3})+$/.test(integer) || new Set(integer.replaceAll(/\d/g, "")).size > 1)
    return null;
  if (decimals.slice(digits).replaceAll("0", "") !== "") return null;
  const minor = Number(integer.replaceAll(/\D/g, "") + decimals.padEnd(digits, "0").slice(0, digits));
  if (!Number.isSafeInteger(minor)) return null;
  return minus === "-" ? -minor : minor;
}

const STATUSES: Record<string, string> = {
  paid: "completed",
  succeeded: "completed",
  success: "completed",
  completed: "completed",
  pending: "pending",
  processing: "pending",
  failed: "failed",
  declined: "failed",
  canceled: "failed",
  cancelled: "failed",
  refunded: "refunded",
};

/** Unknown statuses are kept and shown as Unknown. A negative amount is a refund. */
function readStatus(text: string, amount: number, refunded: number): string {
  if (amount < 0 || (refunded !== 0 && Math.abs(refunded) === Math.abs(amount))) return "refunded";
  const word = text.toLowerCase();
  return STATUSES[word] ?? (word.slice(0, 50) || "completed");
}
