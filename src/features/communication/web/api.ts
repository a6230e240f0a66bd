import { resourceClient } from "#platform/client/resource-client.ts";

export const conversations =
  resourceClient<typeof import("../conversations.ts").conversations>("conversations");
export const messages = resourceClient<typeof import("../messages.ts").messages>("messages");
export const calls = resourceClient<typeof import("../calls.ts").calls>("calls");
