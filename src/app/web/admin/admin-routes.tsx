import { t } from "#i18n/message.ts";
import type { PageRoute } from "#ui/page-route.ts";

const ANNOUNCED: Record<string, string> = {
  "/admin/users": t`User Management`,
  "/admin/email": t`Email Configuration`,
  "/admin/api-keys": t`API Keys`,
  "/admin/database": t`Database Management`,
  "/admin/analytics": t`Analytics`,
  "/admin/seo": t`SEO Settings`,
  "/admin/server": t`Server Status`,
  "/admin/notifications": t`Notifications`,
  "/admin/content": t`Content Management`,
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
