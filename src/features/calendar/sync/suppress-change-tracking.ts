import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";

/** Changes written by sync itself are not marked for push. */
export const suppressChangeTracking = ({ db }: Pick<SignedIn, "db">) =>
  db.execute(sql`select set_config('app.calendar_sync', 'on', true)`);
