import type { PageRoute } from "#ui/page-route.ts";

export const dailyOpsPages: readonly PageRoute[] = [
  { path: "/daily-ops", load: async () => (await import("./daily-ops-page.tsx")).DailyOpsPage },
];
