import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { alias } from "drizzle-orm/pg-core";
import type { SignedIn } from "#platform/capability/context.ts";
import { emails } from "../tables.ts";
import { type MailQuery, parseAlternatives } from "./parse-mail-query.ts";
import { emailSearchTexts } from "./search-tables.ts";

/** The table or an alias of it. */
export type Emails = typeof emails | ReturnType<typeof alias<typeof emails, "newer">>;
export type SearchCondition = (table: Emails) => SQL | undefined;

const MAX_RARE_MATCHES = 1000;

/** Emails checked at each end of the mailbox, and the number of matches among them that makes the words frequent. */
const SAMPLE_SIZE = 150;
const FREQUENT_MATCHES = 30;

/**
 * Rare words: the few emails that the search index finds. Frequent words: a check of each email in the order of the
 * list, which soon fills a page, while the index would first collect every match.
 */
export async function buildSearchCondition(context: SignedIn, text: string): Promise<SearchCondition> {
  const { db } = context;
  const alternatives = parseAlternatives(text);
  if (await isFrequent(context, alternatives)) return (table) => oftenPasses(table, alternatives);
  const found = new Set<string>();
  for (const asked of alternatives) {
    const { words, from, to, subject, hasAttachment, isUnread, isStarred, before, after } = asked;
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from find_mail(${words}, ${from}, ${to}, ${subject}, ${hasAttachment}, ${isUnread}, ${isStarred},
        ${before}::date, ${after}::date, ${MAX_RARE_MATCHES + 1}) as found(id)`);
    for (const { id } of rows) found.add(id);
    if (found.size > MAX_RARE_MATCHES) return (table) => oftenPasses(table, alternatives);
  }
  return (table) => inArray(table.id, [...found]);
}

/**
 * Checks the newest and the oldest emails: a word that occurs only in last week's mail is found faster by the index.
 */
async function isFrequent({ db, actor }: SignedIn, alternatives: readonly MailQuery[]): Promise<boolean> {
  const passing = (orderBy: SQL) => sql`(
    select count(*) filter (where ${matchesQuery(emails, alternatives) ?? sql`true`}) from (
      select * from ${emails} where ${emails.userId} = ${actor.userId} and ${emails.deletedAt} is null
      order by ${orderBy} limit ${SAMPLE_SIZE}) ${emails}) >= ${FREQUENT_MATCHES}`;
  const { rows } = await db.execute<{ isFrequent: boolean }>(sql`
    select ${passing(sql`created_at desc, id desc`)} and ${passing(sql`created_at, id`)} as "isFrequent"`);
  return rows[0]?.isFrequent ?? false;
}

/**
 * The planner assumes that patterns match rarely, and would collect and sort every match: `case` hides the condition,
 * so that it counts as half of the rows.
 */
const oftenPasses: typeof matchesQuery = (table, alternatives) =>
  sql`case when ${matchesQuery(table, alternatives) ?? sql`true`} then true else false end`;

/** The same conditions as `find_mail`; tests compare the two. */
export const matchesQuery = (table: Emails, alternatives: readonly MailQuery[]): SQL | undefined =>
  or(...alternatives.map((asked) => matchesAlternative(table, asked) ?? sql`true`));

/** Never null, whatever the columns contain: every email matches one of the searches or this condition. */
export const matchesNothing = (table: Emails, searches: readonly (readonly MailQuery[])[]): SQL | undefined =>
  and(...searches.map((alternatives) => not(matchesQuery(table, alternatives) ?? sql`true`)));

function matchesAlternative(table: Emails, asked: MailQuery): SQL | undefined {
  const { hasAttachment, isUnread, isStarred, before, after } = asked;
  return and(
    matchesWords(table, asked),
    hasAttachment ? eq(table.hasAttachments, true) : undefined,
    isUnread ? and(eq(table.status, "received"), eq(table.isRead, false)) : undefined,
    isStarred ? eq(table.isStarred, true) : undefined,
    before === null ? undefined : sql`${table.createdAt} < ${before}::date`,
    after === null ? undefined : sql`${table.createdAt} >= ${after}::date`,
  );
}

/**
 * One look-up of the email's texts. Not `exists`, which the planner may turn into a join with the texts of all emails.
 */
function matchesWords(table: Emails, { words, from, to, subject }: MailQuery): SQL | undefined {
  const has = (text: SQL, part: string) =>
    part === "" ? undefined : sql`${text} like all (mail_patterns(${part}))`;
  // Folding costs much more than first checking the stored folded text, which contains subject and sender.
  const holds = (text: SQL, part: string) =>
    and(has(sql`t.content`, part), has(sql`fold_text(${text})`, part));
  const wanted = and(
    has(sql`(t.content || ' ' || t.recipients)`, words),
    holds(sql`${table.sender}`, from),
    has(sql`t.recipients`, to),
    holds(sql`${table.subject}`, subject),
  );
  return (
    wanted &&
    sql`coalesce((select ${wanted} from ${emailSearchTexts} t
      where t.user_id = ${table.userId} and t.email_id = ${table.id}), false)`
  );
}
