import type { Slice } from "#platform/capability/slice.ts";
import { accountDeletion } from "./account-deletion.ts";
import { buildExport } from "./build-export.ts";
import { dataExports } from "./data-exports.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { eraseAccounts, expireExports } from "./jobs.ts";
import { dataRightsRoutes } from "./routes.ts";

/** A person's rights to their data: export and deletion. */
export const dataRights: Slice = {
  name: "data-rights",
  descriptions,
  resources: [dataExports, accountDeletion],
  jobs: [buildExport, eraseAccounts, expireExports],
  routes: dataRightsRoutes,
};
