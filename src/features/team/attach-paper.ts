import { eq, sql } from "drizzle-orm";
import { documents } from "#features/documents/documents.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { MAX_PAPERS } from "./model.ts";
import { decisionPapers as table } from "./tables.ts";

/**
 * Records the current state of one's own document: name, size and hash of its bytes. While the paper is attached, a
 * trigger of functions/share-papers.sql shares the document with those who see the decision.
 */
export async function attachPaper(
  context: SignedIn,
  { id: decisionId, workspaceId }: { id: string; workspaceId: string },
  documentId: string,
): Promise<void> {
  const { actor, db, now } = context;
  if ((await db.$count(table, eq(table.decisionId, decisionId))) >= MAX_PAPERS)
    throw new AppError("invalid", t`A decision has at most ${MAX_PAPERS} papers`);
  const { title, fileName, userId } = await documents.get(context, { id: documentId });
  if (userId !== actor.userId) throw notFound(t`Document`);
  const { rows } = await db.execute<{ sha256: string; fileSize: string }>(
    sql`select sha256, file_size as "fileSize" from documents
      where user_id = ${actor.userId} and id = ${documentId}`,
  );
  const file = returnedRow(rows);
  await db
    .insert(table)
    .values({
      decisionId,
      workspaceId,
      documentId,
      attachedBy: actor.userId,
      title,
      fileName,
      fileSize: Number(file.fileSize),
      sha256: file.sha256,
      createdAt: now,
    })
    .onConflictDoNothing();
}
