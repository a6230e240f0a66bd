import type { ImportingSlice } from "#features/integrations/public/importer.ts";
import { feedOfEach } from "#platform/capability/slice.ts";
import { bookingPages } from "./booking-pages.ts";
import { bookings } from "./bookings.ts";
import { calendarAccounts } from "./calendar-accounts.ts";
import { events } from "./calendar-events.ts";
import { calendarFeeds } from "./calendar-feeds.ts";
import { calendarFiles } from "./calendar-files.ts";
import { calendarSettings } from "./calendar-settings.ts";
import { calendars } from "./calendars.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { eventInvitations } from "./event-invitations.ts";
import { freeTimes } from "./free-times.ts";
import { detachCalendars, processInvitationMails, purgeTrash, renewSeries, syncCalendars } from "./jobs.ts";
import { calendarRoutes } from "./routes.ts";
import { eventImporter } from "./sync/import-provider-events.ts";

export const calendar: ImportingSlice = {
  name: "calendar",
  descriptions,
  resources: [
    events,
    eventInvitations,
    calendars,
    calendarAccounts,
    calendarFiles,
    calendarFeeds,
    calendarSettings,
    bookingPages,
    bookings,
    freeTimes,
  ],
  feeds: { events: feedOfEach(events.get) },
  jobs: [purgeTrash, renewSeries, syncCalendars, processInvitationMails, detachCalendars],
  routes: calendarRoutes,
  imports: { importers: [eventImporter] },
};
