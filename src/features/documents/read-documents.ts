import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { columnsIn } from "#platform/database/field-columns.ts";
import { documentFields } from "./fields.ts";
import type { Document } from "./model.ts";
import { documents } from "./tables.ts";

/** The columns of select and returning: without bytes and search vector. */
export const documentColumns = {
  id: documents.id,
  userId: documents.userId,
  ...columnsIn(documents, documentFields),
  fileName: documents.fileName,
  fileType: documents.fileType,
  fileSize: documents.fileSize,
  fileVersion: documents.fileVersion,
  isFavorite: documents.isFavorite,
  isShared: documents.isShared,
  aiSummary: documents.aiSummary,
  summaryBy: documents.summaryBy,
  readState: sql<Document["readState"]>`${documents.readState}`,
  readFailure: documents.readFailure,
  scanState: sql<Document["scanState"]>`${documents.scanState}`,
  scanFinding: documents.scanFinding,
  pages: documents.pages,
  picturePages: documents.picturePages,
  recognizedPages: documents.recognizedPages,
  hasPreview: documents.hasPreview,
  createdAt: documents.createdAt,
  updatedAt: documents.updatedAt,
  deletedAt: documents.deletedAt,
  version: documents.version,
};

type Row = Omit<Document, "fileUrl" | "ownerName" | "excerpt"> & { excerpt?: string | null };

/** `isFavorite` is the owner's: other readers always get false. */
export const asDocument = ({ actor }: SignedIn, row: Row, ownerName: string | null = null): Document => ({
  ...row,
  isFavorite: row.isFavorite && row.userId === actor.userId,
  fileUrl: addressOf(row.id),
  excerpt: row.excerpt ?? null,
  ownerName,
});

/** Where the bytes are served. */
export const addressOf = (id: string) => `/files/documents/${id}`;

/** The actor's documents that are not in the trash. */
export const ownDocuments = (context: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(documents.userId, context.actor.userId), isNull(documents.deletedAt), ...conditions);

/** One of the actor's own documents; throws `not_found`. */
export async function findOwnDocument(context: SignedIn, id: string): Promise<Document> {
  const [row] = await context.db
    .select(documentColumns)
    .from(documents)
    .where(ownDocuments(context, eq(documents.id, id)));
  if (!row) throw notFound(t`Document`);
  return asDocument(context, row);
}

/** The actor's own documents, and those shared with them. */
export const isOwnOrShared = sql`(${documents.userId} = my_user_id()
  or ${documents.id} in (select document_id from documents_shared_with_me()))`;

export async function findReadableDocument(context: SignedIn, id: string): Promise<Document> {
  const [row] = await context.db
    .select({
      ...documentColumns,
      ownerName: sql<string | null>`(select owner_name from documents_shared_with_me()
        where document_id = ${id} and ${documents.userId} <> ${context.actor.userId})`,
    })
    .from(documents)
    .where(and(eq(documents.id, id), isNull(documents.deletedAt), isOwnOrShared));
  if (!row) throw notFound(t`Document`);
  const { ownerName, ...fields } = row;
  return asDocument(context, fields, ownerName);
}
