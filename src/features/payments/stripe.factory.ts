import { randomUUID } from "node:crypto";
import { parseConfig } from "#platform/config/config.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { syncStripe } from "./jobs.ts";
import type { PaymentOnWire, PaymentSummary } from "./model.ts";
import { payments } from "./payments.ts";

export type Charge = Record<string, unknown> & { id: string; created: number };
export type Event = { id: string; type: string; created: number; data: { object: unknown } };

export const STRIPE_SECRET = "whsec_the_signing_secret";
export const NOW = Math.floor(Date.now() / 1000);
export const aCharge = (fields: Partial<Charge> = {}): Charge => ({
  object: "charge",
  id: `ch_${randomUUID().slice(0, 12)}`,
  amount: 2999,
  amount_refunded: 0,
  currency: "usd",
  created: NOW - 86_400,
  status: "succeeded",
  refunded: false,
  billing_details: { name: "Clara Voss", email: "clara@example.com" },
  payment_method_details: { type: "card", card: { funding: "credit" } },
  metadata: { plan: "Professional", subscription_id: "sub_1" },
  ...fields,
});
export const anEvent = (type: string, object: unknown, created = NOW): Event => ({
  id: `evt_${randomUUID()}`,
  type,
  created,
  data: { object },
});

/** An instance whose payments come from the Stripe at `url`, and what its administrator does with them. */
export async function stripeInstance(url: string) {
  const log = createLog("silent");
  const server = await testDatabase(async (fixture) => {
    const config = parseConfig({ STRIPE_BASE_URL: url });
    const parts = { ...fixture.services, config, owner: fixture.connection("owner"), log };
    const jobs = await startJobs(parts, [syncStripe]);
    fixture.atEnd(() => jobs.stop());
    return { config, jobs };
  });
  const { services, owner } = server;
  const store = services.systemSettings;
  const boss = server.as(await server.aUser({ fullName: "Grace Hopper", roles: ["admin"] }));
  const save = (secrets: object) =>
    store.save(boss, {
      version: store.current.version,
      fields: {},
      secrets: secrets as Record<string, string | null>,
    });
  const list = async () =>
    ((await boss.invoke(payments.list, { range: "1y", limit: 200 })) as { items: PaymentOnWire[] }).items;
  const summary = () => boss.invoke(payments.summary, { range: "1y" }) as Promise<PaymentSummary>;
  const clear = async () => {
    await owner.query("delete from payments");
    await owner.query("delete from payment_syncs");
    await save({ stripeSecretKey: "rk_test_1234567890", stripeWebhookSecret: STRIPE_SECRET });
  };
  return { services, owner, log, boss, save, list, summary, clear };
}
