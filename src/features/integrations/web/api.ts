import { resourceClient } from "#platform/client/resource-client.ts";

export const integrations = resourceClient<typeof import("../integrations.ts").integrations>("integrations");

export const webhooks = resourceClient<typeof import("../webhooks.ts").webhooks>("webhooks");
export const incomingWebhooks =
  resourceClient<typeof import("../incoming-webhooks.ts").incomingWebhooks>("incomingWebhooks");

export const cardAccounts = resourceClient<typeof import("../card-accounts.ts").cardAccounts>("cardAccounts");

export type CardAccount = Awaited<ReturnType<typeof cardAccounts.list.call>>["items"][number];
export type Webhook = Awaited<ReturnType<typeof webhooks.list.call>>["items"][number];
export type IncomingWebhook = Awaited<ReturnType<typeof incomingWebhooks.list.call>>["items"][number];

export type Integration = Awaited<ReturnType<typeof integrations.list.call>>["items"][number];
export type IntegrationStats = Awaited<ReturnType<typeof integrations.stats.call>>["items"][number];
export type SyncRun = Awaited<ReturnType<typeof integrations.runs.call>>["items"][number];
export type Setup = NonNullable<Awaited<ReturnType<typeof integrations.connect.call>>["setup"]>;

export const INTEGRATION_LIST = integrations.list.query({});
export const INTEGRATION_STATS = integrations.stats.query({});
