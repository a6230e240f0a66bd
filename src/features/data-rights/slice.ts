import type { Slice } from "#platform/capability/slice.ts";
import { accountDeletion } from "./account-deletion.ts";
import { buildExport } from "./build-export.ts";
import { dataExports } from "./data-exports.ts";
import { eraseAccounts, expireExports } from "./jobs.ts";
import { dataRightsRoutes } from "./routes.ts";

/** What a person may ask of the house about all that is theirs: to have it, and to have it gone. */
export const dataRights: Slice = {
  name: "data-rights",
  resources: [dataExports, accountDeletion],
  jobs: [buildExport, eraseAccounts, expireExports],
  routes: dataRightsRoutes,
};
