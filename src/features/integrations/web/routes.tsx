import type { PageRoute } from "#ui/page-route.ts";

export const integrationPages: readonly PageRoute[] = [
  { path: "/integrations", load: async () => (await import("./integrations-page.tsx")).IntegrationsPage },
];
