import type { PageRoute } from "#ui/page-route.ts";

export const settingsPages: readonly PageRoute[] = [
  { path: "/agents/authorize", load: async () => (await import("./authorize-page.tsx")).AuthorizePage },
];
