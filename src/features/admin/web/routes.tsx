import type { PageRoute } from "#ui/page-route.ts";

export const adminPages: readonly PageRoute[] = [
  { path: "/admin", adminOnly: true, load: async () => (await import("./admin-page.tsx")).AdminPage },
  {
    path: "/admin/operations",
    adminOnly: true,
    load: async () => (await import("./operations/operations-page.tsx")).OperationsPage,
  },
  {
    path: "/admin/health",
    adminOnly: true,
    load: async () => (await import("./operations/operations-page.tsx")).HealthPage,
  },
  {
    path: "/admin/jobs",
    adminOnly: true,
    load: async () => (await import("./operations/operations-page.tsx")).JobsPage,
  },
  {
    path: "/admin/backups",
    adminOnly: true,
    load: async () => (await import("./operations/operations-page.tsx")).BackupsPage,
  },
  {
    path: "/admin/accounts",
    adminOnly: true,
    load: async () => (await import("./operations/operations-page.tsx")).AccountsPage,
  },
  {
    path: "/admin/audit",
    adminOnly: true,
    load: async () => (await import("./audit/audit-page.tsx")).AuditPage,
  },
  {
    path: "/admin/settings",
    adminOnly: true,
    load: async () => (await import("./settings/system-settings-page.tsx")).SystemSettingsPage,
  },
  // Everybody sees their own role checks here, and an administrator the rest (decision 22).
  { path: "/admin-debug", load: async () => (await import("./operations/debug-page.tsx")).DebugPage },
];
