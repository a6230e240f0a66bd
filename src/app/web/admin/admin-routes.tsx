import type { PageRoute } from "#ui/page-route.ts";

const ANNOUNCED: Record<string, string> = {
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

/** The nine pages that are announced, each with what exists on its subject. */
export const announcedPages: readonly PageRoute[] = Object.entries(ANNOUNCED).map(([path, title]) => ({
  path,
  adminOnly: true,
  load: async () => {
    const { ComingSoonPage } = await import("./coming-soon-page.tsx");
    return () => <ComingSoonPage title={title} path={path} />;
  },
}));
