import type { ImportingSlice } from "#features/integrations/public/importer.ts";
import { feedOfEach, feedOfMany } from "#platform/capability/slice.ts";
import { addConnectedAccount, removeConnectedAccount } from "./accounts/handle-connection-changes.ts";
import { mailImporter } from "./accounts/import-mail.ts";
import { takeOverMail } from "./delivery/take-over-mail.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { emails } from "./emails.ts";
import { deliverHeldMail, deliverMail, purgeTrash, remindOfMail, removeAccountMail } from "./jobs.ts";
import { mailAccounts } from "./mail-accounts.ts";
import { mailPreferences } from "./mail-preferences.ts";
import { mailSearches } from "./mail-searches.ts";
import { mailSubscriptions } from "./mail-subscriptions.ts";
import { emailRoutes } from "./routes.ts";
import { superviseMailAccounts } from "./sync/account-supervisor.ts";
import { templates } from "./templates.ts";

export const email: ImportingSlice = {
  name: "email",
  descriptions,
  resources: [emails, mailAccounts, mailPreferences, mailSearches, mailSubscriptions, templates],
  feeds: {
    emails: feedOfMany(emails.list, emails.stats, mailSearches.list),
    templates: feedOfEach(templates.get, emails.stats),
  },
  jobs: [
    ...[deliverMail, deliverHeldMail, purgeTrash, remindOfMail, removeAccountMail],
    ...[addConnectedAccount, removeConnectedAccount],
  ],
  backgroundServices: [takeOverMail],
  separateServices: [superviseMailAccounts],
  routes: emailRoutes,
  imports: { importers: [mailImporter] },
};
