import type { z } from "zod";
import type { Database } from "#platform/database/database.ts";

/** Work outside a request: claimed from the queue in PostgreSQL, retried with back-off, safe to run twice. */
export type JobDefinition<P extends z.ZodType = z.ZodType> = {
  name: string;
  payload: P;
  /** A cron expression in UTC for work that repeats by itself. */
  cron?: string;
  run(database: Database, payload: z.output<P>): Promise<void>;
};
