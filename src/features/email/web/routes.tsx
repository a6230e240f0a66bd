import type { PageRoute } from "#ui/page-route.ts";

/** The page parses its own search parameters: the parser is large, and no other page needs it. */
export const emailPages: readonly PageRoute[] = [
  {
    path: "/email",
    load: async () => (await import("./email-page.tsx")).EmailPage,
    read: async (search) => (await import("./email-page.tsx")).readEmailPage(search),
  },
];
