import { resourceClient } from "#platform/client/resource-client.ts";

export const emails = resourceClient<typeof import("../emails.ts").emails>("emails");
export const mailAccounts = resourceClient<typeof import("../mail-accounts.ts").mailAccounts>("mailAccounts");
export const mailPreferences =
  resourceClient<typeof import("../mail-preferences.ts").mailPreferences>("mailPreferences");
export const mailSearches = resourceClient<typeof import("../mail-searches.ts").mailSearches>("mailSearches");
export const mailSubscriptions =
  resourceClient<typeof import("../mail-subscriptions.ts").mailSubscriptions>("mailSubscriptions");
export const templates = resourceClient<typeof import("../templates.ts").templates>("templates");

/** Folders and labels of all accounts; read again when mail changes, for their counts. */
export const mailboxesQuery = {
  ...mailAccounts.mailboxes.query({}),
  queryKey: ["emails", "folders of accounts"],
};
