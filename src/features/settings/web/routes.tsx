import type { PageRoute } from "#ui/page-route.ts";

export const settingsPages: readonly PageRoute[] = [
  {
    path: "/agents/authorize",
    load: async () => (await import("./api-keys/authorize-page.tsx")).AuthorizePage,
  },
];
