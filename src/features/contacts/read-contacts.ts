import { and, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { pageInput } from "#platform/capability/wire.ts";
import { columnsIn } from "#platform/database/field-columns.ts";
import { keyset, newest, oldest } from "#platform/database/keyset.ts";
import { contactFields } from "./fields.ts";
import { COUNT_CAP, type Contact, TRASH_DAYS } from "./model.ts";
import { cardFactsOf } from "./stored-cards.ts";
import { contacts, nameForPeople } from "./tables.ts";

export const ListContacts = z.strictObject({
  ...pageInput,
  isFavorite: z.literal(true).optional(),
  /** Words, or the beginnings of words, in name, address, telephone number or relationship. */
  text: z.string().trim().min(1).max(200).optional(),
});
type ListContacts = z.output<typeof ListContacts>;

export const contactColumns = {
  id: contacts.id,
  userId: contacts.userId,
  ...columnsIn(contacts, contactFields),
  provenance: contacts.provenance,
  isConfirmed: contacts.isConfirmed,
  createdAt: contacts.createdAt,
  deletedAt: contacts.deletedAt,
  version: contacts.version,
};

/** Sorted by name in ICU collation order. */
export async function listContacts(context: SignedIn, input: ListContacts) {
  const found = input.text === undefined ? undefined : await matchesText(context, input.text);
  const page = keyset(BY_NAME, input);
  const { items, nextCursor } = page.of(await selectContacts(context, input, found));
  return { items: await asContacts(context, items), nextCursor };
}

const BY_NAME = [oldest({ expression: nameForPeople, type: "text" }), oldest(contacts.id)];

/** The statement of a page, apart so that its plan can be looked at. */
export function selectContacts(context: SignedIn, input: ListContacts, found?: SQL) {
  const page = keyset(BY_NAME, input);
  return context.db
    .select({ ...contactColumns, ...page.columns })
    .from(contacts)
    .where(ownContacts(context, input.isFavorite && eq(contacts.isFavorite, true), found, page.after))
    .orderBy(...page.orderBy)
    .limit(page.fetch);
}

/** At most this many matches are listed; a broader search has to be narrowed. */
const MAX_MATCHES = 1000;

async function matchesText({ db }: SignedIn, text: string): Promise<SQL> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from matching_contacts(${text}, ${MAX_MATCHES}) as found(id)`,
  );
  return inArray(
    contacts.id,
    rows.map(({ id }) => id),
  );
}

/** Deleted at most 30 days ago, last deleted first. */
export async function listDeletedContacts(
  context: SignedIn,
  input: { cursor?: string | undefined; limit: number },
) {
  const { db, actor, now } = context;
  const page = keyset(
    [newest({ expression: sql`${contacts.deletedAt}`, type: "timestamptz" }), newest(contacts.id)],
    input,
  );
  const rows = await db
    .select({ ...contactColumns, ...page.columns })
    .from(contacts)
    .where(
      and(
        eq(contacts.userId, actor.userId),
        isNotNull(contacts.deletedAt),
        gte(contacts.deletedAt, new Date(now.getTime() - TRASH_DAYS * 86_400_000)),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  const { items, nextCursor } = page.of(rows);
  return { items: await asContacts(context, items), nextCursor };
}

export async function findContact(context: SignedIn, id: string): Promise<Contact> {
  const rows = await context.db
    .select(contactColumns)
    .from(contacts)
    .where(ownContacts(context, eq(contacts.id, id)));
  const [contact] = await asContacts(context, rows);
  if (!contact) throw notFound(t`Contact`);
  return contact;
}

/** COMM-03; counting stops at 1,000. */
export async function countContacts({ db, actor }: SignedIn) {
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (
    select from contacts where user_id = ${actor.userId} and deleted_at is null limit ${COUNT_CAP + 1}) few`);
  return { total: rows[0]?.total ?? 0 };
}

/** The actor's contacts that are not in the trash. */
export const ownContacts = ({ actor }: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(contacts.userId, actor.userId), isNull(contacts.deletedAt), ...conditions);

type Row = Omit<Contact, "accountId" | "photo" | "cardState">;

/** Adds who has an account here and what their cards add, in one statement each for the whole page. */
export async function asContacts(context: SignedIn, rows: readonly Row[]): Promise<Contact[]> {
  const cards = await cardFactsOf(context, rows);
  const accounts = await accountsOf(context, rows);
  return rows.map((row) => ({
    ...row,
    accountId: accounts.get(row.id) ?? null,
    photo: cards.get(row.id)?.photo ?? null,
    cardState: cards.get(row.id)?.state ?? "synced",
  }));
}

/** By contact: the account with its address, if there is one. */
export async function accountsOf(
  { db }: SignedIn,
  rows: readonly Pick<Row, "id" | "contactEmail">[],
): Promise<Map<string, string>> {
  const ids = rows.filter(({ contactEmail }) => contactEmail !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows: accounts } = await db.execute<{ contactId: string; userId: string }>(sql`
    select contact_id as "contactId", user_id as "userId" from accounts_of_contacts(${sql.param(ids)}::uuid[])`);
  return new Map(accounts.map(({ contactId, userId }) => [contactId, userId]));
}
