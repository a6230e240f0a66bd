import { serveWork } from "#platform/workers/serve-work.ts";

/** The program of worker processes (`#platform/workers`): all work on untrusted input, one line each. */
await serveWork({
  "calendar.expandSeries": async () => (await import("#features/calendar/expand-series.ts")).expandAll,
});
