import type { PageRoute } from "#ui/page-route.ts";

/** The page parses its URL itself, because that code is large and no other page needs it. */
export const documentPages: readonly PageRoute[] = [
  { path: "/documents", load: async () => (await import("./documents-page.tsx")).DocumentsPage },
  { path: "/documents/$id", load: async () => (await import("./reader/document-page.tsx")).DocumentPage },
];
