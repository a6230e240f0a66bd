import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import type { Actor } from "#platform/capability/actor.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import { Id } from "#platform/capability/wire.ts";
import type { Edge } from "#platform/http/edge.ts";
import type { RouteParts } from "#platform/http/slice-routes.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import { Document, extensionOf, FILE_TYPES, PART_BYTES, Upload } from "../model.ts";
import { findReadableDocument } from "../read-documents.ts";
import { requireCleanContent } from "../scan-files.ts";
import { versionOf } from "../store-version.ts";
import { documentUploadParts, documentUploads } from "../upload-tables.ts";
import { expiryAfter, findUpload, uploads } from "../uploads.ts";
import { inspected } from "./inspect-content.ts";
import { isRefusal, storeFile } from "./receive-file.ts";
import { requireAcceptedContent } from "./require-accepted-content.ts";
import { uploadOf } from "./store-upload.ts";

const Headers = z.object({
  /** Offset of the part in the file, in bytes. */
  "upload-offset": z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
  /** Of the part, in hexadecimal. */
  "part-sha256": z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * PUT: the next part of a large file, as raw bytes. A part at another offset than the next one answers `conflict` with
 * the current upload; an interrupted or damaged part is discarded.
 */
export async function receivePart(context: Context<Edge>, parts: RouteParts): Promise<Response> {
  const body = bodyOf(context.req.raw);
  try {
    return await storePart(context, parts, body);
  } finally {
    await body.skip();
  }
}

async function storePart(context: Context<Edge>, parts: RouteParts, body: Body): Promise<Response> {
  const { files } = parts.services;
  const { actor, id, inTransaction } = requestedUpload(context, parts);
  const headers = Headers.safeParse(context.req.header());
  if (!headers.success)
    throw new AppError("invalid", t`Say with upload-offset and part-sha256 what this part is`);
  const { "upload-offset": start, "part-sha256": sha256 } = headers.data;
  const upload = await inTransaction("read", (each) => findUpload(each, id));
  requirePlace(upload, start);
  const stored = await files.put(body.read(Math.min(PART_BYTES, upload.fileSize - start)));
  try {
    if (stored.size === 0 || stored.sha256 !== sha256)
      throw new AppError("invalid", t`This part of the file arrived damaged: send it again`);
    const next = await inTransaction("write", async (each) => {
      requirePlace(await findUpload(each, id, { isLocked: true }), start);
      await each.db
        .insert(documentUploadParts)
        .values({ uploadId: id, userId: actor.userId, start, size: stored.size, storageKey: stored.key });
      await each.db
        .update(documentUploads)
        .set({ received: start + stored.size, expiresAt: expiryAfter(each.now) })
        .where(and(eq(documentUploads.userId, actor.userId), eq(documentUploads.id, id)));
      return findUpload(each, id);
    });
    return context.json(z.encode(Upload, next));
  } catch (error) {
    if (isRefusal(error)) await files.remove(stored.key);
    throw error;
  }
}

/** POST: all parts have arrived. Answers like an upload in one piece; a repeated request returns the same document. */
export async function finishParts(context: Context<Edge>, parts: RouteParts): Promise<Response> {
  const { services } = parts;
  const { actor, id, inTransaction } = requestedUpload(context, parts);
  const made = await inTransaction("read", ({ db }) => madeOf(db, actor, id));
  if (made) return context.json(await inTransaction("read", (each) => createdBefore(each, made)));
  const upload = await inTransaction("read", (each) => findUpload(each, id));
  if (upload.received < upload.fileSize) throw outOfOrder(upload);
  const { fileName, fields, documentId } = upload;
  const extension = extensionOf(fileName);
  if (!extension) throw notFound(t`Upload`);
  try {
    const keys = await inTransaction("read", (each) => keysOf(each, id));
    const stored = await services.files.put(inspected(joined(services.files, keys), extension));
    if (stored.sha256 !== upload.sha256) {
      await services.files.remove(stored.key);
      throw new AppError("invalid", t`The file changed while it was sent: choose it again`);
    }
    await requireAcceptedContent(services, actor.userId, stored, extension);
    const scanState = await requireCleanContent(services, stored);
    return await storeFile(
      context,
      parts,
      (key, onStored) => (documentId ? versionOf(key, onStored, id) : uploadOf(key, onStored, id)),
      { ...stored, fileName, fileType: FILE_TYPES[extension].type, scanState },
      documentId ? { id: documentId } : { ...fields },
    );
  } catch (error) {
    const rival = await inTransaction("read", ({ db }) => madeOf(db, actor, id));
    if (rival) return context.json(await inTransaction("read", (each) => createdBefore(each, rival)));
    // Invalid content would be refused again, so the upload is deleted.
    if (error instanceof AppError && error.code === "invalid")
      await inTransaction("write", (each) => uploads.delete(each, { id }));
    throw error;
  }
}

function requestedUpload(context: Context<Edge>, { services }: RouteParts) {
  const { actor, requestId } = context.var;
  authorize(actor, { access: "user", effect: "write" });
  const id = Id.safeParse(context.req.param("id"));
  if (!actor || !id.success) throw notFound(t`Upload`);
  return {
    actor,
    id: id.data,
    inTransaction: <T>(mode: "read" | "write", run: (each: SignedIn) => Promise<T>) =>
      services.database.transaction(actor.userId, mode, (db) =>
        run(contextFor(services, db, actor, requestId) as SignedIn),
      ),
  };
}

type Db = SignedIn["db"];

async function madeOf(db: Db, actor: Actor, id: string): Promise<string | null> {
  const [row] = await db
    .select({ resultId: documentUploads.resultId })
    .from(documentUploads)
    .where(and(eq(documentUploads.id, id), eq(documentUploads.userId, actor.userId)));
  return row?.resultId ?? null;
}

async function keysOf({ db, actor }: SignedIn, id: string): Promise<string[]> {
  const rows = await db
    .select({ key: documentUploadParts.storageKey })
    .from(documentUploadParts)
    .where(and(eq(documentUploadParts.userId, actor.userId), eq(documentUploadParts.uploadId, id)))
    .orderBy(documentUploadParts.start, documentUploadParts.id);
  return rows.map(({ key }) => key);
}

const createdBefore = async (context: SignedIn, id: string) => ({
  ...z.encode(Document, await findReadableDocument(context, id)),
  duplicateOf: null,
});

function requirePlace(upload: Upload, start: number): void {
  if (upload.received !== start || start >= upload.fileSize) throw outOfOrder(upload);
}

const outOfOrder = (upload: Upload) =>
  new AppError("conflict", t`Of this file ${upload.received} of ${upload.fileSize} bytes have arrived`, {
    current: z.encode(Upload, upload),
  });

/** Bytes read of a part, including those dropped beyond its size: for `takesBody`. */
export const MAX_PART_BODY = 2 * PART_BYTES;

type Body = { read(bytes: number): AsyncIterable<Uint8Array>; skip(): Promise<void> };

/**
 * The request body in chunks. The rest of a refused body is read and dropped, so that the browser receives the answer
 * and not a closed connection.
 */
function bodyOf({ body }: Request): Body {
  const chunks = (body ?? new Blob([]).stream())[Symbol.asyncIterator]();
  return {
    async *read(maxBytes) {
      let size = 0;
      for (;;) {
        const { done, value } = await chunks.next().catch((error: unknown) => {
          throw error instanceof AppError ? error : new AppError("invalid", t`The upload broke off`);
        });
        if (done) return;
        size += value.length;
        if (size > maxBytes)
          throw new AppError("invalid", t`A part of this file has at most ${maxBytes} bytes here`);
        yield value;
      }
    },
    skip: async () => {
      for (let remaining = MAX_PART_BODY; remaining > 0; ) {
        const { done, value } = await chunks.next().catch(() => ({ done: true, value: undefined }));
        if (done || !value) return;
        remaining -= value.length;
      }
    },
  };
}

async function* joined(files: StoredFiles, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) yield* await files.get(key);
}
