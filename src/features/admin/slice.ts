import type { AttentionContribution } from "#features/attention/public/attention-source.ts";
import type { Slice } from "#platform/capability/slice.ts";
import { adminAccounts } from "./admin-accounts.ts";
import { adminContacts } from "./admin-contacts.ts";
import { adminConversations } from "./admin-conversations.ts";
import { adminCounters } from "./admin-counters.ts";
import { adminFigures } from "./admin-figures.ts";
import { adminUsers } from "./admin-users.ts";
import { analyticsConsent } from "./analytics-consent.ts";
import { auditLog } from "./audit-log.ts";
import { backups } from "./backups.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { impersonation } from "./impersonation.ts";
import { countView, notifyOfImpersonation, sealAudit, sendToChannel } from "./jobs.ts";
import { backupAttention } from "./operations/find-failed-backups.ts";
import { roleChecks } from "./role-checks.ts";
import { adminRoutes } from "./routes.ts";
import { deleteBackup, makeBackup, scheduleBackup, verifyBackup } from "./run-backups.ts";
import { system } from "./system.ts";
import { systemDatabase } from "./system-database.ts";
import { systemHealth } from "./system-health.ts";
import { systemJobs } from "./system-jobs.ts";
import { systemSettings } from "./system-settings.ts";

export const admin: Slice & { attention: AttentionContribution } = {
  name: "admin",
  descriptions,
  resources: [
    system,
    roleChecks,
    adminCounters,
    adminFigures,
    adminUsers,
    adminContacts,
    adminConversations,
    systemSettings,
    systemDatabase,
    auditLog,
    systemHealth,
    systemJobs,
    backups,
    adminAccounts,
    impersonation,
    analyticsConsent,
  ],
  jobs: [
    countView,
    sendToChannel,
    notifyOfImpersonation,
    sealAudit,
    makeBackup,
    verifyBackup,
    deleteBackup,
    scheduleBackup,
  ],
  routes: adminRoutes,
  attention: backupAttention,
};
