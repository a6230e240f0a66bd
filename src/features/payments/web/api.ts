import { resourceClient } from "#platform/client/resource-client.ts";

export const payments = resourceClient<typeof import("../payments.ts").payments>("payments");
