import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { Id } from "#platform/capability/wire.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { Document, NewDocument, ScanState } from "../model.ts";
import { readDocument } from "../read-document.ts";
import { addressOf, asDocument, documentColumns } from "../read-documents.ts";
import { documents } from "../tables.ts";
import { finishUpload } from "../uploads.ts";
import { requireRoom } from "./require-room.ts";

/** The facts about the bytes: the same for a retry of the upload, even though its storage key differs. */
export const storedBytes = {
  fileName: z.string(),
  fileType: z.string(),
  fileSize: z.int(),
  sha256: z.string(),
  scanState: ScanState.exclude(["refused"]),
};
const UploadedFile = NewDocument.extend(storedBytes);

export const UploadedDocument = Document.extend({
  /** Another document with the same bytes. */
  duplicateOf: z.object({ id: Id, title: z.string() }).nullable(),
});

/**
 * The capability that creates a document from bytes already stored. Never registered under a name: whoever could choose
 * a storage key could read any file. Calls `onStored` in its transaction, after writing the row.
 */
export function uploadOf(storageKey: string, onStored: () => void, uploadId?: string): AnyCapability {
  const { upload } = resource("documents", {
    upload: write({
      summary: "Store an uploaded file as a document",
      input: UploadedFile,
      output: UploadedDocument,
      access: "user",
      agents: "hidden",
      run: async (context, file) => {
        await requireRoom(context, file.fileSize, uploadId);
        const duplicateOf = await sameBytes(context, file.sha256);
        const id = randomUUID();
        const row = await context.db
          .insert(documents)
          .values({ ...file, id, userId: context.actor.userId, storageKey, fileUrl: addressOf(id) })
          .returning(documentColumns)
          .then(returnedRow);
        if (uploadId) await finishUpload(context, uploadId, id);
        await context.enqueue(readDocument, { id, userId: context.actor.userId });
        context.undoWith({ capability: "documents.delete", input: { id } });
        onStored();
        return { ...asDocument(context, row), duplicateOf };
      },
    }),
  });
  return upload as AnyCapability;
}

async function sameBytes({ db, actor }: SignedIn, sha256: string) {
  const [same] = await db
    .select({ id: documents.id, title: documents.title })
    .from(documents)
    .where(and(eq(documents.userId, actor.userId), eq(documents.sha256, sha256), isNull(documents.deletedAt)))
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(1);
  return same ?? null;
}
