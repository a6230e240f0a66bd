import { createHmac } from "node:crypto";
import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { isSignedByStripe } from "./providers/stripe.ts";
import { paymentRoutes } from "./routes.ts";
import { aCharge, anEvent, type Event, NOW, STRIPE_SECRET, stripeInstance } from "./stripe.factory.ts";

const SECRET = STRIPE_SECRET;
// Events contain what is stored: nothing is requested from Stripe.
const { services, owner, log, save, list, summary, clear } = await stripeInstance("http://127.0.0.1:9");
const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "test", log));
paymentRoutes(app, { services, log });

beforeEach(clear);

const sumsOfDays = async () =>
  (
    await owner.query(
      "select coalesce(sum(count), 0)::int as count, coalesce(sum(revenue), 0)::int as revenue from payment_days",
    )
  ).rows[0];

function signed(body: string, { secret = SECRET, at = Math.floor(Date.now() / 1000) } = {}): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")},v0=00`;
}
const postEvent = (event: Event, signature?: string) => {
  const body = JSON.stringify(event);
  const headers = { "stripe-signature": signature ?? signed(body), "content-type": "application/json" };
  return app.request("/webhooks/stripe", { method: "POST", body, headers });
};

test("S6: the webhook accepts signed events once, in any order", async () => {
  const charge = aCharge();
  const pending = anEvent("charge.pending", { ...charge, status: "pending" }, NOW - 10);
  const done = anEvent("charge.succeeded", charge, NOW - 5);
  const part = anEvent("charge.refunded", { ...charge, amount_refunded: 999 }, NOW - 5);
  const back = anEvent("charge.refunded", { ...charge, refunded: true, amount_refunded: 2999 }, NOW - 1);
  expect((await postEvent(done)).status).toBe(200);
  expect(await (await postEvent(done)).json()).toEqual({ received: true });
  await postEvent(pending);
  expect(await list()).toMatchObject([{ status: "completed", amount: 2999, refundedAmount: 0 }]);
  await postEvent(part);
  await postEvent(done);
  expect(await list()).toMatchObject([{ status: "completed", refundedAmount: 999 }]);
  expect((await summary()).totalRevenue).toBe(2000);
  await Promise.all([postEvent(back), postEvent(back), postEvent(part), postEvent(pending)]);
  expect(await list()).toMatchObject([{ status: "refunded", refundedAmount: 2999 }]);
  expect(await sumsOfDays()).toEqual({ count: 1, revenue: 0 });
  expect((await postEvent(anEvent("customer.created", { id: "cus_1" }))).status).toBe(200);
});

test("S6: events with a wrong or old signature are rejected and store nothing", async () => {
  const event = anEvent("charge.succeeded", aCharge());
  const body = JSON.stringify(event);
  const now = Math.floor(Date.now() / 1000);
  for (const signature of [
    "",
    "t=,v1=",
    `t=${now}`,
    `t=${now},v1=${"0".repeat(64)}`,
    signed(body, { secret: "whsec_another" }),
    signed(body, { at: now - 301 }),
    signed(body, { at: now + 600 }),
    signed(`${body} `),
    `${signed(body)}`.replace("v1=", "v0="),
  ])
    expect([signature, (await postEvent(event, signature)).status]).toEqual([signature, 400]);
  expect(await list()).toEqual([]);
  const text = "not JSON";
  const answer = await app.request("/webhooks/stripe", {
    method: "POST",
    body: text,
    headers: { "stripe-signature": signed(text) },
  });
  expect(answer.status).toBe(400);
  await save({ stripeWebhookSecret: null });
  expect((await postEvent(event)).status).toBe(404);
});

test("S6: a signature is valid for five minutes either way, and with either secret during rotation", () => {
  const body = Buffer.from("{}");
  const at = 1_800_000_000;
  const header = signed("{}", { at });
  const isAccepted = (seconds: number) =>
    isSignedByStripe(body, header, SECRET, new Date((at + seconds) * 1000));
  expect([isAccepted(300), isAccepted(301), isAccepted(-300), isAccepted(-301)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  const other = createHmac("sha256", "whsec_old").update(`${at}.{}`).digest("hex");
  expect(
    isSignedByStripe(body, `t=${at},v1=${other},${header.split(",")[1]}`, SECRET, new Date(at * 1000)),
  ).toBe(true);
});
