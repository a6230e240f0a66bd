import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id } from "#platform/capability/wire.ts";
import { actAs } from "#platform/jobs/act-as.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import { keepKeyDates } from "./key-dates.ts";
import { BUILT_IN, extensionOf } from "./model.ts";
import type { ContentRead, readContent } from "./read-content.ts";
import { documents, documentTexts } from "./tables.ts";
import { tellReaders } from "./write-documents.ts";

const reading = work<typeof readContent>("documents.readContent", { seconds: 20, megabytes: 256 });

const Payload = z.strictObject({ id: Id, userId: Id });

/** After an upload: reads what the file says, for search, preview and summary. Reads again what it has read before. */
export const readDocument: JobDefinition<typeof Payload> = {
  name: "documents.read",
  payload: Payload,
  // One notice may stand for many uploads: the others are not left waiting for half a minute each.
  pollingSeconds: 2,
  run: async (worker, { id, userId }) => {
    let file: File | undefined;
    await actAs(worker, userId, async (context) => {
      file = await fileOf(context, id);
    });
    while (file) {
      const current: File = file;
      const content = await readFile(worker, current);
      file = undefined;
      await actAs(worker, userId, async (context) => {
        const now = await fileOf(context, id);
        if (now?.key === current.key) await keep(context, id, content);
        // Another version took its place meanwhile. Its job may have been taken for this one, so it is read here.
        else file = now;
      });
    }
  },
};

/** A summary that somebody else wrote stays. */
const writtenByRule = or(isNull(documents.aiSummary), eq(documents.summaryBy, BUILT_IN));

type File = { key: string; fileName: string; size: number };

/** Waits for whoever is changing the file just now. */
async function fileOf({ db, actor }: SignedIn, id: string): Promise<File | undefined> {
  const [file] = await db
    .select({ key: documents.storageKey, fileName: documents.fileName, size: documents.fileSize })
    .from(documents)
    .where(
      and(
        eq(documents.id, id),
        eq(documents.userId, actor.userId),
        // What the virus scanner has not passed is not opened; it tells when it has.
        inArray(documents.scanState, ["unscanned", "clean"]),
      ),
    )
    .for("update");
  return file;
}

async function readFile({ workers, files }: Worker, { key, fileName, size }: File): Promise<ContentRead> {
  const extension = extensionOf(fileName);
  if (!extension) return { failure: "Files of this type are not read" };
  try {
    return await workers.run(
      reading,
      { extension, today: new Date().toISOString().slice(0, 10) },
      { size, open: () => files.get(key) },
    );
  } catch (error) {
    const failure = error instanceof WorkError ? FAILURES[error.reason] : undefined;
    if (!failure) throw error;
    return { failure };
  }
}

/** What lies with the file; everything else is tried again. */
const FAILURES: Partial<Record<WorkError["reason"], string>> = {
  time: "Reading it takes longer than 20 seconds",
  memory: "Reading it needs too much memory",
  crashed: "The file is damaged and cannot be opened",
};

async function keep(context: SignedIn, id: string, content: ContentRead): Promise<void> {
  const { db, actor } = context;
  if ("failure" in content) {
    await db
      .update(documents)
      .set({ readState: "failed", readFailure: content.failure, hasPreview: false })
      .where(eq(documents.id, id));
    await db.delete(documentTexts).where(eq(documentTexts.documentId, id));
  } else {
    const { text, preview, pages, summary, dates } = content;
    await db
      .update(documents)
      .set({ readState: "read", readFailure: null, pages, hasPreview: preview !== null })
      .where(eq(documents.id, id));
    await db
      .insert(documentTexts)
      .values({ documentId: id, userId: actor.userId, content: text, preview })
      .onConflictDoUpdate({ target: documentTexts.documentId, set: { content: text, preview } });
    await db
      .update(documents)
      .set({ aiSummary: summary, summaryBy: summary && BUILT_IN })
      .where(and(eq(documents.id, id), writtenByRule));
    await keepKeyDates(context, id, dates);
  }
  context.announce({ resource: "documents", ids: [id] });
  await tellReaders(context, [id]);
}
