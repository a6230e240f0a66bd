import type { PageRoute } from "#ui/page-route.ts";

/** The page parses its own search parameters: the parser is large, and no other page needs it. */
export const communicationPages: readonly PageRoute[] = [
  {
    path: "/communication",
    load: async () => (await import("./communication-page.tsx")).CommunicationPage,
  },
];
