import { resourceClient } from "#platform/client/resource-client.ts";

export const plan = resourceClient<typeof import("../plan.ts").plan>("plan");
