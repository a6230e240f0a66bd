import {
  and,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  notExists,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest, oldest, type SortKey } from "#platform/database/keyset.ts";
import { selectOnce } from "#platform/database/select-once.ts";
import { mailDeliveries } from "../delivery-tables.ts";
import { EmailSort, EmailView, JUNK, MAX_QUERY } from "../list-model.ts";
import { listSearches } from "../mail-searches.ts";
import { ARCHIVED, EmailStatus, MAX_BULK, TRASH_DAYS } from "../model.ts";
import { emailFields } from "../reading/read-emails.ts";
import { emails, emailWeight, mailboxMessages, sentOrNever, subjectForPeople } from "../tables.ts";
import { buildSearchCondition, type Emails, matchesNothing, type SearchCondition } from "./match-query.ts";
import { parseAlternatives } from "./parse-mail-query.ts";

export const ListEmails = z.strictObject({
  ...pageInput,
  sort: EmailSort.default("created"),
  status: EmailStatus.optional(),
  view: EmailView.default("all"),
  threadId: Id.optional(),
  /** Only these, in any folder. */
  ids: z.array(Id).min(1).max(MAX_BULK).optional(),
  /** Of one account only; null: mail between people of this instance. */
  accountId: Id.nullable().optional(),
  /** Of one folder or label of an account only. */
  mailboxId: Id.optional(),
  /** Only emails that this saved search finds, in addition to the other conditions. */
  searchId: Id.optional(),
  /** Only emails that none of the saved searches finds. */
  isUnmatched: z.boolean().default(false),
  /** Only the newest matching email of each conversation. */
  threads: z.boolean().default(false),
  /**
   * Words or parts of words, each of them in subject, body, sender or recipients; and `from:` `to:` `subject:`
   * `has:attachment` `is:unread` `is:starred` `before:2026-03-01` `after:2026-03-01`; alternatives with `OR` between them.
   */
  text: z.string().trim().min(1).max(MAX_QUERY).optional(),
});
type ListEmails = z.output<typeof ListEmails>;

export async function listEmails(context: SignedIn, input: ListEmails) {
  const wordings = await buildSearchConditions(context, input);
  const wording: SearchCondition = (table) => and(...wordings.map((each) => each(table)));
  // The plan of a search depends on how rare its words are; that of any other page is the same for all values.
  const isSearch = input.text !== undefined || input.searchId !== undefined || input.isUnmatched;
  const page = keyset(ORDERS[input.sort], input);
  const rows =
    isSearch || input.ids
      ? await selectEmails(context, input, wording)
      : await selectOnce(context.db, {
          ...{ name: "emails.list", shape: `${shapeOf(input)} ${page.once.shape}` },
          values: { ...valuesOf(context, input), ...page.once.values },
          build: () => selectEmails(context, input, undefined, placeholdersOf(input)),
        });
  return page.of(rows);
}

/** What of the input changes the text of the statement, beside its page. */
const shapeOf = ({ status, view, threads, threadId, mailboxId, accountId }: ListEmails) =>
  [status, view, threads, threadId && 1, mailboxId && 1, accountId && 1, accountId === null].join();

/** The values in the statement, and the same as placeholders. */
type Values = { userId: string; now: string } & Pick<ListEmails, "threadId" | "mailboxId" | "accountId">;
type Given = { [name in keyof Values]: Values[name] | Placeholder };

const valuesOf = ({ actor, now }: SignedIn, { threadId, mailboxId, accountId }: ListEmails): Values => ({
  userId: actor.userId,
  now: now.toISOString(),
  threadId,
  mailboxId,
  accountId,
});

const placeholdersOf = ({ threadId, mailboxId, accountId }: ListEmails): Given => ({
  userId: sql.placeholder("userId"),
  now: sql.placeholder("now"),
  threadId: threadId && sql.placeholder("threadId"),
  mailboxId: mailboxId && sql.placeholder("mailboxId"),
  accountId: accountId && sql.placeholder("accountId"),
});

