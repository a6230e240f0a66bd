import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Services } from "#platform/capability/services.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { notify } from "#platform/notify/notify.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import type { StoredFile } from "#platform/storage/stored-files.ts";
import type { ScanState } from "./model.ts";
import { scanWithClamd } from "./providers/clamd.ts";
import { readDocument } from "./read-document.ts";
import { documents, documentVersions } from "./tables.ts";
import { announceToReaders } from "./write-documents.ts";

type Scanner = Pick<Services, "files" | "config" | "log">;

/**
 * Scans a stored file before it becomes a document. Throws if something is found, after deleting the file; if the
 * scanner cannot be reached, the file is `waiting` and cannot be opened.
 */
export async function requireCleanContent(
  { files, config, log }: Scanner,
  { key }: Pick<StoredFile, "key">,
): Promise<Exclude<ScanState, "refused">> {
  if (!config.clamdAddress) return "unscanned";
  const finding = await scanWithClamd(config.clamdAddress, () => files.get(key)).catch((error: unknown) => {
    log.warn("The virus scanner could not be reached", { error });
    return undefined;
  });
  if (finding === undefined) return "waiting";
  if (finding === null) return "clean";
  await files.remove(key);
  throw new AppError("invalid", t`The virus scanner found '${finding}' in this file, so it was not saved`, {
    fields: { file: t`This file contains a virus` },
  });
}

/** Throws `forbidden`, with a message for people, if the file may not be opened. */
export function requireOpen(file: { scanState: string; scanFinding: string | null }): void {
  if (file.scanState === "waiting")
    throw new AppError(
      "forbidden",
      t`This file is waiting for the virus scanner. It opens after it is scanned`,
    );
  if (file.scanState === "refused")
    throw new AppError("forbidden", t`The virus scanner found '${file.scanFinding ?? ""}' in this file`);
}

const Nothing = z.strictObject({});
type Waiting = { id: string; user_id: string; storage_key: string; document_id: string | null };

/**
 * Every minute: scans waiting files; if the instance has no scanner any more, they become `unscanned` like all others.
 */
export const scanWaitingFiles: JobDefinition<typeof Nothing> = {
  name: "documents.scan-waiting",
  payload: Nothing,
  cron: "* * * * *",
  run: async (worker) => {
    const { rows } = await worker.database.transaction(null, "read", (db) =>
      db.execute<Waiting>(sql`select id, user_id, storage_key, document_id from files_to_scan(50)`),
    );
    for (const file of rows) {
      const verdict = await verdictOn(worker, file.storage_key);
      if (!verdict) return;
      await recordVerdict(worker, file, verdict);
    }
  },
};

type Verdict = { scanState: ScanState; scanFinding: string | null };

/** Null while the scanner cannot be reached: all others wait as well. */
async function verdictOn({ files, config, log }: Worker, key: string): Promise<Verdict | null> {
  if (!config.clamdAddress) return { scanState: "unscanned", scanFinding: null };
  try {
    const scanFinding = await scanWithClamd(config.clamdAddress, () => files.get(key));
    return { scanState: scanFinding === null ? "clean" : "refused", scanFinding };
  } catch (error) {
    log.warn("The virus scanner could not be reached", { error });
    return null;
  }
}

async function recordVerdict(worker: Worker, file: Waiting, verdict: Verdict): Promise<void> {
  const { id, user_id: userId, storage_key: key, document_id: documentId } = file;
  await runAsUser(worker, userId, async (context) => {
    const table = documentId ? documentVersions : documents;
    const changed = await context.db
      .update(table)
      .set(verdict)
      .where(and(eq(table.userId, userId), eq(table.id, id), eq(table.storageKey, key)))
      .returning({ fileName: table.fileName });
    const [updated] = changed;
    // The file was replaced meanwhile, and the new one is scanned separately.
    if (!updated) return;
    const ids = [documentId ?? id];
    context.announce({ resource: "documents", ids });
    await announceToReaders(context, ids);
    if (verdict.scanState !== "refused") {
      if (!documentId) await context.enqueue(readDocument, { id, userId });
      return;
    }
    await context.enqueue(removeFiles, { keys: [key] });
    await notify(context, {
      userIds: [userId],
      title: () => t`A virus was found in '${updated.fileName}'`,
      message: () =>
        t`The scanner found '${verdict.scanFinding ?? ""}'. The file cannot be opened and its bytes were removed.`,
      type: "document",
      priority: "high",
      href: `/documents/${documentId ?? id}`,
    });
  });
}
