import type { Slice } from "#platform/capability/slice.ts";
import { cardAccounts } from "./card-accounts.ts";
import { deliverHooks } from "./deliver-hooks.ts";
import { incomingHooks } from "./incoming-hooks.ts";
import { integrations as verbs } from "./integrations.ts";
import {
  purgeIntegrationHistory,
  renewPush,
  syncConnected,
  syncDueIntegrations,
  syncOne,
  syncTold,
} from "./jobs.ts";
import { callbackRoute } from "./routes.ts";
import { syncDueCards } from "./sync-cards.ts";
import { webhooks } from "./webhooks.ts";

export const integrations: Slice = {
  name: "integrations",
  resources: [verbs, webhooks, incomingHooks, cardAccounts],
  jobs: [
    syncDueIntegrations,
    syncOne,
    syncConnected,
    syncTold,
    renewPush,
    deliverHooks,
    syncDueCards,
    purgeIntegrationHistory,
  ],
  routes: callbackRoute,
};
