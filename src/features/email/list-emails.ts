import { and, eq, gte, inArray, isNotNull, isNull, ne, not, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest, oldest, type SortKey } from "#platform/database/keyset.ts";
import { ARCHIVED, EmailSort, EmailStatus, EmailView, TRASH_DAYS } from "./model.ts";
import { type MailQuery, parseMailQuery } from "./parse-mail-query.ts";
import { emailFields, ownEmails } from "./read-emails.ts";
import { emails, emailWeight, sentOrNever, subjectForPeople } from "./tables.ts";

export const ListEmails = z.strictObject({
  ...pageInput,
  sort: EmailSort.default("created"),
  status: EmailStatus.optional(),
  view: EmailView.default("all"),
  threadId: Id.optional(),
  /** Of each conversation only the newest email among those that pass. */
  threads: z.boolean().default(false),
  /**
   * Words or parts of words, each of them in subject, body, sender or recipients; and `from:` `to:` `subject:`
   * `has:attachment` `is:unread` `is:starred` `before:2026-03-01` `after:2026-03-01`.
   */
  text: z.string().trim().min(1).max(200).optional(),
});
type ListEmails = z.output<typeof ListEmails>;

export async function listEmails(context: SignedIn, input: ListEmails) {
  const wording = input.text === undefined ? undefined : await withWords(context, input.text);
  return keyset(ORDERS[input.sort], input).of(await selectEmails(context, input, wording));
}

/** The statement of a page, apart so that its plan can be looked at. */
export function selectEmails(context: SignedIn, input: ListEmails, wording: Wording = () => undefined) {
  const page = keyset(ORDERS[input.sort], input);
  const passes = (table: Emails) => [wording(table), ...filters(table, input, context)];
  const isNewest = input.threads ? isNewestOfThread(context, passes) : undefined;
  return context.db
    .select({ ...emailFields, ...page.columns })
    .from(emails)
    .where(ownEmails(context, page.after, ...passes(emails), isNewest))
    .orderBy(...page.orderBy)
    .limit(page.fetch);
}

/** Deleted at most 30 days ago, last deleted first. */
export async function listTrash(context: SignedIn, input: { cursor?: string | undefined; limit: number }) {
  const page = keyset(
    [newest({ expression: sql`${emails.deletedAt}`, type: "timestamptz" }), newest(emails.id)],
    input,
  );
  const rows = await context.db
    .select({ ...emailFields, ...page.columns })
    .from(emails)
    .where(
      and(
        eq(emails.userId, context.actor.userId),
        isNotNull(emails.deletedAt),
        gte(emails.deletedAt, new Date(context.now.getTime() - TRASH_DAYS * 86_400_000)),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  return page.of(rows);
}

/**
 * Rare words: the few emails that the search index knows. Frequent ones: a look at each email in the order of the list,
 * which soon fills a page.
 */
async function withWords({ db }: SignedIn, text: string): Promise<Wording> {
  const asked = parseMailQuery(text);
  const { words, from, to, subject, hasAttachment, isUnread, isStarred, before, after } = asked;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from find_mail(${words}, ${from}, ${to}, ${subject}, ${hasAttachment}, ${isUnread}, ${isStarred},
      ${before}::date, ${after}::date, ${FEW + 1}) as found(id)`);
  if (rows.length > FEW) return (table) => passesQuery(table, asked);
  const found = rows.map(({ id }) => id);
  return (table) => inArray(table.id, found);
}

/** As `find_mail` decides; the two are tested against each other. */
function passesQuery(table: Emails, asked: MailQuery): SQL | undefined {
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

const FEW = 1000;

/** The table, or the same one under another name. */
type Emails = typeof emails | ReturnType<typeof alias<typeof emails, "newer">>;
type Wording = (table: Emails) => SQL | undefined;

/** Every order ends with the id, and every one has its index. */
const ORDERS: Record<EmailSort, readonly SortKey[]> = {
  created: [newest(emails.createdAt), newest(emails.id)],
  sent: [
    newest({ expression: sentOrNever, type: "timestamptz" }),
    newest(emails.createdAt),
    newest(emails.id),
  ],
  subject: [oldest({ expression: subjectForPeople, type: "text" }), oldest(emails.id)],
  priority: [
    newest({ expression: emailWeight, type: "integer" }),
    newest(emails.createdAt),
    newest(emails.id),
  ],
  importance: [newest(emails.importance), newest(emails.createdAt), newest(emails.id)],
};

function filters(
  table: Emails,
  { status, view, threadId }: ListEmails,
  { now }: SignedIn,
): (SQL | undefined)[] {
  const isHere = sql`(${table.snoozedUntil} is null or ${table.snoozedUntil} <= ${now.toISOString()}::timestamptz)`;
  const isNotArchived = or(sql`${table.category} is null`, ne(table.category, ARCHIVED));
  const parts: Record<EmailView, SQL | undefined> = {
    all: undefined,
    inbox: and(eq(table.status, "received"), eq(table.folder, "inbox"), isNotArchived, isHere),
    unread: and(eq(table.status, "received"), eq(table.isRead, false), isHere),
    archived: eq(table.category, ARCHIVED),
    starred: sql`${table.isStarred}`,
    snoozed: and(isNotNull(table.snoozedUntil), not(isHere)),
    waiting: and(eq(table.status, "sent"), isNotNull(table.remindAt)),
  };
  return [
    status && eq(table.status, status),
    threadId ? eq(table.threadId, threadId) : undefined,
    parts[view],
  ];
}

/** One look into the index of threads for each email of the page. */
function isNewestOfThread({ db }: SignedIn, passes: (table: Emails) => (SQL | undefined)[]): SQL {
  const newer = alias(emails, "newer");
  return notExists(
    db
      .select({ one: sql`1` })
      .from(newer)
      .where(
        and(
          eq(newer.userId, emails.userId),
          eq(newer.threadId, emails.threadId),
          sql`(${newer.createdAt}, ${newer.id}) > (${emails.createdAt}, ${emails.id})`,
          isNull(newer.deletedAt),
          ...passes(newer),
        ),
      ),
  );
}
