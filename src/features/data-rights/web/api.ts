import { resourceClient } from "#platform/client/resource-client.ts";

export const dataExports = resourceClient<typeof import("../data-exports.ts").dataExports>("dataExports");
export const accountDeletion =
  resourceClient<typeof import("../account-deletion.ts").accountDeletion>("accountDeletion");
