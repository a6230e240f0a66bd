import { date, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { ownRows } from "#platform/database/policies.ts";

/** How much of the language model a person used on a day (UTC): the limit of the day is counted here. */
export const modelUses = pgTable(
  "model_uses",
  {
    userId: uuid().notNull(),
    day: date({ mode: "string" }).notNull(),
    calls: integer().notNull().default(0),
    /** Letters that went there and came back. */
    charactersIn: integer().notNull().default(0),
    charactersOut: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ name: "model_uses_day", columns: [table.userId, table.day] }),
    ownRows("model_uses"),
  ],
);
