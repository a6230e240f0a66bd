import { sql } from "drizzle-orm";
import { integer, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { PROVENANCES } from "#platform/capability/provenance.ts";

/** A moment in time, to the millisecond: what a JavaScript Date can hold, so a value survives the round trip. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** Every record: a random id, the moment it was made, and by which way its words came (capability/provenance.ts). */
export const record = () => ({
  id: uuid().primaryKey().defaultRandom(),
  createdAt: instant().notNull().default(sql`now()`),
  /** The kernel names the way for the length of a transaction; capability/functions/provenance.sql carries it on. */
  provenance: text({ enum: PROVENANCES })
    .notNull()
    .default(sql`coalesce(nullif(current_setting('app.provenance', true), ''), 'outside')`),
});

/** What people edit: last change, a version for 'someone else was faster', and the trash (30 days). */
export const editable = () => ({
  updatedAt: instant().notNull().default(sql`now()`),
  version: integer().notNull().default(1),
  deletedAt: instant(),
});
