import { resourceClient } from "#platform/client/resource-client.ts";

export const attention = resourceClient<typeof import("../attention.ts").attention>("attention");

export type Attention = Awaited<ReturnType<typeof attention.list.call>>;
