import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import type { IncomingPayment } from "../upsert-payments.ts";

/** https://docs.stripe.com/api/charges/object; fields not listed here are ignored. */
const Charge = z.object({
  object: z.literal("charge"),
  id: z.string().min(1).max(200),
  amount: z.int().nonnegative(),
  amount_refunded: z.int().nonnegative().default(0),
  currency: z.string().regex(/^[a-z]{3}$/i),
  created: z.int().nonnegative(),
  status: z.string().max(50),
  refunded: z.boolean().default(false),
  disputed: z.boolean().nullish(),
  description: z.string().nullish(),
  receipt_email: z.string().nullish(),
  billing_details: z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish(),
  payment_method_details: z
    .object({ type: z.string(), card: z.object({ funding: z.string().nullish() }).nullish() })
    .nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
type Charge = z.infer<typeof Charge>;

const Event = z.object({
  id: z.string().max(200),
  type: z.string().max(100),
  created: z.int().nonnegative(),
  data: z.object({ object: z.unknown() }),
});
export type StripeEvent = z.infer<typeof Event>;
const pageOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), has_more: z.boolean() });

export type StripeAccount = { outbound: Outbound; key: string; address: string };
/** An error or invalid response of Stripe, with a message for administrators. */
export class StripeError extends AppError {
  constructor(message: string) {
    super("upstream", message);
    this.name = "StripeError";
  }
}

const PAGE = 100;
const TOLERANCE_SECONDS = 300;

/**
 * Whether a message to the webhook is Stripe's own and not older than five minutes: an HMAC-SHA256 over the time and the
 * body as it arrived (https://docs.stripe.com/webhooks#verify-manually). While a secret is changed there are two hashes.
 */
export function isSignedByStripe(body: Uint8Array, header: string, secret: string, now: Date): boolean {
  const parts = header.split(",").map((part) => part.trim().split("=", 2));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  return parts
    .filter(([name, value]) => name === "v1" && /^[\da-f]{64}$/.test(value ?? ""))
    .map(([, value = ""]) => timingSafeEqual(Buffer.from(value, "hex"), expected))
    .some(Boolean);
}

/** Null if it is not a Stripe event. */
export function readEvent(text: string): StripeEvent | null {
  try {
    return Event.parse(JSON.parse(text));
  } catch {
    // The sender gets the answer that it is no event of Stripe.
    return null;
  }
}

/** The payment that an event is about, as of the event; null where it is about something else. */
export function paymentOfEvent({ created, data }: StripeEvent): IncomingPayment | null {
  const charge = Charge.safeParse(data.object).data;
  return charge ? paymentOf(charge, created) : null;
}

/** Payments from the newest to the oldest, a page at a time; each as of `asOf` (seconds). */
export async function listCharges(account: StripeAccount, after: string | null, asOf: number) {
  const query = new URLSearchParams({ limit: String(PAGE), ...(after && { starting_after: after }) });
  const { data, has_more } = await requestStripe(account, `/v1/charges?${query}`, pageOf(z.unknown()));
  const charges = data.flatMap((each) => Charge.safeParse(each).data ?? []);
  return {
    payments: charges.map((charge) => paymentOf(charge, asOf)),
    last: lastIdOf(data),
    hasMore: has_more,
  };
}

/** Events about payments since a second, newest first, a page at a time. */
export async function listEvents(account: StripeAccount, since: number, after: string | null) {
  const query = new URLSearchParams({
    limit: String(PAGE),
    type: "charge.*",
    "created[gte]": String(since),
    ...(after && { starting_after: after }),
  });
  const { data, has_more } = await requestStripe(account, `/v1/events?${query}`, pageOf(Event));
  return { events: data, last: data.at(-1)?.id ?? null, hasMore: has_more };
}

async function requestStripe<T extends z.ZodType>(
  { outbound, key, address }: StripeAccount,
  path: string,
  schema: T,
): Promise<z.output<T>> {
  const { status, body } = await requestWeb(outbound, {
    url: address + path,
    headers: { authorization: `Bearer ${key.replaceAll(/[^\x21-\x7e]/g, "")}` },
    maxBytes: 5_000_000,
    timeoutMs: 30_000,
  });
  if (status !== 200) throw new StripeError(REFUSALS[status] ?? t`Stripe answered ${status}`);
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    throw new StripeError(t`Stripe sent something that is not a list of payments`);
  }
}

const REFUSALS: Record<number, string> = {
  401: t`Stripe refuses the key`,
  403: t`The key may not read payments: allow it to read charges and events`,
  429: t`Stripe asks to wait: it is tried again in a few minutes`,
};

function paymentOf(charge: Charge, asOf: number): IncomingPayment {
  const email = charge.billing_details?.email ?? charge.receipt_email ?? "";
  const currency = charge.currency.toUpperCase();
  const minor = (amount: number) => (WRITTEN_WITH_CENTS.has(currency) ? Math.round(amount / 100) : amount);
  return {
    provider: "stripe",
    providerId: charge.id,
    userEmail: cut(email),
    userName: cut(charge.billing_details?.name || email || "Unknown customer"),
    amount: minor(charge.amount),
    refundedAmount: Math.min(minor(charge.amount_refunded), minor(charge.amount)),
    currency,
    status: statusOf(charge),
    paymentMethod: methodOf(charge),
    description: charge.description ? cut(charge.description) : null,
    subscriptionId: cut(charge.metadata?.subscription_id ?? "") || null,
    planName: cut(charge.metadata?.plan ?? "") || null,
    createdAt: new Date(charge.created * 1000),
    updatedAt: new Date(asOf * 1000),
  };
}

/** Stripe writes these with two decimals that they do not have (https://docs.stripe.com/currencies#special-cases). */
const WRITTEN_WITH_CENTS = new Set(["ISK", "UGX"]);

function statusOf({ refunded, disputed, status }: Charge): string {
  if (refunded) return "refunded";
  if (disputed) return "disputed";
  return status === "succeeded" ? "completed" : status;
}

function methodOf({ payment_method_details: details }: Charge): string {
  if (!details) return "Other";
  if (details.type === "card") return details.card?.funding === "debit" ? "Debit Card" : "Credit Card";
  const words = details.type.replaceAll("_", " ").slice(0, 50);
  return METHODS[details.type] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const METHODS: Record<string, string> = {
  paypal: "PayPal",
  link: "Link",
  sepa_debit: "Bank Transfer",
  sepa_credit_transfer: "Bank Transfer",
  us_bank_account: "Bank Transfer",
  bacs_debit: "Bank Transfer",
  au_becs_debit: "Bank Transfer",
  ach_debit: "Bank Transfer",
  ach_credit_transfer: "Bank Transfer",
  customer_balance: "Bank Transfer",
  ideal: "iDEAL",
  eps: "EPS",
  klarna: "Klarna",
};

const MAX_LENGTH = 500;
const cut = (text: string) => text.replaceAll("\0", "").slice(0, MAX_LENGTH);

function lastIdOf(data: readonly unknown[]): string | null {
  const last = z.object({ id: z.string() }).safeParse(data.at(-1));
  return last.data?.id ?? null;
}
