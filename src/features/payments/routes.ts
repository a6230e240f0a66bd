import { Readable } from "node:stream";
import type { Context } from "hono";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { recordAuditEntry } from "#platform/capability/record-audit-entry.ts";
import type { Edge } from "#platform/http/edge.ts";
import { readBody } from "#platform/http/json-body.ts";
import type { RouteParts, SliceRoutes } from "#platform/http/slice-routes.ts";
import { csvHeader, csvLines, Payment } from "./model.ts";
import { isSignedByStripe, paymentOfEvent, readEvent } from "./providers/stripe.ts";
import { ListPayments, listPayments } from "./read-payments.ts";
import { WEBHOOK_PATH } from "./sync-stripe.ts";
import { upsertPayments } from "./upsert-payments.ts";

export const paymentRoutes: SliceRoutes = (app, parts) => {
  app.get("/files/payments.csv", (context) => exportPayments(context, parts));
  app.post(WEBHOOK_PATH, (context) => receiveStripeWebhook(context, parts));
};

/** Many more rows than a page shows, but never more in memory. */
const BATCH_SIZE = 1000;

/** Exactly the rows that pass the filters, in the order in which they are shown. */
async function exportPayments(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { actor, requestId, address } = context.var;
  authorize(actor, { access: "admin", effect: "read", sessionOnly: true });
  const asked = ListPayments.safeParse(context.req.query());
  if (!actor || !asked.success) throw new AppError("invalid", t`These filters are not known here`);
  const { database, systemSettings } = services;
  const now = new Date();
  const read = (cursor: string | null) =>
    database.transaction(actor.userId, "read", (db) =>
      listPayments(
        { db, now, systemSettings },
        { ...asked.data, limit: BATCH_SIZE, ...(cursor && { cursor }) },
      ),
    );
  // Reads the first page before the response begins: if the user has lost the role, the request fails with an error.
  const first = await read(null);
  await database.transaction(actor.userId, "write", (db) =>
    recordAuditEntry(db, "payments.export", { actor, requestId, address }, []),
  );
  async function* lines() {
    yield Buffer.from(csvHeader());
    for (let page = first; ; page = await read(page.nextCursor)) {
      yield Buffer.from(csvLines(page.items.map((payment) => z.encode(Payment, payment))));
      if (!page.nextCursor) return;
    }
  }
  const { status = "all", range } = asked.data;
  return new Response(Readable.toWeb(Readable.from(lines())) as ReadableStream, {
    headers: {
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="payments-${status}-${range}-${now.toISOString().slice(0, 10)}.csv"`,
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "content-type": "text/csv; charset=utf-8",
    },
  });
}

/** Accepts all other event types without using them, so that Stripe does not resend them. */
async function receiveStripeWebhook(context: Context<Edge>, { services }: RouteParts): Promise<Response> {
  const { database, systemSettings } = services;
  const secret = systemSettings.secret("stripeWebhookSecret");
  if (secret === null) throw notFound(t`Webhook`);
  const body = await readBody(context.req.raw);
  const signature = context.req.header("stripe-signature") ?? "";
  if (!isSignedByStripe(body, signature, secret, new Date()))
    throw new AppError("invalid", t`This message is not signed by Stripe, or it is too old`);
  const event = readEvent(Buffer.from(body).toString("utf8"));
  if (!event) throw new AppError("invalid", t`This is not a Stripe event`);
  const payment = paymentOfEvent(event);
  if (payment) await database.transaction(null, "write", (db) => upsertPayments(db, [payment]));
  return context.json({ received: true });
}
