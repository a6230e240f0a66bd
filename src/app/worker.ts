import { serveWork } from "#platform/workers/serve-work.ts";

/** The entry point of worker processes (`#platform/workers`): all work on untrusted input, one line for each kind. */
await serveWork({
  "calendar.readCalendar": async () =>
    (await import("#features/calendar/icalendar/read-icalendar.ts")).readICalendar,
  "calendar.updateCalendar": async () =>
    (await import("#features/calendar/icalendar/update-icalendar.ts")).updateICalendar,
  "calendar.mergeCalendars": async () =>
    (await import("#features/calendar/icalendar/merge-calendars.ts")).mergeCalendars,
  "communication.readCards": async () => (await import("#features/contacts/read-vcards.ts")).readCards,
  "communication.changeStoredCard": async () =>
    (await import("#features/contacts/sync/change-stored-card.ts")).changeStoredCard,
  "communication.readEachCard": async () => (await import("#features/contacts/read-vcards.ts")).readEachCard,
  "daily-ops.readFeed": async () => (await import("#features/daily-ops/news/read-feed.ts")).readFeed,
  "calendar.expandSeries": async () => (await import("#features/calendar/series/expand-series.ts")).expandAll,
  "documents.checkContent": async () =>
    (await import("#features/documents/uploads/check-content.ts")).checkContent,
  "documents.readContent": async () =>
    (await import("#features/documents/parsing/read-content.ts")).readContent,
  "documents.recognizePages": async () =>
    (await import("#features/documents/parsing/recognize-pages.ts")).recognizePages,
  "email.parseImportedMessage": async () =>
    (await import("#features/email/reading/parse-imported-message.ts")).parseImportedMessage,
  "email.extractAttachment": async () =>
    (await import("#features/email/reading/parse-imported-message.ts")).extractAttachment,
  "email.parseMessages": async () => (await import("#features/email/reading/parse-message.ts")).parseMessages,
  "planning.searchPlans": async () =>
    (await import("#features/planning/what-if/search-plans.ts")).searchPlans,
  "planning.searchPlan": async () => (await import("#features/planning/find-plan.ts")).searchPlan,
});
