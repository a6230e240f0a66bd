import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { Document, type DocumentChange } from "./model.ts";
import { asDocument, documentColumns, findOwnDocument, ownDocuments } from "./read-documents.ts";
import { documents, documentVersions } from "./tables.ts";

/** Changes the given fields of one of the actor's documents; where `version` is given and not its latest, refuses. */
export async function updateDocument(
  context: SignedIn,
  id: string,
  change: DocumentChange & { isFavorite?: boolean },
  version?: number,
): Promise<{ document: Document; before: Document }> {
  const [row] = await context.db
    .select(documentColumns)
    .from(documents)
    .where(ownDocuments(context, eq(documents.id, id)))
    .for("update");
  if (!row) throw notFound(t`Document`);
  const before = asDocument(context, row);
  if (version !== undefined && version !== row.version)
    throw new AppError("conflict", t`This document was changed elsewhere in the meantime`, {
      current: z.encode(Document, before),
    });
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  // A star is a mark of the reader, no change of the document.
  const isChange = Object.keys(given).some((field) => field !== "isFavorite");
  const updatedAt = isChange ? context.now : row.updatedAt;
  const [written] = await context.db
    .update(documents)
    .set({ ...given, version: row.version + 1, updatedAt })
    .where(ownDocuments(context, eq(documents.id, id)))
    .returning(documentColumns);
  if (!written) throw notFound(t`Document`);
  await announceToReaders(context, [id]);
  return { document: asDocument(context, written), before };
}

/** Moves documents to the trash, where nobody else can read them. */
export async function trashDocuments(context: SignedIn, ids: readonly string[]): Promise<void> {
  const trashed = await context.db
    .update(documents)
    .set({ deletedAt: context.now, version: sql`${documents.version} + 1` })
    .where(ownDocuments(context, inArray(documents.id, [...ids])))
    .returning({ id: documents.id });
  if (trashed.length < new Set(ids).size) throw notFound(t`Document`);
  await announceToReaders(context, ids);
}

/** Restores from the trash, with its shares. A document that is not in the trash is returned unchanged. */
export async function restoreDocument(context: SignedIn, id: string): Promise<Document> {
  await restoreDocuments(context, [id]);
  return findOwnDocument(context, id);
}

/** Restores those that are in the trash. */
export async function restoreDocuments(context: SignedIn, ids: readonly string[]): Promise<void> {
  await context.db
    .update(documents)
    .set({ deletedAt: null, version: sql`${documents.version} + 1`, updatedAt: context.now })
    .where(
      and(
        eq(documents.userId, context.actor.userId),
        inArray(documents.id, [...ids]),
        isNotNull(documents.deletedAt),
      ),
    );
  await announceToReaders(context, ids);
}

/** Deletes permanently from the trash; the bytes are deleted after the commit. */
export async function eraseDocument(context: SignedIn, id: string): Promise<void> {
  const versions = await context.db
    .select({ key: documentVersions.storageKey })
    .from(documentVersions)
    .where(and(eq(documentVersions.userId, context.actor.userId), eq(documentVersions.documentId, id)));
  const deleted = await context.db
    .delete(documents)
    .where(and(own(context, id), isNotNull(documents.deletedAt)))
    .returning({ key: documents.storageKey });
  if (deleted.length === 0) throw notFound(t`Document`);
  await context.enqueue(removeFiles, { keys: [...deleted, ...versions].map(({ key }) => key) });
}

/** Publishes the change to the other readers of these documents. */
export async function announceToReaders(context: SignedIn, ids: readonly string[]): Promise<void> {
  const audience = await readersOf(context, ids);
  if (audience.length > 0) context.announce({ resource: "documents", ids: [...ids], audience });
}

/** Everybody else who may read one of these documents. */
export async function readersOf({ db }: SignedIn, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from readers_of_documents(${sql.param([...ids])}::uuid[]) as reader(id)`,
  );
  return rows.map(({ id }) => id);
}

const own = ({ actor }: SignedIn, id: string) =>
  and(eq(documents.id, id), eq(documents.userId, actor.userId));
