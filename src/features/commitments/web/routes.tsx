import type { PageRoute } from "#ui/page-route.ts";

export const commitmentPages: readonly PageRoute[] = [
  { path: "/promises", load: async () => (await import("./promises-page.tsx")).PromisesPage },
];
