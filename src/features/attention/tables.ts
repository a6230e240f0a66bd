import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { MARKS } from "./model.ts";

/**
 * What a person decided about an item; it holds while the item's cause is not newer. What the order learned is the sum
 * of what the marks teach, so that a mark that is taken back teaches nothing.
 */
export const attentionMarks = pgTable(
  "attention_marks",
  {
    userId: uuid().notNull(),
    item: text().notNull(),
    mark: text({ enum: MARKS }).notNull(),
    /** Of a snoozed item. */
    until: instant(),
    markedAt: instant().notNull(),
    /** Points by trait, such as `person:ada@lovelace.example`. */
    taught: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** When its person had the order forget what it teaches; the mark itself holds. */
    forgottenAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.item] }),
    index("attention_marks_newest").on(table.userId, table.markedAt.desc().nullsFirst(), table.item),
    index("attention_marks_age").on(table.markedAt),
    ownRows("attention_marks"),
  ],
);
