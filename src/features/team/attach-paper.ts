import { eq, sql } from "drizzle-orm";
import { documents } from "#features/documents/documents.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { MAX_PAPERS } from "./model.ts";
import { decisionPapers as table } from "./tables.ts";

/** Shares one's own document with the workspace, explicitly, and keeps what it is now: name, size and hash of its bytes. */
export async function attachPaper(
  context: SignedIn,
  decisionId: string,
  workspaceId: string,
  documentId: string,
): Promise<void> {
  const { actor, db, now } = context;
  if ((await db.$count(table, eq(table.decisionId, decisionId))) >= MAX_PAPERS)
    throw new AppError("invalid", `A decision has at most ${MAX_PAPERS} papers`);
  await documents.share(context, { id: documentId, with: { workspaceId } });
  const { rows } = await db.execute<{ sha256: string; fileSize: string }>(
    sql`select sha256, file_size as "fileSize" from documents where id = ${documentId}`,
  );
  const { title, fileName } = await documents.get(context, { id: documentId });
  const [file] = rows;
  if (!file) throw new Error("What was shared a moment ago is there");
  await db
    .insert(table)
    .values({
      decisionId,
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
