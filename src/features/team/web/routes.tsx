import type { PageRoute } from "#ui/page-route.ts";

export const teamPages: readonly PageRoute[] = [
  { path: "/team", load: async () => (await import("./team-page.tsx")).TeamPage },
  { path: "/invitation", load: async () => (await import("./members/invitation-page.tsx")).InvitationPage },
];
