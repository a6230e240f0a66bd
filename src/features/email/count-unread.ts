import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { passesNone, passesQuery } from "./match-query.ts";
import { ARCHIVED } from "./model.ts";
import { parseAlternatives } from "./parse-mail-query.ts";
import { emails } from "./tables.ts";

/** Counted among so many of the newest unread emails: a tab needs no more, and the work has an end. */
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
  const count = (condition: SQL | undefined) => sql`(count(*) filter (where ${condition ?? sql`true`}))::int`;
  const figures = [
    ...searches.map((alternatives) => count(passesQuery(emails, alternatives))),
    count(passesNone(emails, searches)),
  ];
  const { rows } = await db.execute<{ figures: number[] }>(sql`
    select array[${sql.join(figures, sql`, `)}] as figures
    from (select * from ${emails} where ${isUnread} order by created_at desc, id desc limit ${NEWEST}) ${emails}`);
  const counts = rows[0]?.figures ?? [];
  return { unread: counts.slice(0, -1), rest: counts.at(-1) ?? 0 };
}
