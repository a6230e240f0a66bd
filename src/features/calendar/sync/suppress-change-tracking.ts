import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";

/** What synchronisation itself writes is not a change to be pushed. */
export const suppressChangeTracking = ({ db }: Pick<SignedIn, "db">) =>
  db.execute(sql`select set_config('app.calendar_sync', 'on', true)`);
