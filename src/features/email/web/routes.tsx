import type { PageRoute } from "#ui/page-route.ts";

/** The page parses its address itself: what does that is heavy, and no other page needs it. */
export const emailPages: readonly PageRoute[] = [
  {
    path: "/email",
    load: async () => (await import("./email-page.tsx")).EmailPage,
    read: async (search) => (await import("./email-page.tsx")).readEmailPage(search),
  },
];
