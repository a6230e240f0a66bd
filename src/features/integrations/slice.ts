import type { Slice } from "#platform/capability/slice.ts";
import { integrations as verbs } from "./integrations.ts";
import {
  purgeIntegrationHistory,
  resealTokens,
  syncConnected,
  syncDueIntegrations,
  syncOne,
} from "./jobs.ts";
import { callbackRoute } from "./routes.ts";

export const integrations: Slice = {
  name: "integrations",
  resources: [verbs],
  jobs: [syncDueIntegrations, syncOne, syncConnected, resealTokens, purgeIntegrationHistory],
  routes: callbackRoute,
};
