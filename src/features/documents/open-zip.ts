import { fromBufferPromise } from "yauzl";
import { RefusedContent } from "./refuse-content.ts";

/** security.md §6; a ratio says little about small files. */
const MOST_ENTRIES = 2000;
const MOST_UNPACKED = 200 * 1024 ** 2;
const MOST_RATIO = 100;
const RATIO_COUNTS_FROM = 10 * 1024 ** 2;

/**
 * Unpacks every entry once, counting, before any parser sees the file: sizes that an archive states may lie. Answers the
 * names of its entries and reads single ones.
 */
export async function openZip(
  bytes: Buffer,
): Promise<{ names: string[]; read(name: string): Buffer | null }> {
  const kept = new Map<string, Buffer>();
  const names: string[] = [];
  let unpacked = 0;
  try {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true });
    if (archive.entryCount > MOST_ENTRIES) throw new RefusedContent("bomb");
    for await (const entry of archive.eachEntry()) {
      names.push(entry.fileName);
      if (names.length > MOST_ENTRIES) throw new RefusedContent("bomb");
      if (entry.isEncrypted()) throw new RefusedContent("locked");
      const chunks: Buffer[] = [];
      for await (const chunk of await archive.openReadStreamPromise(entry)) {
        unpacked += chunk.length;
        if (
          unpacked > MOST_UNPACKED ||
          (unpacked > RATIO_COUNTS_FROM && unpacked > MOST_RATIO * bytes.length)
        )
          throw new RefusedContent("bomb");
        if (KEPT.test(entry.fileName)) chunks.push(chunk);
      }
      if (KEPT.test(entry.fileName)) kept.set(entry.fileName, Buffer.concat(chunks));
    }
  } catch (error) {
    throw error instanceof RefusedContent ? error : new RefusedContent("broken");
  }
  return { names, read: (name) => kept.get(name) ?? null };
}

/** What this program reads by itself: slides and their notes, and the list of all parts. */
const KEPT = /^(\[Content_Types\]\.xml|ppt\/(slides|notesSlides)\/[^/]+\.xml)$/;
