import { z } from "zod";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { syncStripePayments } from "./sync-stripe.ts";

const Nothing = z.object({});

/** Every five minutes, if there is a key; the webhook, if configured, receives payments sooner. */
export const syncStripe: JobDefinition<typeof Nothing> = {
  name: "payments.sync-stripe",
  payload: Nothing,
  cron: "*/5 * * * *",
  run: (worker) => syncStripePayments(worker, new Date()),
};
