import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { payments } from "./payments.ts";
import { aCharge, anEvent, type Charge, type Event, NOW, stripeInstance } from "./stripe.factory.ts";
import { syncStripePayments } from "./sync-stripe.ts";

let charges: Charge[] = [];
let events: Event[] = [];
let refusal: number | null = null;
let garbage: string | null = null;
const requests: URL[] = [];
const keys = new Set<string | undefined>();

const stripe = createServer((request, answer) => {
  const url = new URL(request.url ?? "", "http://stripe.example");
  requests.push(url);
  keys.add(request.headers.authorization);
  if (refusal) return void answer.writeHead(refusal).end("<html>refused</html>");
  if (garbage) return void answer.writeHead(200).end(garbage);
  const since = Number(url.searchParams.get("created[gte]") ?? 0);
  const rows = (url.pathname === "/v1/events" ? events : charges)
    .filter(({ created }) => created >= since)
    .toSorted((one, other) => other.created - one.created);
  const after = url.searchParams.get("starting_after");
  const from = after ? rows.findIndex(({ id }) => id === after) + 1 : 0;
  const limit = Math.min(Number(url.searchParams.get("limit")), PAGE);
  const data = rows.slice(from, from + limit);
  answer.writeHead(200).end(JSON.stringify({ object: "list", data, has_more: from + limit < rows.length }));
}).listen(0, "127.0.0.1");
await new Promise((ready) => stripe.once("listening", ready));
afterAll(() => void stripe.close());
const PAGE = 3;

