import { adminPages } from "#features/admin/web/routes.tsx";
import { calendarPages, openCalendarPages } from "#features/calendar/web/routes.tsx";
import { commitmentPages } from "#features/commitments/web/routes.tsx";
import { communicationPages } from "#features/communication/web/routes.tsx";
import { dailyOpsPages } from "#features/daily-ops/web/routes.tsx";
import { documentPages } from "#features/documents/web/routes.tsx";
import { emailPages } from "#features/email/web/routes.tsx";
import { paymentPages } from "#features/payments/web/routes.tsx";
import { settingsPages } from "#features/settings/web/routes.tsx";
import { taskPages } from "#features/tasks/web/routes.tsx";
import { teamPages } from "#features/team/web/routes.tsx";
import type { PageRoute } from "#ui/page-route.ts";
import { announcedPages } from "./admin/admin-routes.tsx";

/** Every page behind the sign-in, once. Slices add theirs as a list of their own. */
export const PAGES: readonly PageRoute[] = [
  { path: "/", load: async () => (await import("./dashboard/dashboard-page.tsx")).DashboardPage },
  { path: "/ai-assistant", load: async () => (await import("./assistant/assistant-page.tsx")).AssistantPage },
  { path: "/analytics", load: async () => (await import("./overview/analytics-page.tsx")).AnalyticsPage },
  {
    path: "/quick-actions",
    load: async () => (await import("./overview/quick-actions-page.tsx")).QuickActionsPage,
  },
  { path: "/settings", load: async () => (await import("./settings/settings-page.tsx")).SettingsPage },
  {
    path: "/integrations",
    load: async () => (await import("./integrations/integrations-page.tsx")).IntegrationsPage,
  },
  ...communicationPages,
  ...commitmentPages,
  ...taskPages,
  ...calendarPages,
  ...documentPages,
  ...teamPages,
  ...emailPages,
  ...dailyOpsPages,
  ...settingsPages,
  ...adminPages,
  ...paymentPages,
  ...announcedPages,
];

/** Public pages, outside of the shell. */
export const OPEN_PAGES: readonly PageRoute[] = openCalendarPages;
