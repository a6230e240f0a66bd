import { resourceClient } from "#platform/client/resource-client.ts";

export const system = resourceClient<typeof import("../system.ts").system>("system");
export const roleChecks = resourceClient<typeof import("../role-checks.ts").roleChecks>("roleChecks");
export const adminCounters =
  resourceClient<typeof import("../admin-counters.ts").adminCounters>("adminCounters");
export const adminFigures = resourceClient<typeof import("../admin-figures.ts").adminFigures>("adminFigures");
export const adminUsers = resourceClient<typeof import("../admin-users.ts").adminUsers>("adminUsers");
export const adminContacts =
  resourceClient<typeof import("../admin-contacts.ts").adminContacts>("adminContacts");
export const adminConversations =
  resourceClient<typeof import("../admin-conversations.ts").adminConversations>("adminConversations");
export const systemSettings =
  resourceClient<typeof import("../system-settings.ts").systemSettings>("systemSettings");
export const systemDatabase =
  resourceClient<typeof import("../system-database.ts").systemDatabase>("systemDatabase");
export const auditLog = resourceClient<typeof import("../audit-log.ts").auditLog>("auditLog");
export const systemHealth = resourceClient<typeof import("../system-health.ts").systemHealth>("systemHealth");
export const systemJobs = resourceClient<typeof import("../system-jobs.ts").systemJobs>("systemJobs");
export const backups = resourceClient<typeof import("../backups.ts").backups>("backups");
export const impersonation =
  resourceClient<typeof import("../impersonation.ts").impersonation>("impersonation");
export const analyticsConsent =
  resourceClient<typeof import("../analytics-consent.ts").analyticsConsent>("analyticsConsent");
export const adminAccounts =
  resourceClient<typeof import("../admin-accounts.ts").adminAccounts>("adminAccounts");
