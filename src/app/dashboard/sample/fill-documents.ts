import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { addressOf } from "#features/documents/read-documents.ts";
import { documentShares, documents } from "#features/documents/tables.ts";
import { workspaces } from "#features/team/tables.ts";
import type { StoredFile, StoredFiles } from "#platform/storage/stored-files.ts";
import { renderPdf } from "./render-pdf.ts";
import type { SampleCalendar } from "./sample-calendar.ts";
import { type SampleDocument, sampleDocuments } from "./sample-documents.ts";
import type { SampleWriter } from "./sample-writer.ts";
import type { Seeded } from "./seeded.ts";

/** Files written in parallel: enough to hide the disk's latency, few enough to leave it capacity for others. */
const CONCURRENCY = 16;

/** Stores the documents' files and their rows. */
export async function fillDocuments(
  writer: SampleWriter,
  count: number,
  put: StoredFiles["put"],
  calendar: SampleCalendar,
  random: Seeded,
): Promise<void> {
  const all = sampleDocuments(random);
  if (count > all.length) throw new Error("The sample has too few papers");
  const chosen = all.slice(0, count);
  const stored = await store(put, chosen);
  const sharedIds: string[] = [];
  await writer.insert(
    documents,
    chosen.map(({ text: _, ...paper }, n) => {
      const file = stored[n] as StoredFile;
      const id = randomUUID();
      if (paper.isShared) sharedIds.push(id);
      const createdAt = calendar.at(-1 - ((n * 29) % 211), `${8 + (n % 10)}:${10 + (n % 50)}`);
      return {
        ...paper,
        id,
        userId: writer.userId,
        fileType: paper.fileName.endsWith(".pdf") ? "application/pdf" : "text/plain",
        fileUrl: addressOf(id),
        fileSize: file.size,
        storageKey: file.key,
        sha256: file.sha256,
        createdAt,
        updatedAt: createdAt,
      };
    }),
  );
  await shareWithLeadership(writer, sharedIds);
}

/** Documents marked as shared are shared with the first workspace of the sample. */
async function shareWithLeadership(
  { db, userId }: SampleWriter,
  documentIds: readonly string[],
): Promise<void> {
  const [workspace] = await db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.createdBy, userId))
    .orderBy(workspaces.createdAt, workspaces.id)
    .limit(1);
  if (!workspace || documentIds.length === 0) return;
  await db
    .insert(documentShares)
    .values(documentIds.map((documentId) => ({ documentId, userId, workspaceId: workspace.id })));
}

async function store(put: StoredFiles["put"], chosen: readonly SampleDocument[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (let start = 0; start < chosen.length; start += CONCURRENCY) {
    const batch = chosen.slice(start, start + CONCURRENCY).map((paper) => put(bytesOf(paper)));
    // Waits for all writes, so that the clean-up after a failure knows every file.
    const settled = await Promise.allSettled(batch);
    for (const one of settled)
      if (one.status === "rejected") throw one.reason;
      else stored.push(one.value);
  }
  return stored;
}

const bytesOf = ({ title, fileName, text }: SampleDocument): Buffer =>
  fileName.endsWith(".pdf") ? renderPdf(title, text.split("\n\n").slice(1).join("\n\n")) : Buffer.from(text);
