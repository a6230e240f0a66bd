import { resourceClient } from "#platform/client/resource-client.ts";

export const events = resourceClient<typeof import("../calendar-events.ts").events>("events");
export const calendarSettings =
  resourceClient<typeof import("../calendar-settings.ts").calendarSettings>("calendarSettings");
export const calendars = resourceClient<typeof import("../calendars.ts").calendars>("calendars");
export const calendarAccounts =
  resourceClient<typeof import("../calendar-accounts.ts").calendarAccounts>("calendarAccounts");
export const calendarFiles =
  resourceClient<typeof import("../calendar-files.ts").calendarFiles>("calendarFiles");
export const calendarFeeds =
  resourceClient<typeof import("../calendar-feeds.ts").calendarFeeds>("calendarFeeds");
export const eventInvitations =
  resourceClient<typeof import("../event-invitations.ts").eventInvitations>("eventInvitations");
export const emails = resourceClient<typeof import("#features/email/emails.ts").emails>("emails");
export const bookingPages = resourceClient<typeof import("../booking-pages.ts").bookingPages>("bookingPages");
export const bookings = resourceClient<typeof import("../bookings.ts").bookings>("bookings");
export const freeTimes = resourceClient<typeof import("../free-times.ts").freeTimes>("freeTimes");
