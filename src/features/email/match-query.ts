import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { alias } from "drizzle-orm/pg-core";
import type { SignedIn } from "#platform/capability/context.ts";
import { type MailQuery, parseAlternatives } from "./parse-mail-query.ts";
import type { emails } from "./tables.ts";

/** The table, or the same one under another name. */
export type Emails = typeof emails | ReturnType<typeof alias<typeof emails, "newer">>;
export type Wording = (table: Emails) => SQL | undefined;

const FEW = 1000;

/**
 * Rare words: the few emails that the search index knows. Frequent ones: a look at each email in the order of the list,
 * which soon fills a page.
 */
export async function wordingOf({ db }: Pick<SignedIn, "db">, text: string): Promise<Wording> {
  const alternatives = parseAlternatives(text);
  const found = new Set<string>();
  for (const asked of alternatives) {
    const { words, from, to, subject, hasAttachment, isUnread, isStarred, before, after } = asked;
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from find_mail(${words}, ${from}, ${to}, ${subject}, ${hasAttachment}, ${isUnread}, ${isStarred},
        ${before}::date, ${after}::date, ${FEW + 1}) as found(id)`);
    for (const { id } of rows) found.add(id);
    if (found.size > FEW) return (table) => passesQuery(table, alternatives);
  }
  return (table) => inArray(table.id, [...found]);
}

/** As `find_mail` decides; the two are tested against each other. */
export const passesQuery = (table: Emails, alternatives: readonly MailQuery[]): SQL | undefined =>
  or(...alternatives.map((asked) => passesOne(table, asked) ?? sql`true`));

/** Not null, whatever the columns hold: what is left over is what passes none. */
export const passesNone = (table: Emails, searches: readonly (readonly MailQuery[])[]): SQL | undefined =>
  and(...searches.map((alternatives) => not(passesQuery(table, alternatives) ?? sql`true`)));

function passesOne(table: Emails, asked: MailQuery): SQL | undefined {
  const { words, from, to, subject, hasAttachment, isUnread, isStarred, before, after } = asked;
  const everywhere = sql`(${table.searchText} || ' ' || ${table.recipientsText})`;
  const has = (text: SQL, part: string) =>
    part === "" ? undefined : sql`${text} like all (mail_patterns(${part}))`;
  return and(
    has(everywhere, words),
    has(sql`fold_text(${table.sender})`, from),
    has(sql`${table.recipientsText}`, to),
    has(sql`fold_text(${table.subject})`, subject),
    hasAttachment ? eq(table.hasAttachments, true) : undefined,
    isUnread ? and(eq(table.status, "received"), eq(table.isRead, false)) : undefined,
    isStarred ? eq(table.isStarred, true) : undefined,
    before === null ? undefined : sql`${table.createdAt} < ${before}::date`,
    after === null ? undefined : sql`${table.createdAt} >= ${after}::date`,
  );
}
