import { sql } from "drizzle-orm";
import { integer, timestamp, uuid } from "drizzle-orm/pg-core";

/** A moment in time, to the millisecond: what a JavaScript Date can hold, so a value survives the round trip. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** Every record: a random id and the moment it was made. */
export const record = () => ({
  id: uuid().primaryKey().defaultRandom(),
  createdAt: instant().notNull().default(sql`now()`),
});

/** What people edit: last change, a version for 'someone else was faster', and the trash (30 days). */
export const editable = () => ({
  updatedAt: instant().notNull().default(sql`now()`),
  version: integer().notNull().default(1),
  deletedAt: instant(),
});
