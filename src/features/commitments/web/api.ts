import { resourceClient } from "#platform/client/resource-client.ts";

export const commitments = resourceClient<typeof import("../commitments.ts").commitments>("commitments");
