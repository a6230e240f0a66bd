import { resourceClient } from "#platform/client/resource-client.ts";

/** Not beside the client of plans, which the calendar has at once. */
export const planSettings = resourceClient<typeof import("../plan-settings.ts").planSettings>("planSettings");
