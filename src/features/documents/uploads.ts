import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { MISSING_FILE_OR_TITLE } from "./fields.ts";
import { extensionOf, MAX_FILE_BYTES, MAX_UPLOADS, NewDocument, UPLOAD_HOURS, Upload } from "./model.ts";
import { findOwnDocument } from "./read-documents.ts";
import { documentUploadParts, documentUploads } from "./upload-tables.ts";
import { cleanFileName } from "./uploads/clean-file-name.ts";
import { notAccepted } from "./uploads/inspect-content.ts";
import { requireRoom } from "./uploads/require-room.ts";

const NewUpload = z.strictObject({
  fileName: z.string().min(1).max(1000),
  fileSize: z.int().min(1).max(MAX_FILE_BYTES, t`A file may have at most 50 MB`),
  /** Of the whole file, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits"),
  fields: NewDocument.nullable().default(null),
  /** The document whose new version it becomes. */
  documentId: Id.nullable().default(null),
});

const byId = z.strictObject({ id: Id });

/** Large files on their way. Their parts go to /files/uploads/{id}. */
export const uploads = resource("uploads", {
  create: write({
    summary:
      "Start the upload of a large file in parts: as a new document with `fields`, or as a version of `documentId`",
    input: NewUpload,
    output: Upload,
    example: { fileName: "lease.txt", fileSize: 3, sha256: "0".repeat(64), fields: { title: "Lease" } },
    access: "user",
    run: createUpload,
  }),
  list: read({
    summary: "List the unfinished uploads, newest first",
    input: z.strictObject({}),
    output: z.object({ items: z.array(Upload) }),
    access: "user",
    run: async (context) => ({
      items: await context.db
        .select(uploadFields)
        .from(documentUploads)
        .where(unfinished(context))
        .orderBy(desc(documentUploads.createdAt), desc(documentUploads.id))
        .limit(MAX_UPLOADS),
    }),
  }),
  get: read({
    summary: "Get the progress of an upload",
    input: byId,
    output: Upload,
    access: "user",
    run: (context, { id }) => findUpload(context, id),
  }),
  delete: destroy({
    summary: "Cancel an upload; the parts received so far are removed",
    input: byId,
    output: byId,
    access: "user",
    run: async (context, { id }) => {
      await findUpload(context, id);
      await removeParts(context, id);
      await context.db
        .delete(documentUploads)
        .where(and(eq(documentUploads.userId, context.actor.userId), eq(documentUploads.id, id)));
      return { id };
    },
  }),
});

async function createUpload(context: SignedIn, input: z.output<typeof NewUpload>): Promise<Upload> {
  const { db, actor, now } = context;
  const { fields, documentId, fileSize } = input;
  if ((fields === null) === (documentId === null)) throw new AppError("invalid", MISSING_FILE_OR_TITLE);
  const fileName = cleanFileName(input.fileName);
  if (!extensionOf(fileName)) throw notAccepted();
  if (documentId) await findOwnDocument(context, documentId);
  await requireRoom(context, fileSize);
  if ((await db.$count(documentUploads, unfinished(context))) >= MAX_UPLOADS)
    throw new AppError(
      "invalid",
      t`At most ${MAX_UPLOADS} large files can be on their way: finish some first`,
    );
  const row = await db
    .insert(documentUploads)
    .values({ ...input, fileName, userId: actor.userId, expiresAt: expiryAfter(now) })
    .returning(uploadFields)
    .then(returnedRow);
  return row;
}

export const expiryAfter = (now: Date) => new Date(now.getTime() + UPLOAD_HOURS * 3_600_000);

export const uploadFields = {
  id: documentUploads.id,
  fileName: documentUploads.fileName,
  fileSize: documentUploads.fileSize,
  sha256: documentUploads.sha256,
  fields: documentUploads.fields,
  documentId: documentUploads.documentId,
  received: documentUploads.received,
  createdAt: documentUploads.createdAt,
  expiresAt: documentUploads.expiresAt,
};

const unfinished = ({ actor }: Pick<SignedIn, "actor">, ...conditions: SQL[]) =>
  and(eq(documentUploads.userId, actor.userId), isNull(documentUploads.resultId), ...conditions);

export async function findUpload(
  context: Pick<SignedIn, "db" | "actor">,
  id: string,
  { isLocked = false } = {},
): Promise<Upload> {
  const found = context.db
    .select(uploadFields)
    .from(documentUploads)
    .where(unfinished(context, eq(documentUploads.id, id)));
  const [row] = await (isLocked ? found.for("update") : found);
  if (!row) throw notFound(t`Upload`);
  return row;
}

/** Call in the transaction that creates the document; the upload stays, as the answer to a repeated request. */
export async function finishUpload(context: SignedIn, id: string, resultId: string): Promise<void> {
  await findUpload(context, id, { isLocked: true });
  await removeParts(context, id);
  await context.db
    .update(documentUploads)
    .set({ resultId })
    .where(and(eq(documentUploads.userId, context.actor.userId), eq(documentUploads.id, id)));
}

async function removeParts(context: SignedIn, id: string): Promise<void> {
  const deleted = await context.db
    .delete(documentUploadParts)
    .where(and(eq(documentUploadParts.userId, context.actor.userId), eq(documentUploadParts.uploadId, id)))
    .returning({ key: documentUploadParts.storageKey });
  if (deleted.length > 0) await context.enqueue(removeFiles, { keys: deleted.map(({ key }) => key) });
}
