import { and, count, desc, eq, max } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { Document } from "./model.ts";
import { readDocument } from "./read-document.ts";
import { findOwnDocument, ownDocuments } from "./read-documents.ts";
import { documents, documentVersions } from "./tables.ts";
import { requireRoom } from "./uploads/require-room.ts";
import { storedBytes } from "./uploads/store-upload.ts";
import { finishUpload } from "./uploads.ts";
import { announceToReaders } from "./write-documents.ts";

const MAX_VERSIONS = 100;

/** A file that a document had before the one it has now. */
export const Version = z.object({
  id: Id,
  number: z.int(),
  fileName: z.string(),
  fileSize: z.int(),
  /** When this file was uploaded. */
  storedAt: Instant,
});

/** Keeps stored bytes as the file of a document; the one it had becomes an earlier version. See `uploadOf`. */
export function versionOf(storageKey: string, onStored: () => void, uploadId?: string): AnyCapability {
  const { uploadVersion } = resource("documents", {
    uploadVersion: write({
      summary: "Store an uploaded file as a new version of a document",
      input: z.strictObject({ id: Id, ...storedBytes }),
      output: Document,
      access: "user",
      agents: "hidden",
      run: async (context, { id, ...file }) => {
        const { current, number } = await lockFile(context, id);
        if (current.sha256 === file.sha256)
          throw new AppError("invalid", t`This is the file that it has already`);
        await requireRoom(context, file.fileSize, uploadId);
        const [latest] = await context.db
          .select({ number: max(documentVersions.number), count: count() })
          .from(documentVersions)
          .where(and(eq(documentVersions.userId, context.actor.userId), eq(documentVersions.documentId, id)));
        if ((latest?.count ?? 0) >= MAX_VERSIONS)
          throw new AppError("invalid", t`A document has at most ${MAX_VERSIONS} earlier versions`);
        const [stored] = await context.db
          .insert(documentVersions)
          .values({ ...current, number, documentId: id, userId: context.actor.userId })
          .returning({ id: documentVersions.id });
        if (uploadId) await finishUpload(context, uploadId, id);
        const next = Math.max(number, latest?.number ?? 0) + 1;
        const document = await setFile(
          context,
          id,
          { ...file, scanFinding: null, storageKey, storedAt: context.now },
          next,
        );
        context.undoWith({ capability: "documents.restoreVersion", input: { id, versionId: stored?.id } });
        onStored();
        return document;
      },
    }),
  });
  return uploadVersion as AnyCapability;
}

/** Earlier files of one of the actor's documents, the latest first. */
export async function versionsOf(context: SignedIn, id: string) {
  await findOwnDocument(context, id);
  const { current, number } = await lockFile(context, id);
  const versions = await context.db
    .select({ id: documentVersions.id, number: documentVersions.number, ...fileColumns })
    .from(documentVersions)
    .where(and(eq(documentVersions.userId, context.actor.userId), eq(documentVersions.documentId, id)))
    .orderBy(desc(documentVersions.number));
  return { current: { id, number, ...current }, versions };
}

/** The document has this file again; the one it had takes the version's place. */
export async function restoreVersion(context: SignedIn, id: string, versionId: string): Promise<Document> {
  const { current, number } = await lockFile(context, id);
  const [version] = await context.db
    .select({ number: documentVersions.number, ...fileColumns })
    .from(documentVersions)
    .where(
      and(
        eq(documentVersions.userId, context.actor.userId),
        eq(documentVersions.id, versionId),
        eq(documentVersions.documentId, id),
      ),
    );
  if (!version) throw notFound(t`Version`);
  await context.db
    .update(documentVersions)
    .set({ ...current, number })
    .where(and(eq(documentVersions.userId, context.actor.userId), eq(documentVersions.id, versionId)));
  const { number: restored, ...file } = version;
  return setFile(context, id, file, restored);
}

/** Deletes permanently: the bytes are deleted after the commit. */
export async function eraseVersion(context: SignedIn, id: string, versionId: string): Promise<Document> {
  const document = await findOwnDocument(context, id);
  const deleted = await context.db
    .delete(documentVersions)
    .where(
      and(
        eq(documentVersions.userId, context.actor.userId),
        eq(documentVersions.id, versionId),
        eq(documentVersions.documentId, id),
      ),
    )
    .returning({ key: documentVersions.storageKey });
  if (deleted.length === 0) throw notFound(t`Version`);
  await context.enqueue(removeFiles, { keys: deleted.map(({ key }) => key) });
  return document;
}

const fileColumns = {
  fileName: documentVersions.fileName,
  fileType: documentVersions.fileType,
  fileSize: documentVersions.fileSize,
  storageKey: documentVersions.storageKey,
  sha256: documentVersions.sha256,
  storedAt: documentVersions.storedAt,
  scanState: documentVersions.scanState,
  scanFinding: documentVersions.scanFinding,
};

type File = {
  fileName: string;
  fileType: string;
  fileSize: number;
  storageKey: string;
  sha256: string;
  storedAt: Date;
  scanState: string;
  scanFinding: string | null;
};

async function lockFile(context: SignedIn, id: string): Promise<{ current: File; number: number }> {
  const [row] = await context.db
    .select({
      fileName: documents.fileName,
      fileType: documents.fileType,
      fileSize: documents.fileSize,
      storageKey: documents.storageKey,
      sha256: documents.sha256,
      storedAt: documents.storedAt,
      scanState: documents.scanState,
      scanFinding: documents.scanFinding,
      createdAt: documents.createdAt,
      number: documents.fileVersion,
    })
    .from(documents)
    .where(ownDocuments(context, eq(documents.id, id)));
  if (!row) throw notFound(t`Document`);
  const { number, createdAt, storedAt, ...file } = row;
  return { current: { ...file, storedAt: storedAt ?? createdAt }, number };
}

async function setFile(context: SignedIn, id: string, file: File, fileVersion: number): Promise<Document> {
  const { version, summaryBy } = await findOwnDocument(context, id);
  await context.db
    .update(documents)
    .set({
      ...file,
      fileVersion,
      readState: "waiting",
      readFailure: null,
      hasPreview: false,
      // A model's summary is of the old text: the built-in rules write a new one, and a person may request the model
      // again.
      ...(summaryBy !== null && { aiSummary: null, summaryBy: null }),
      updatedAt: context.now,
      version: version + 1,
    })
    .where(ownDocuments(context, eq(documents.id, id)));
  await context.enqueue(readDocument, { id, userId: context.actor.userId });
  await announceToReaders(context, [id]);
  return findOwnDocument(context, id);
}