async function buildSearchConditions(
  context: SignedIn,
  { text, searchId, isUnmatched }: ListEmails,
): Promise<SearchCondition[]> {
  const searches =
    searchId || isUnmatched ? await listSearches(context, searchId ? [searchId] : undefined) : [];
  if (searchId && searches.length === 0) throw notFound(t`Search`);
  const texts = [text, ...(searchId ? searches.map(({ query }) => query) : [])];
  const wordings: SearchCondition[] = [];
  for (const each of texts) if (each !== undefined) wordings.push(await buildSearchCondition(context, each));
  const known = isUnmatched ? searches.map(({ query }) => parseAlternatives(query)) : [];
  wordings.push((table) => matchesNothing(table, known));
  return wordings;
}

/** The statement of a page, separate so that tests can check its plan. */
export function selectEmails(
  context: SignedIn,
  input: ListEmails,
  wording: SearchCondition = () => undefined,
  placeholders?: Given,
) {
  const page = keyset(ORDERS[input.sort], input);
  const given = placeholders ?? valuesOf(context, input);
  const after = placeholders ? page.once.after : page.after;
  const passes = (table: Emails) => [wording(table), ...filters(table, input, given)];
  const isNewest = input.threads ? isNewestOfThread(context, passes) : undefined;
  return context.db
    .select({ ...emailFields, ...page.columns })
    .from(emails)
    .where(and(eq(emails.userId, given.userId), isNull(emails.deletedAt), after, ...passes(emails), isNewest))
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
        gte(emails.deletedAt, new Date(context.now.getTime() - TRASH_DAYS * 86_400_000)),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  return page.of(rows);
}

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
  { status, view, ids }: ListEmails,
  { threadId, accountId, mailboxId, now }: Given,
): (SQL | undefined)[] {
  const isHere = sql`(${table.snoozedUntil} is null or ${table.snoozedUntil} <= ${now}::timestamptz)`;
  // Constants are written into the text: a plan for all values would know nothing of how many rows have them.
  const isNotArchived = or(sql`${table.category} is null`, ne(table.category, ARCHIVED))?.inlineParams();
  const isReceived = eq(table.status, "received").inlineParams();
  const parts: Record<EmailView, SQL | undefined> = {
    all: undefined,
    inbox: and(isReceived, eq(table.folder, "inbox").inlineParams(), isNotArchived, isHere),
    unread: and(isReceived, eq(table.isRead, false).inlineParams(), isHere),
    archived: eq(table.category, ARCHIVED).inlineParams(),
    starred: sql`${table.isStarred}`,
    snoozed: not(isHere),
    waiting: and(eq(table.status, "sent").inlineParams(), isNotNull(table.remindAt)),
    outbox: isInOutbox(table),
    junk: eq(table.folder, JUNK).inlineParams(),
  };
  return [
    status && eq(table.status, status).inlineParams(),
    threadId ? eq(table.threadId, threadId) : undefined,
    ids && inArray(table.id, ids),
    accountId === undefined
      ? undefined
      : accountId
        ? eq(table.accountId, accountId)
        : isNull(table.accountId),
    mailboxId ? isInMailbox(table, mailboxId) : undefined,
    view === "inbox" || view === "junk" || mailboxId || ids
      ? undefined
      : ne(table.folder, JUNK).inlineParams(),
    parts[view],
  ];
}

/** On its way, or stopped on its way. */
const isInOutbox = (table: Emails): SQL =>
  sql`${table.id} in (select ${mailDeliveries.emailId} from ${mailDeliveries}
    where ${mailDeliveries.userId} = ${table.userId} and ${mailDeliveries.state} <> 'sent')`;

const isInMailbox = (table: Emails, mailboxId: string | Placeholder): SQL =>
  sql`exists (select 1 from ${mailboxMessages} where ${mailboxMessages.userId} = ${table.userId}
    and ${mailboxMessages.emailId} = ${table.id} and ${mailboxMessages.mailboxId} = ${mailboxId})`;

/** One lookup in the thread index for each email of the page. */
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
