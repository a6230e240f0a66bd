import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { ARCHIVED } from "../model.ts";
import { emails } from "../tables.ts";
import { matchesQuery } from "./match-query.ts";
import { parseAlternatives } from "./parse-mail-query.ts";

/** Counts among this many newest unread emails: enough for a tab, and the work is bounded. */
const NEWEST = 1000;

/** Unread emails of the inbox that each search finds, and those that none finds, in one statement. */
export async function countUnread(
  { db, actor, now }: SignedIn,
  queries: readonly string[],
): Promise<{ unread: number[]; rest: number }> {
  const searches = queries.map(parseAlternatives);
  const isUnread = and(
    eq(emails.userId, actor.userId),
    eq(emails.status, "received"),
    eq(emails.isRead, false),
    isNull(emails.deletedAt),
    eq(emails.folder, "inbox"),
    or(isNull(emails.category), ne(emails.category, ARCHIVED)),
    sql`(${emails.snoozedUntil} is null or ${emails.snoozedUntil} <= ${now.toISOString()}::timestamptz)`,
  );
  const asked = searches.map((alternatives) => matchesQuery(emails, alternatives) ?? sql`true`);
  const figures = [
    ...asked.map((_, at) => sql`(count(*) filter (where passes[${at + 1}::int]))::int`),
    sql`(count(*) filter (where not (true = any (passes))))::int`,
  ];
  // `offset 0` stops the planner from evaluating each search twice per email: for its own tab, and for the rest.
  const { rows } = await db.execute<{ figures: number[] }>(sql`
    select array[${sql.join(figures, sql`, `)}] as figures
    from (
      select array[${sql.join(asked, sql`, `)}]::boolean[] as passes
      from (select * from ${emails} where ${isUnread} order by created_at desc, id desc limit ${NEWEST}) ${emails}
      offset 0
    ) looked_at`);
  const counts = rows[0]?.figures ?? [];
  return { unread: counts.slice(0, -1), rest: counts.at(-1) ?? 0 };
}
