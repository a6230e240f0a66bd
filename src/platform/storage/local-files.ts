import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  FILE_KEY,
  type FileContent,
  type StoredFile,
  type StoredFiles,
  storageFullError,
} from "./stored-files.ts";

/** Folder of incomplete files, before they are moved into place. */
const UNFINISHED = "unfinished";

/** Files below `folder` on this machine's disk (DATA_DIR/files). */
export function localFiles(folder: string): StoredFiles {
  const pathOf = (key: string) => {
    if (!FILE_KEY.test(key)) throw new Error("Not a key of a stored file");
    return join(folder, key);
  };
  return {
    put: (content) => put(folder, content),
    get: async (key, range) => (await open(pathOf(key), "r")).createReadStream(range),
    remove: async (key) => rm(pathOf(key), { force: true }),
    storedBefore: (then) => storedBefore(folder, then),
  };
}

async function* storedBefore(folder: string, then: Date): AsyncGenerator<string[]> {
  for (const name of await namesIn(join(folder, UNFINISHED)))
    if (await isOlder(join(folder, UNFINISHED, name), then))
      await rm(join(folder, UNFINISHED, name), { force: true });
  for (const first of await namesIn(folder))
    for (const second of first === UNFINISHED ? [] : await namesIn(join(folder, first))) {
      const keys: string[] = [];
      for (const name of await namesIn(join(folder, first, second))) {
        const key = `${first}/${second}/${name}`;
        if (FILE_KEY.test(key) && (await isOlder(join(folder, key), then))) keys.push(key);
      }
      if (keys.length > 0) yield keys;
    }
}

/** Folders and files that vanish meanwhile are no error: others remove them too. */
const namesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });

const isOlder = (path: string, then: Date) =>
  stat(path).then(
    ({ mtime }) => mtime < then,
    () => false,
  );

/** Written to a temporary file and renamed when complete: a reader sees all of a file or none. */
async function put(folder: string, content: FileContent): Promise<StoredFile> {
  const key = newKey();
  const path = join(folder, key);
  const unfinished = join(folder, UNFINISHED, key.replaceAll("/", ""));
  try {
    await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const written = await writeDurably(unfinished, content);
    await rename(unfinished, path);
    for (const parent of [dirname(path), dirname(dirname(path)), folder]) await syncFolder(parent);
    return { key, ...written };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw isFull(error) ? Object.assign(storageFullError(), { cause: error }) : error;
  }
}

/** The disk is full, the quota is used up, or the file exceeds the maximum size. */
const isFull = (error: unknown) =>
  ["ENOSPC", "EDQUOT", "EFBIG"].includes((error as NodeJS.ErrnoException).code ?? "");

function newKey(): string {
  const name = randomBytes(16).toString("hex");
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name.slice(4)}`;
}

async function writeDurably(path: string, content: FileContent): Promise<Omit<StoredFile, "key">> {
  const hash = createHash("sha256");
  let size = 0;
  await using file = await open(path, "wx", 0o600);
  let waiting: Uint8Array[] = [];
  let waitingSize = 0;
  const write = async () => {
    await writeAll(file, waiting);
    [waiting, waitingSize] = [[], 0];
  };
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    hash.update(chunk);
    size += chunk.byteLength;
    waiting.push(chunk);
    waitingSize += chunk.byteLength;
    if (waitingSize >= MAX_WRITE_BYTES) await write();
  }
  await write();
  await file.sync();
  return { size, sha256: hash.digest("hex") };
}

/** Bytes: small incoming pieces are combined into larger writes. */
const MAX_WRITE_BYTES = 1024 ** 2;

/** The system may write fewer bytes than requested. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  for (let remaining = chunks.filter(({ byteLength }) => byteLength > 0); remaining.length > 0; ) {
    const { bytesWritten } = await file.writev(remaining);
    remaining = remainingAfter(remaining, bytesWritten);
  }
}

function remainingAfter(chunks: readonly Uint8Array[], written: number): Uint8Array[] {
  let skipped = written;
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(Math.min(skipped, chunk.byteLength));
    skipped = Math.max(0, skipped - chunk.byteLength);
    return rest.byteLength > 0 ? [rest] : [];
  });
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}
