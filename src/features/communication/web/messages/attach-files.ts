import type { DocumentOnWire } from "#features/documents/model.ts";
import { t } from "#i18n/message.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type Attachment, MAX_ATTACHMENTS } from "../../model.ts";
import { outbox } from "./message-actions.ts";

/** Uploads local files as documents of the sender and attaches them to the next message. */
export async function attachFiles(conversationId: string, files: readonly File[]): Promise<void> {
  for (const file of files)
    try {
      enclose(conversationId, await upload(file));
    } catch (error) {
      toast.failure(
        t`Failed to attach '${file.name}'`,
        error instanceof ApiError ? error.message : undefined,
      );
    }
}

export function enclose(conversationId: string, { id, fileName, fileType, fileSize }: DocumentOnWire): void {
  const { attachments } = outbox.fullDraftOf(conversationId);
  if (attachments.some(({ documentId }) => documentId === id)) return;
  if (attachments.length >= MAX_ATTACHMENTS)
    return void toast.failure(t`A message can have at most ${MAX_ATTACHMENTS} files`);
  const attachment: Attachment = { documentId: id, name: fileName, type: fileType, size: fileSize };
  outbox.enclose(conversationId, { attachments: [...attachments, attachment] });
}

async function upload(file: File): Promise<DocumentOnWire> {
  const form = new FormData();
  form.append("title", file.name.replace(/\.[^.]+$/, "") || file.name);
  form.append("description", "");
  form.append("category", "general");
  form.append("tags", "");
  form.append("file", file);
  const headers = { "x-adjutant-upload": "1", "idempotency-key": crypto.randomUUID() };
  const answer = await fetch("/files/documents", { method: "POST", headers, body: form });
  const body = await answer.json();
  if (answer.ok) return body;
  throw new ApiError(body.error.code, body.error.message, answer.status, body.error.details ?? {});
}
