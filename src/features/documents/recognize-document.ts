import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#platform/capability/wire.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import type { ContentRead } from "./parsing/read-content.ts";
import type { recognizePages } from "./parsing/recognize-pages.ts";
import { fileToRead, type ReadFile, saveContent } from "./save-content.ts";
import { documents } from "./tables.ts";
import { announceToReaders } from "./write-documents.ts";

/** A separate process for each file, which may use its whole CPU share. */
const recognizing = work<typeof recognizePages>("documents.recognizePages", {
  seconds: 120,
  megabytes: 512,
});

const Payload = z.strictObject({ id: Id, userId: Id });

/** Runs OCR on a scan after its text was read. A separate queue, so that files of other people do not wait for it. */
export const recognizeDocument: JobDefinition<typeof Payload> = {
  name: "documents.recognize",
  payload: Payload,
  pollingSeconds: 2,
  run: async (worker, { id, userId }) => {
    let found: ReadFile | undefined;
    await runAsUser(worker, userId, async (context) => {
      found = await fileToRead(context, id);
    });
    const file = found as ReadFile | undefined;
    if (!file) return;
    const content = await recognize(worker, userId, file);
    await runAsUser(worker, userId, async (context) => {
      // Another version is read by a job of its own.
      if ((await fileToRead(context, id))?.key !== file.key) return;
      if (content) return saveContent(context, id, content);
      await context.db
        .update(documents)
        .set({ recognizedPages: 0 })
        .where(
          and(
            eq(documents.userId, context.actor.userId),
            eq(documents.id, id),
            eq(documents.storageKey, file.key),
          ),
        );
      context.announce({ resource: "documents", ids: [id] });
      await announceToReaders(context, [id]);
    });
  },
};

/** Null if OCR exceeds its limits: the text that was read without it stays. */
async function recognize(
  worker: Worker,
  userId: string,
  { key, size }: ReadFile,
): Promise<ContentRead | null> {
  const { workers, files, log } = worker;
  const today = new Date().toISOString().slice(0, 10);
  try {
    const bytes = { size, open: () => files.get(key) };
    return await workers.run(recognizing, userId, { today }, { bytes });
  } catch (error) {
    if (!(error instanceof WorkError) || error.reason === "busy" || error.reason === "closed") throw error;
    log.warn("Text recognition of a scan failed", { error });
    return null;
  }
}
