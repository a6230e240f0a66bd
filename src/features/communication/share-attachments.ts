import { documents } from "#features/documents/documents.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Attachment } from "./model.ts";

/** The sender's own documents, read from now on by those who take part: who comes later is not among them. */
export async function shareAttachments(
  context: SignedIn,
  documentIds: readonly string[],
  participants: readonly string[],
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const id of new Set(documentIds)) {
    const { userId, fileName, fileType, fileSize } = await documents.get(context, { id });
    if (userId !== context.actor.userId) throw notFound("Document");
    for (const personId of participants)
      if (personId !== context.actor.userId) await documents.share(context, { id, with: { personId } });
    attachments.push({ documentId: id, name: fileName, type: fileType, size: fileSize });
  }
  return attachments;
}
