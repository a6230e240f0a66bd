import type { PageRoute } from "#ui/page-route.ts";

/** The page parses its address itself: what does that is heavy, and no other page needs it. */
export const documentPages: readonly PageRoute[] = [
  { path: "/documents", load: async () => (await import("./documents-page.tsx")).DocumentsPage },
];
