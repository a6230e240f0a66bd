import type { Readable } from "node:stream";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { RefusedContent } from "../uploads/refuse-content.ts";

/** security.md §6; for small files the compression ratio says little. */
const MAX_ENTRIES = 2000;
const MAX_UNPACKED_BYTES = 200 * 1024 ** 2;
const MAX_RATIO = 100;
const RATIO_COUNTS_FROM = 10 * 1024 ** 2;

export type Archive = {
  names: string[];
  /** Streams an entry that this program parses itself; null if there is no such entry. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | null>;
};

/**
 * Unpacks every entry once, counting, before any parser sees the file: sizes that an archive states may lie. Nothing of
 * it stays in memory; single entries are unpacked again while they are read.
 */
export async function openZip(bytes: Buffer): Promise<Archive> {
  const entries = new Map<string, Entry>();
  const names: string[] = [];
  try {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true });
    if (archive.entryCount > MAX_ENTRIES) throw new RefusedContent("bomb");
    let unpacked = 0;
    for await (const entry of archive.eachEntry()) {
      names.push(entry.fileName);
      entries.set(entry.fileName, entry);
      if (names.length > MAX_ENTRIES) throw new RefusedContent("bomb");
      if (entry.isEncrypted()) throw new RefusedContent("locked");
      unpacked = await countedWith(unpacked, archive, entry, bytes.length);
    }
    return {
      names,
      open: async (name) => {
        const entry = entries.get(name);
        return entry ? await streamOf(archive, entry) : null;
      },
    };
  } catch (error) {
    throw error instanceof RefusedContent ? error : new RefusedContent("broken");
  }
}

const streamOf = (archive: ZipFile, entry: Entry): Promise<Readable> => archive.openReadStreamPromise(entry);

async function countedWith(before: number, archive: ZipFile, entry: Entry, packed: number): Promise<number> {
  let unpacked = before;
  for await (const chunk of await streamOf(archive, entry)) {
    unpacked += chunk.length;
    if (unpacked > MAX_UNPACKED_BYTES || (unpacked > RATIO_COUNTS_FROM && unpacked > MAX_RATIO * packed))
      throw new RefusedContent("bomb");
  }
  return unpacked;
}
