import { date, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { ownRows } from "#platform/database/policies.ts";

/** A person's use of the language model on a day (UTC): the daily limit is counted here. */
export const modelUses = pgTable(
  "model_uses",
  {
    userId: uuid().notNull(),
    day: date({ mode: "string" }).notNull(),
    calls: integer().notNull().default(0),
    /** Characters sent and received. */
    charactersIn: integer().notNull().default(0),
    charactersOut: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ name: "model_uses_day", columns: [table.userId, table.day] }),
    ownRows("model_uses"),
  ],
);
