import type { PageRoute } from "#ui/page-route.ts";

/** The page parses its own search parameters. */
export const calendarPages: readonly PageRoute[] = [
  { path: "/calendar", load: async () => (await import("./calendar-page.tsx")).CalendarPage },
];

/** For visitors without an account. */
export const openCalendarPages: readonly PageRoute[] = [
  { path: "/book/$slug", load: async () => (await import("./booking/booking-page.tsx")).BookingPage },
];
