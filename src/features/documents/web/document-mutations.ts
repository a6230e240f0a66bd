import { definedFields } from "#platform/capability/wire.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { formOf } from "#platform/fields/field-form.ts";
import { toast } from "#ui/overlays/toast.ts";
import { documentFields } from "../fields.ts";
import type { DocumentChange, DocumentOnWire } from "../model.ts";
import { documents } from "./api.ts";
import { documentRecords } from "./records.ts";

export const documentForm = formOf(documentFields);

export async function toggleFavorite({ id, isFavorite }: DocumentOnWire): Promise<void> {
  const willBeFavorite = !isFavorite;
  try {
    await documentRecords.write(
      id,
      (document) => ({ ...document, isFavorite: willBeFavorite }),
      () => documents.setFavorite.call({ id, isFavorite: willBeFavorite }),
    );
  } catch (error) {
    return reportFailure("Failed to update favorite status", error);
  }
  toast.success(willBeFavorite ? "Document added to favorites" : "Document removed from favorites");
}

/** To the trash, where it stays for 30 days. */
export async function deleteDocument(document: DocumentOnWire): Promise<void> {
  try {
    await documentRecords.write(document.id, inTrash, async (latest) => {
      await documents.delete.call({ id: latest.id });
      return inTrash(latest);
    });
  } catch (error) {
    return reportFailure("Failed to delete document", error);
  }
  toast.undo("Document deleted successfully", () => void restoreDocument(document));
}

export async function restoreDocument(document: DocumentOnWire): Promise<void> {
  const { id } = document;
  try {
    await documentRecords.create({ ...document, deletedAt: null }, () => documents.restore.call({ id }));
  } catch (error) {
    reportFailure("Failed to restore document", error);
  }
}

/** Deletes permanently from the trash. */
export async function eraseDocument({ id }: DocumentOnWire): Promise<void> {
  try {
    await documentRecords.write(
      id,
      () => undefined,
      async () => {
        await documents.erase.call({ id });
        return null;
      },
    );
  } catch (error) {
    reportFailure("Failed to delete document", error);
  }
}

/** Rejects if the server refuses: with the conflict if the document was changed elsewhere, otherwise after a toast. */
export async function saveDocument(
  base: DocumentOnWire,
  change: DocumentChange,
  idempotencyKey: string,
): Promise<void> {
  try {
    await documentRecords.write(
      base.id,
      (document) => ({ ...document, ...definedFields(change) }),
      ({ id }) => documents.update.call({ id, version: base.version, ...change }, { idempotencyKey }),
    );
  } catch (error) {
    if (!conflictingDocument(error)) reportFailure("Failed to update document", error);
    throw error;
  }
  toast.success("Document updated successfully");
}

/** The server's current document if the error is a version conflict; otherwise null. */
export function conflictingDocument(error: unknown): DocumentOnWire | null {
  const isConflict = error instanceof ApiError && error.code === "conflict";
  return isConflict && error.details.current ? (error.details.current as DocumentOnWire) : null;
}

/** Downloads the file under its name. */
export function downloadDocument({ fileUrl, fileName }: Pick<DocumentOnWire, "fileUrl" | "fileName">): void {
  const link = document.createElement("a");
  link.href = fileUrl;
  link.download = fileName;
  link.click();
}

export function reportFailure(title: string, error: unknown): void {
  toast.failure(title, error instanceof ApiError ? error.message : undefined);
}

const inTrash = (document: DocumentOnWire): DocumentOnWire => ({
  ...document,
  deletedAt: new Date().toISOString(),
});
