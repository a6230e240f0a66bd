/** The pages that a sign-in can open, by their paths. */
export const START_PAGES = ["/", "/daily-ops", "/email", "/calendar", "/tasks"] as const;
export type StartPage = (typeof START_PAGES)[number];
