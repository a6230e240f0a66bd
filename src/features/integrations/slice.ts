import type { Slice } from "#platform/capability/slice.ts";
import { cardAccounts } from "./card-accounts.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { incomingWebhooks } from "./incoming-webhooks.ts";
import { integrations as verbs } from "./integrations.ts";
import {
  purgeIntegrationHistory,
  renewPush,
  syncChangedResource,
  syncConnected,
  syncDueIntegrations,
  syncOne,
} from "./jobs.ts";
import { callbackRoute } from "./routes.ts";
import { syncCardAccount, syncDueCards } from "./sync-card-accounts.ts";
import { deliverWebhooks } from "./webhooks/deliver-webhooks.ts";
import { webhooks } from "./webhooks.ts";

export const integrations: Slice = {
  name: "integrations",
  descriptions,
  resources: [verbs, webhooks, incomingWebhooks, cardAccounts],
  jobs: [
    syncDueIntegrations,
    syncOne,
    syncConnected,
    syncChangedResource,
    renewPush,
    deliverWebhooks,
    syncDueCards,
    syncCardAccount,
    purgeIntegrationHistory,
  ],
  routes: callbackRoute,
};
