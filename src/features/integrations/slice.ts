import type { Slice } from "#platform/capability/slice.ts";
import { integrations as verbs } from "./integrations.ts";
import { purgeIntegrationHistory, syncDueIntegrations, syncOne } from "./jobs.ts";
import { callbackRoute } from "./routes.ts";

export const integrations: Slice = {
  name: "integrations",
  resources: [verbs],
  jobs: [syncDueIntegrations, syncOne, purgeIntegrationHistory],
  routes: callbackRoute,
};
