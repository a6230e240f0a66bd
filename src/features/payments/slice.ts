import type { Slice } from "#platform/capability/slice.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { syncStripe } from "./jobs.ts";
import { payments as paymentVerbs } from "./payments.ts";
import { paymentRoutes } from "./routes.ts";

export const payments: Slice = {
  name: "payments",
  descriptions,
  resources: [paymentVerbs],
  jobs: [syncStripe],
  routes: paymentRoutes,
};
