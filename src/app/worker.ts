import { serveWork } from "#platform/workers/serve-work.ts";

/** The program of worker processes (`#platform/workers`): all work on untrusted input, one line each. */
await serveWork({
  "calendar.readCalendar": async () => (await import("#features/calendar/read-calendar.ts")).readCalendar,
  "communication.readCards": async () => (await import("#features/contacts/read-cards.ts")).readCards,
  "daily-ops.readFeed": async () => (await import("#features/daily-ops/read-feed.ts")).readFeed,
  "calendar.expandSeries": async () => (await import("#features/calendar/expand-series.ts")).expandAll,
  "documents.checkContent": async () => (await import("#features/documents/check-content.ts")).checkContent,
  "documents.readContent": async () => (await import("#features/documents/read-content.ts")).readContent,
  "documents.recognizePages": async () =>
    (await import("#features/documents/recognize-pages.ts")).recognizePages,
  "email.readLetter": async () => (await import("#features/email/read-letter.ts")).readLetter,
  "email.takeLetterFile": async () => (await import("#features/email/read-letter.ts")).takeLetterFile,
  "email.readMails": async () => (await import("#features/email/read-mail.ts")).readMails,
});
