import { t } from "#i18n/message.ts";
import { RecordWrites } from "#platform/client/record-writes.ts";
import { type FormValues, formOf } from "#platform/fields/field-form.ts";
import { toast } from "#ui/overlays/toast.ts";
import { documentFields } from "../fields.ts";
import type { DocumentOnWire } from "../model.ts";
import { documents } from "./api.ts";
import { documentRecords } from "./records.ts";

export const documentForm = formOf(documentFields);

/** Deleted documents stay in the trash for 30 days. */
export const documentWrites = new RecordWrites<DocumentOnWire, Partial<FormValues<typeof documentFields>>>({
  records: documentRecords,
  verbs: documents,
  report: toast,
  failures: {
    update: t`Failed to update document`,
    delete: t`Failed to delete document`,
    restore: t`Failed to restore document`,
  },
  messages: { updated: t`Document updated successfully`, deleted: t`Document deleted successfully` },
});

export const reportFailure = documentWrites.failed;

export async function toggleFavorite({ id, isFavorite }: DocumentOnWire): Promise<void> {
  const willBeFavorite = !isFavorite;
  const isSaved = await documentWrites.attempt(t`Failed to update favorite status`, () =>
    documentRecords.write(
      id,
      (document) => ({ ...document, isFavorite: willBeFavorite }),
      () => documents.setFavorite.call({ id, isFavorite: willBeFavorite }),
    ),
  );
  if (isSaved)
    toast.success(willBeFavorite ? t`Document added to favorites` : t`Document removed from favorites`);
}

/** Downloads the file under its name. */
export function downloadDocument({ fileUrl, fileName }: Pick<DocumentOnWire, "fileUrl" | "fileName">): void {
  const link = document.createElement("a");
  link.href = fileUrl;
  link.download = fileName;
  link.click();
}