const { services, owner, log, boss, save, list, summary, clear } = await stripeInstance(
  `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
);
type State = { lastError: string | null; lastSyncedAt: string | null };
const state = () => boss.invoke(payments.syncState) as Promise<State>;
const readAgain = (at = new Date()) => syncStripePayments({ ...services, log }, at);

beforeEach(async () => {
  [charges, events, refusal, garbage] = [[], [], null, null];
  requests.length = 0;
  await clear();
});

test("S6, PAY-09: with a key, all payments are read page by page, and the sample is gone even if there are none", async () => {
  expect(await list()).toEqual([]);
  expect((await summary()).source).toBe("provider");
  charges = Array.from({ length: 8 }, (_, n) => aCharge({ created: NOW - n * 3600, amount: 1000 + n }));
  await readAgain();
  expect((await list()).map(({ amount }) => amount)).toEqual([
    1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007,
  ]);
  expect(requests.filter(({ pathname }) => pathname === "/v1/charges")).toHaveLength(3);
  expect([...keys]).toEqual(["Bearer rk_test_1234567890"]);
  expect((await list())[0]).toMatchObject({
    userName: "Clara Voss",
    userEmail: "clara@example.com",
    currency: "USD",
    status: "completed",
    paymentMethod: "Credit Card",
    planName: "Professional",
    subscriptionId: "sub_1",
  });
  expect(await state()).toMatchObject({ hasKey: true, hasWebhook: true, lastError: null, isReading: false });
  expect((await state()).lastSyncedAt).not.toBeNull();
});

test("S6: later syncs read only new events, including a refund of an old payment", async () => {
  const old = aCharge({ created: NOW - 40 * 86_400 });
  charges = [old];
  await readAgain(new Date(NOW * 1000));
  requests.length = 0;
  events = [
    anEvent("charge.refunded", { ...old, refunded: true, amount_refunded: 2999 }, NOW + 5),
    ...Array.from({ length: 4 }, (_, n) => anEvent("charge.succeeded", aCharge(), NOW + n)),
    anEvent("charge.dispute.created", { object: "dispute", id: "dp_1" }, NOW + 6),
  ];
  await readAgain();
  expect(requests.every(({ pathname }) => pathname === "/v1/events")).toBe(true);
  expect((await list()).map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => "completed"),
    "refunded",
  ]);
  requests.length = 0;
  await readAgain();
  expect(requests[0]?.searchParams.get("created[gte]")).toBe(String(NOW + 6));
  expect(await list()).toHaveLength(5);
});

test("S6: the latest event of a payment wins, in any order and even within the same second", async () => {
  const charge = aCharge();
  charges = [aCharge()];
  await readAgain(new Date(NOW * 1000));
  const pending = anEvent("charge.pending", { ...charge, status: "pending" }, NOW + 1);
  const done = anEvent("charge.succeeded", charge, NOW + 2);
  const back = anEvent("charge.refunded", { ...charge, refunded: true, amount_refunded: 2999 }, NOW + 2);
  for (const deliveries of [
    [pending, done, back],
    [back, done, pending],
  ]) {
    await owner.query("delete from payments");
    await owner.query("update payment_syncs set cursor = $1", [NOW]);
    events = deliveries;
    await readAgain();
    expect(await list()).toMatchObject([{ status: "refunded", refundedAmount: 2999 }]);
  }
});

test("S6: a history too long for one run is continued in the next", async () => {
  charges = Array.from({ length: 303 }, (_, index) => aCharge({ created: NOW - index }));
  await readAgain();
  expect(requests).toHaveLength(100);
  await readAgain();
  expect(requests).toHaveLength(101);
  expect((await owner.query("select from payments")).rowCount).toBe(303);
});

test("S6: after a gap longer than Stripe's retention everything is read again, without duplicates", async () => {
  charges = [aCharge()];
  await readAgain(new Date((NOW - 40 * 86_400) * 1000));
  requests.length = 0;
  await readAgain();
  expect(requests[0]?.pathname).toBe("/v1/charges");
  expect(await list()).toHaveLength(1);
});

test.each([
  [401, "Stripe refuses the key"],
  [403, "The key may not read payments: allow it to read charges and events"],
  [429, "Stripe asks to wait: it is tried again in a few minutes"],
  [503, "Stripe answered 503"],
])(
  "S6: status %d of Stripe is reported clearly, loses nothing and is cleared by the next success",
  async (code, words) => {
    charges = [aCharge()];
    await readAgain();
    refusal = code;
    await readAgain();
    expect((await state()).lastError).toBe(words);
    expect(await list()).toHaveLength(1);
    refusal = null;
    await readAgain();
    expect((await state()).lastError).toBeNull();
  },
);

test("S6: a truncated response changes nothing; invalid payments are skipped and the others stored", async () => {
  garbage = '{"data":[{"id":"ch_1"';
  await readAgain();
  expect((await state()).lastError).toBe("Stripe sent something that is not a list of payments");
  garbage = null;
  charges = [aCharge(), aCharge({ amount: "12.50" }), aCharge({ currency: null })];
  await readAgain();
  expect(await list()).toHaveLength(1);
});

test("PAY-08: amounts are in minor units of their currency, also for Stripe's special cases", async () => {
  charges = [
    aCharge({ amount: 5000, currency: "jpy", created: NOW - 1 }),
    aCharge({
      amount: 5000,
      currency: "isk",
      created: NOW - 2,
      payment_method_details: { type: "sepa_debit" },
    }),
    aCharge({
      amount: 5000,
      currency: "kwd",
      created: NOW - 3,
      disputed: true,
      payment_method_details: null,
    }),
  ];
  await readAgain();
  expect(
    (await list()).map(({ amount, currency, status, paymentMethod }) => [
      amount,
      currency,
      status,
      paymentMethod,
    ]),
  ).toEqual([
    [5000, "JPY", "completed", "Credit Card"],
    [50, "ISK", "completed", "Bank Transfer"],
    [5000, "KWD", "disputed", "Other"],
  ]);
});

test("S6: sync now requires a key, and runs in the background", async () => {
  charges = [aCharge()];
  await boss.invoke(payments.sync);
  await expect.poll(async () => (await list()).length, { timeout: 40_000, interval: 50 }).toBe(1);
  await save({ stripeSecretKey: null });
  await expect(boss.invoke(payments.sync)).rejects.toMatchObject({
    code: "conflict",
    message: "Please enter a Stripe key in the system settings first",
  });
});

test("S6: more events than one run reads are not stored in part: everything is read again", async () => {
  await readAgain(new Date(NOW * 1000));
  requests.length = 0;
  events = Array.from({ length: 301 }, (_, index) => anEvent("charge.succeeded", aCharge(), NOW + index));
  await readAgain();
  expect(requests).toHaveLength(100);
  expect(await list()).toEqual([]);
  charges = [aCharge()];
  await readAgain();
  expect(requests.at(-1)?.pathname).toBe("/v1/charges");
  expect(await list()).toHaveLength(1);
});

test("S6: texts of a payment are cut to 500 characters", async () => {
  charges = [aCharge({ billing_details: { name: "x".repeat(501), email: "clara@example.com" } })];
  await readAgain();
  expect((await list())[0]?.userName).toBe("x".repeat(500));
});
