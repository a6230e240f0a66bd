import type { PageRoute } from "#ui/page-route.ts";

/** The page parses its address itself: what does that is heavy, and no other page needs it. */
export const taskPages: readonly PageRoute[] = [
  { path: "/tasks", load: async () => (await import("./tasks-page.tsx")).TasksPage },
];
