import type { PageRoute } from "#ui/page-route.ts";

const PLACEHOLDERS: Record<string, string> = {
  "/admin/users": "User Management",
  "/admin/email": "Email Configuration",
  "/admin/api-keys": "API Keys",
  "/admin/database": "Database Management",
  "/admin/analytics": "Analytics",
  "/admin/seo": "SEO Settings",
  "/admin/server": "Server Status",
  "/admin/notifications": "Notifications",
  "/admin/content": "Content Management",
};

/** The nine pages that are announced only. */
export const adminPlaceholderPages: readonly PageRoute[] = Object.entries(PLACEHOLDERS).map(
  ([path, title]) => ({
    path,
    adminOnly: true,
    load: async () => {
      const { ComingSoonPage } = await import("./coming-soon-page.tsx");
      return () => <ComingSoonPage title={title} />;
    },
  }),
);
