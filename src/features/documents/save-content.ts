import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { documentTextChanged } from "./events.ts";
import { saveKeyDates } from "./key-dates.ts";
import { BUILT_IN } from "./model.ts";
import type { ContentRead } from "./parsing/read-content.ts";
import { documents, documentTexts } from "./tables.ts";
import { announceToReaders, readersOf } from "./write-documents.ts";

export type ReadFile = { key: string; fileName: string; size: number };

/** Locks the row, so it waits for concurrent changes of the file. */
export async function fileToRead({ db, actor }: SignedIn, id: string): Promise<ReadFile | undefined> {
  const [file] = await db
    .select({ key: documents.storageKey, fileName: documents.fileName, size: documents.fileSize })
    .from(documents)
    .where(
      and(
        eq(documents.id, id),
        eq(documents.userId, actor.userId),
        // Files that are not scanned yet are not opened; after the scan readDocument is enqueued.
        inArray(documents.scanState, ["unscanned", "clean"]),
      ),
    )
    .for("update");
  return file;
}

export async function saveContent(context: SignedIn, id: string, content: ContentRead): Promise<void> {
  const { db, actor } = context;
  if ("failure" in content) {
    await db
      .update(documents)
      .set({ readState: "failed", readFailure: content.failure, hasPreview: false })
      .where(and(eq(documents.userId, context.actor.userId), eq(documents.id, id)));
    await db
      .delete(documentTexts)
      .where(and(eq(documentTexts.userId, context.actor.userId), eq(documentTexts.documentId, id)));
  } else {
    const { text, preview, pages, pictures, recognized, summary, dates } = content;
    await db
      .update(documents)
      .set({
        readState: "read",
        readFailure: null,
        pages,
        picturePages: pictures,
        recognizedPages: recognized,
        hasPreview: preview !== null,
      })
      .where(and(eq(documents.userId, context.actor.userId), eq(documents.id, id)));
    await db
      .insert(documentTexts)
      .values({ documentId: id, userId: actor.userId, content: text, preview })
      .onConflictDoUpdate({ target: documentTexts.documentId, set: { content: text, preview } });
    await db
      .update(documents)
      .set({ aiSummary: summary, summaryBy: summary && BUILT_IN })
      .where(and(eq(documents.userId, context.actor.userId), eq(documents.id, id), writtenByRule));
    await saveKeyDates(context, id, dates);
  }
  context.announce({ resource: "documents", ids: [id] });
  await announceToReaders(context, [id]);
  const readers = [actor.userId, ...(await readersOf(context, [id]))];
  await context.publish(documentTextChanged, { documentId: id, readers });
}

/** Only a summary by the built-in rules, or none, is replaced. */
const writtenByRule = or(isNull(documents.aiSummary), eq(documents.summaryBy, BUILT_IN));
