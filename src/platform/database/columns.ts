import { sql } from "drizzle-orm";
import { integer, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { PROVENANCES } from "#platform/capability/provenance.ts";

/** A moment in time, to the millisecond: what a JavaScript Date can hold, so a value survives the round trip. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** Columns of every record: a random id, its creation time, and its provenance (capability/provenance.ts). */
export const record = () => ({
  id: uuid().primaryKey().defaultRandom(),
  createdAt: instant().notNull().default(sql`now()`),
  /** The kernel sets the provenance for each transaction; capability/functions/provenance.sql propagates it. */
  provenance: text({ enum: PROVENANCES })
    .notNull()
    .default(sql`coalesce(nullif(current_setting('app.provenance', true), ''), 'outside')`),
});

/** Columns of editable records: last change, a version that detects concurrent changes, and the trash (30 days). */
export const editable = () => ({
  updatedAt: instant().notNull().default(sql`now()`),
  version: integer().notNull().default(1),
  deletedAt: instant(),
});
