import { documents } from "#features/documents/documents.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Attachment } from "../model.ts";

/**
 * The sender's own documents. A trigger in functions/attachments.sql shares them with the conversation of the message:
 * participants can read them while they take part.
 */
export async function requireOwnAttachments(
  context: SignedIn,
  documentIds: readonly string[],
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const id of new Set(documentIds)) {
    const { userId, fileName, fileType, fileSize } = await documents.get(context, { id });
    if (userId !== context.actor.userId) throw notFound(t`Document`);
    attachments.push({ documentId: id, name: fileName, type: fileType, size: fileSize });
  }
  return attachments;
}
