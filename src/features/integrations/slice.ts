import type { Slice } from "#platform/capability/slice.ts";
import { deliverHooks } from "./deliver-hooks.ts";
import { incomingHooks } from "./incoming-hooks.ts";
import { integrations as verbs } from "./integrations.ts";
import {
  purgeIntegrationHistory,
  resealTokens,
  syncConnected,
  syncDueIntegrations,
  syncOne,
} from "./jobs.ts";
import { callbackRoute } from "./routes.ts";
import { webhooks } from "./webhooks.ts";

export const integrations: Slice = {
  name: "integrations",
  resources: [verbs, webhooks, incomingHooks],
  jobs: [syncDueIntegrations, syncOne, syncConnected, resealTokens, deliverHooks, purgeIntegrationHistory],
  routes: callbackRoute,
};
