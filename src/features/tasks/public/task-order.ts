import { sql } from "drizzle-orm";
import { MAX_PRIORITY_WEIGHT, PRIORITY_WEIGHTS } from "../model.ts";

/**
 * Expressions that lists sort by; the indexes of tasks contain exactly these. Not coalesce: PostgreSQL does not treat it
 * as leakproof, so under row-level security a page would be searched from the start of the index.
 */
export const dueOrNever = sql`(case when due_date is null then 'infinity'::timestamptz else due_date end)`;
/** For orders whose other keys ascend: urgent is 0. */
// rule: built-sql - the text of an index takes no parameters; all of it is constants
export const priorityRank = sql.raw(
  `(case priority ${Object.entries(PRIORITY_WEIGHTS)
    .map(([priority, weight]) => `when '${priority}' then ${MAX_PRIORITY_WEIGHT - weight}`)
    .join(" ")} end)`,
);
