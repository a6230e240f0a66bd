import type { PageRoute } from "#ui/page-route.ts";

/** The page parses its own search parameters: the parser is large, and no other page needs it. */
export const taskPages: readonly PageRoute[] = [
  { path: "/tasks", load: async () => (await import("./tasks-page.tsx")).TasksPage },
  {
    path: "/tasks/projects/$id",
    load: async () => (await import("./projects/project-page.tsx")).ProjectPage,
  },
];
