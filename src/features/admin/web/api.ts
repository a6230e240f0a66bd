import { resourceClient } from "#platform/client/resource-client.ts";

export const system = resourceClient<typeof import("../system.ts").system>("system");
