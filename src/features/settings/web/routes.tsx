import type { PageRoute } from "#ui/page-route.ts";

export const settingsPages: readonly PageRoute[] = [
  { path: "/settings", load: async () => (await import("./settings-page.tsx")).SettingsPage },
  { path: "/agents/authorize", load: async () => (await import("./authorize-page.tsx")).AuthorizePage },
];
