/** What makes a new account useful, in the order in which the dashboard offers it. */
export const FIRST_STEPS = ["mail", "calendar", "timeZone", "import", "invite", "phone"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];
