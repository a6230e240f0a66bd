import { randomUUID } from "node:crypto";
import { documents } from "#features/documents/tables.ts";
import type { StoredFile, StoredFiles } from "#platform/storage/stored-files.ts";
import { type Paper, papers } from "./papers.ts";
import type { SampleCalendar } from "./sample-calendar.ts";
import type { SampleWriter } from "./sample-writer.ts";
import type { Seeded } from "./seeded.ts";

/** Files written at a time: enough to hide the disk's waiting, few enough to leave it to others. */
const AT_ONCE = 16;

/** Stores the papers as files and describes them. */
export async function fillDocuments(
  writer: SampleWriter,
  count: number,
  put: StoredFiles["put"],
  calendar: SampleCalendar,
  random: Seeded,
): Promise<void> {
  const all = papers(random);
  if (count > all.length) throw new Error("The sample has too few papers");
  const chosen = all.slice(0, count);
  const stored = await store(put, chosen);
  await writer.insert(
    documents,
    chosen.map(({ text: _, ...paper }, n) => {
      const file = stored[n] as StoredFile;
      const createdAt = calendar.at(-1 - ((n * 29) % 211), `${8 + (n % 10)}:${10 + (n % 50)}`);
      return {
        ...paper,
        id: randomUUID(),
        userId: writer.userId,
        fileType: "text/plain",
        fileSize: file.size,
        storageKey: file.key,
        sha256: file.sha256,
        createdAt,
        updatedAt: createdAt,
      };
    }),
  );
}

async function store(put: StoredFiles["put"], chosen: readonly Paper[]): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (let start = 0; start < chosen.length; start += AT_ONCE) {
    const batch = chosen.slice(start, start + AT_ONCE).map(({ text }) => put(Buffer.from(text)));
    // Waits for all of them, so that whoever cleans up after a failure knows every file.
    const settled = await Promise.allSettled(batch);
    for (const one of settled)
      if (one.status === "rejected") throw one.reason;
      else stored.push(one.value);
  }
  return stored;
}
