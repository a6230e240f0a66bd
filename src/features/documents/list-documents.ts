import { and, eq, gte, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { pageInput } from "#platform/capability/wire.ts";
import { keyset, newest, oldest, type SortKey } from "#platform/database/keyset.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { COUNT_CAP, DocumentCategory, DocumentSort, TRASH_DAYS } from "./model.ts";
import { asDocument, documentColumns, findOwnDocument, ownDocuments } from "./read-documents.ts";
import { documents, titleForPeople } from "./tables.ts";

export const ListDocuments = z.strictObject({
  ...pageInput,
  sort: DocumentSort.default("created_at"),
  category: DocumentCategory.optional(),
  /** `mine`; `favorites` and `shared` of mine; or `withMe`, shared with me by others. */
  show: z.enum(["mine", "favorites", "shared", "withMe"]).default("mine"),
  /** Words, or prefixes of words, in title, file name, tags, description or content. */
  text: z.string().trim().min(1).max(200).optional(),
});
type ListDocuments = z.output<typeof ListDocuments>;

export async function listDocuments(context: SignedIn, input: ListDocuments) {
  if (input.show === "withMe") return listShared(context, input);
  const wording = input.text === undefined ? undefined : await matchesText(context, input.text);
  const page = keyset(ORDERS[input.sort], input);
  const { items, nextCursor } = page.of(await selectDocuments(context, input, wording));
  return { items: items.map((row) => asDocument(context, row)), nextCursor };
}

/** The statement of a page, apart so that its plan can be looked at. */
export function selectDocuments(context: SignedIn, input: ListDocuments, wording?: SQL) {
  const page = keyset(ORDERS[input.sort], input);
  return context.db
    .select({ ...documentColumns, excerpt: excerptOf(input), ...page.columns })
    .from(documents)
    .where(ownDocuments(context, page.after, wording, ofCategory(input), FILTERS[input.show]))
    .orderBy(...page.orderBy)
    .limit(page.fetch);
}

const FILTERS: Record<ListDocuments["show"], SQL | undefined> = {
  mine: undefined,
  favorites: eq(documents.isFavorite, true),
  shared: eq(documents.isShared, true),
  withMe: undefined,
};

async function listShared(context: SignedIn, input: ListDocuments) {
  const page = keyset(ORDERS[input.sort], input);
  const rows = await context.db
    .select({
      ...documentColumns,
      excerpt: excerptOf(input),
      ownerName: sql<string>`shared.owner_name`,
      ...page.columns,
    })
    // rule: owner-in-query - other people's documents: the function that is joined knows which ones they share
    .from(documents)
    .innerJoin(sql`documents_shared_with_me() as shared`, sql`shared.document_id = ${documents.id}`)
    .where(and(page.after, ofCategory(input), input.text ? containsText(input.text) : undefined))
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  const { items, nextCursor } = page.of(rows);
  return {
    items: items.map(({ ownerName, ...row }) => asDocument(context, row, ownerName)),
    nextCursor,
  };
}

const ofCategory = ({ category }: ListDocuments) => category && eq(documents.category, category);

/** Up to 1,000 matches: by id, from the search index. More: tests each document in the order of the list. */
async function matchesText({ db }: SignedIn, text: string): Promise<SQL> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from matching_documents(${text}, ${MAX_MATCHES_BY_ID + 1}) as found(id)`,
  );
  if (rows.length > MAX_MATCHES_BY_ID) return containsText(text);
  return inArray(
    documents.id,
    rows.map(({ id }) => id),
  );
}

const MAX_MATCHES_BY_ID = 1000;

/**
 * Matches the details, or details and content together. A scalar subquery for each row: with `exists` PostgreSQL read
 * all texts at once.
 */
const containsText = (text: string) =>
  sql`(${documents.search} @@ search_query(${text}) or coalesce((
    select t.search @@ search_query(${text}) from document_texts t
      where t.document_id = ${documents.id} and t.user_id = documents.user_id), false))`;

/** Made for the rows of the page only. */
const excerptOf = ({ text }: ListDocuments) =>
  text === undefined
    ? sql<string | null>`null::text`
    : sql<string | null>`(select excerpt_around(t.content, ${text}) from document_texts t
          where t.document_id = ${documents.id} and t.user_id = documents.user_id)`;

const MAX_SIMILAR = 5;

/** Of the actor's own documents; none where its text was not read. */
export async function similarDocuments(context: SignedIn, id: string) {
  await findOwnDocument(context, id);
  const rows = await context.db
    .select({ ...documentColumns, score: sql`alike.score` })
    .from(documents)
    .innerJoin(sql`similar_documents(${id}, ${MAX_SIMILAR}) as alike`, sql`alike.id = ${documents.id}`)
    .where(ownDocuments(context))
    .orderBy(sql`alike.score desc`, documents.id);
  return { items: rows.map(({ score: _, ...row }) => asDocument(context, row)) };
}

/** Deleted at most 30 days ago, last deleted first. */
export async function listTrash(context: SignedIn, input: { cursor?: string | undefined; limit: number }) {
  const deletedAt = { expression: sql`${documents.deletedAt}`, type: "timestamptz" };
  const page = keyset([newest(deletedAt), newest(documents.id)], input);
  const rows = await context.db
    .select({ ...documentColumns, ...page.columns })
    .from(documents)
    .where(
      and(
        eq(documents.userId, context.actor.userId),
        isNotNull(documents.deletedAt),
        gte(documents.deletedAt, new Date(context.now.getTime() - TRASH_DAYS * 86_400_000)),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  const { items, nextCursor } = page.of(rows);
  return { items: items.map((row) => asDocument(context, row)), nextCursor };
}

const byTitle: SortKey["by"] = { expression: titleForPeople, type: "text" };

/** Every order ends with the id, and every one has its index. */
const ORDERS: Record<DocumentSort, readonly SortKey[]> = {
  created_at: [newest(documents.createdAt), newest(documents.id)],
  title: [oldest(byTitle), oldest(documents.id)],
  size: [newest(documents.fileSize), newest(documents.id)],
};

/** A count of COUNT_CAP + 1 means more than COUNT_CAP. */
export const DocumentStats = z.object({
  total: z.int(),
  favorites: z.int(),
  shared: z.int(),
  /** With a summary by the assistant. */
  aiProcessed: z.int(),
  /** Shared with the actor by others. */
  withMe: z.int(),
  trash: z.int(),
  /** Bytes of all files, those in the trash included. */
  usedBytes: z.number(),
});

export async function documentStats(context: SignedIn) {
  const { db, actor } = context;
  const counted = (...conditions: (SQL | undefined)[]) => capped(ownDocuments(context, ...conditions));
  const capped = (condition: SQL | undefined) =>
    sql<number>`(select count(*)::int from ${db
      .select({ one: sql`1` })
      .from(documents)
      .where(and(eq(documents.userId, actor.userId), condition))
      .limit(COUNT_CAP + 1)
      .as("counted")})`;
  const stats = await db
    .select({
      total: counted(),
      favorites: counted(FILTERS.favorites),
      shared: counted(FILTERS.shared),
      aiProcessed: counted(isNotNull(documents.aiSummary)),
      withMe: sql<number>`(select count(*)::int from documents_shared_with_me())`,
      trash: capped(isNotNull(documents.deletedAt)),
      usedBytes: usedBytes(context),
    })
    .from(sql`(select) as nothing`)
    .then(returnedRow);
  return stats;
}

export const usedBytes = ({ actor }: SignedIn) =>
  sql<number>`(select coalesce(sum(d.file_size), 0) from documents d where d.user_id = ${actor.userId})
    + (select coalesce(sum(v.file_size), 0) from document_versions v where v.user_id = ${actor.userId})`.mapWith(
    Number,
  );
