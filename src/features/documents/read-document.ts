import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id } from "#platform/capability/wire.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { translated } from "#platform/language/in-language.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import { extensionOf } from "./model.ts";
import type { ContentRead, readContent } from "./parsing/read-content.ts";
import { recognizeDocument } from "./recognize-document.ts";
import { fileToRead, type ReadFile, saveContent } from "./save-content.ts";

const reading = work<typeof readContent>("documents.readContent", { seconds: 20, megabytes: 256 });

const Payload = z.strictObject({ id: Id, userId: Id });

/** After an upload: parses the text of the file for search, preview and summary; may run again for the same file. */
export const readDocument: JobDefinition<typeof Payload> = {
  name: "documents.read",
  payload: Payload,
  // One notification may stand for many uploads: without polling the others would wait up to half a minute each.
  pollingSeconds: 2,
  run: async (worker, { id, userId }) => {
    let file: ReadFile | undefined;
    await runAsUser(worker, userId, async (context) => {
      file = await fileToRead(context, id);
    });
    while (file) {
      const current: ReadFile = file;
      const content = await readFile(worker, userId, current);
      const isScan = "pictures" in content && content.pictures > 0;
      const isRecognized = isScan && worker.config.recognizesScans;
      file = undefined;
      await runAsUser(worker, userId, async (context) => {
        const now = await fileToRead(context, id);
        // The file was replaced meanwhile. The job of the new version may have been merged with this one, so read it
        // here.
        if (now?.key !== current.key) {
          file = now;
          return;
        }
        // Save the text first, so that search finds it at once; OCR takes longer.
        await saveContent(context, id, isRecognized ? { ...content, recognized: null } : content);
        if (isRecognized) await context.enqueue(recognizeDocument, { id, userId });
      });
    }
  },
};

async function readFile(
  { workers, files }: Worker,
  userId: string,
  { key, fileName, size }: ReadFile,
): Promise<ContentRead> {
  const extension = extensionOf(fileName);
  if (!extension) return { failure: t`Files of this type are not read` };
  try {
    return await workers.run(
      reading,
      userId,
      { extension, today: new Date().toISOString().slice(0, 10) },
      { bytes: { size, open: () => files.get(key) } },
    );
  } catch (error) {
    const failure = error instanceof WorkError ? FAILURES[error.reason] : undefined;
    if (!failure) throw error;
    return { failure: translated(failure) };
  }
}

/** Failures caused by the file itself; all others are retried. */
const FAILURES: Partial<Record<WorkError["reason"], string>> = {
  time: t`Reading it takes longer than 20 seconds`,
  memory: t`Reading it needs too much memory`,
  crashed: t`The file is damaged and cannot be opened`,
};
