import type { Provider } from "./model.ts";
import type { integrationSyncs } from "./tables.ts";

type NewRun = typeof integrationSyncs.$inferInsert;

export const aRun = (fields: Partial<NewRun> & { userId: string; provider: Provider }): NewRun => ({
  startedAt: new Date("2026-03-01T09:00:00Z"),
  finishedAt: new Date("2026-03-01T09:00:02Z"),
  isSuccessful: true,
  ...fields,
});
