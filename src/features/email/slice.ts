import type { ImportingSlice } from "#features/integrations/public/importer.ts";
import { mailImporter } from "./bring-mail.ts";
import { emails } from "./emails.ts";
import { endOfConnection, mailOfConnection } from "./follow-connection.ts";
import { deliverMail, purgeTrash, remindOfMail, removeAccountMail } from "./jobs.ts";
import { keepMailAccounts } from "./keep-accounts.ts";
import { mailAccounts } from "./mail-accounts.ts";
import { mailPreferences } from "./mail-preferences.ts";
import { mailSearches } from "./mail-searches.ts";
import { mailSubscriptions } from "./mail-subscriptions.ts";
import { emailRoutes } from "./routes.ts";
import { templates } from "./templates.ts";

export const email: ImportingSlice = {
  name: "email",
  resources: [emails, mailAccounts, mailPreferences, mailSearches, mailSubscriptions, templates],
  jobs: [
    ...[deliverMail, purgeTrash, remindOfMail, removeAccountMail],
    ...[mailOfConnection, endOfConnection],
  ],
  keepers: [keepMailAccounts],
  routes: emailRoutes,
  imports: { importers: [mailImporter] },
};
