import type { Slice } from "#platform/capability/slice.ts";
import { adminContacts } from "./admin-contacts.ts";
import { adminConversations } from "./admin-conversations.ts";
import { adminCounters } from "./admin-counters.ts";
import { adminUsers } from "./admin-users.ts";
import { auditLog } from "./audit-log.ts";
import { sealAudit, tellChannel } from "./jobs.ts";
import { roleChecks } from "./role-checks.ts";
import { adminRoutes } from "./routes.ts";
import { system } from "./system.ts";
import { systemDatabase } from "./system-database.ts";
import { systemSettings } from "./system-settings.ts";

export const admin: Slice = {
  name: "admin",
  resources: [
    system,
    roleChecks,
    adminCounters,
    adminUsers,
    adminContacts,
    adminConversations,
    systemSettings,
    systemDatabase,
    auditLog,
  ],
  jobs: [tellChannel, sealAudit],
  routes: adminRoutes,
};
