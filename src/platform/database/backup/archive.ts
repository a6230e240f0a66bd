import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { extract, type Pack, pack } from "tar-stream";
import { z } from "zod";
import { StartError } from "../start-error.ts";
import {
  type BackupKeys,
  type BackupLock,
  decryptArchive,
  encryptArchive,
  isEncrypted,
} from "./encrypt-archive.ts";

/*
 * A backup is a tar of these entries, in this order:
 *   manifest.json            what the schema was
 *   tables/NAME/000001.copy  the rows as COPY writes them (text), cut anywhere; joined in order they are one stream
 *   files/KEY                the stored files
 *   checksums.json           SHA-256 and size of everything before; without it the archive is incomplete
 * It may lie encrypted in an age file.
 */
export const Manifest = z.strictObject({
  format: z.literal("adjutant-backup-1"),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string() })),
});
/** Keys of stored files; other files in their folder are not ours. */
export const FILE_KEY = /^(?:[\w-]+\/)*[\w-]+$/;

export type Manifest = z.infer<typeof Manifest>;

const Checksums = z.strictObject({
  entries: z.array(z.strictObject({ name: z.string(), size: z.int(), sha256: z.string() })),
});
type Checksums = z.infer<typeof Checksums>;

export type ArchiveWriter = {
  add(name: string, content: Buffer): Promise<void>;
  /** Throws if the stream does not have exactly `size` bytes. */
  addStream(name: string, size: number, content: Readable): Promise<void>;
};

/** Writes the archive to a temporary file and renames it when it is complete and flushed to disk. */
export async function writeArchive(
  file: string,
  fill: (writer: ArchiveWriter) => Promise<void>,
  lock: BackupLock | null = null,
): Promise<void> {
  const unfinished = `${file}.unfinished`;
  const tar = pack();
  try {
    const source = lock ? await encryptArchive(tar, lock) : tar;
    const written = pipeline(source, createWriteStream(unfinished, { mode: 0o600 }));
    await Promise.all([written, fillAndClose(tar, fill)]);
    await sync(unfinished);
    await rename(unfinished, file);
    await sync(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw describe(error, file);
  }
}

/** Reads the whole archive and compares every byte with its checksums. Throws StartError where it is damaged. */
export async function verifyArchive(file: string, keys: BackupKeys = NO_KEYS): Promise<Manifest> {
  const found: Checksums["entries"] = [];
  let manifest: Manifest | undefined;
  let checksums: Checksums | undefined;
  const visit = async (name: string, entry: AsyncIterable<Buffer>) => {
    if (name === "checksums.json") {
      checksums = Checksums.parse(JSON.parse(String(await buffer(entry))));
      return;
    }
    const text: Buffer[] | null = name === "manifest.json" ? [] : null;
    const meter = new Meter();
    for await (const chunk of entry) {
      meter.measure(chunk);
      text?.push(chunk);
    }
    if (text) manifest = Manifest.parse(JSON.parse(String(Buffer.concat(text))));
    found.push({ name, size: meter.size, sha256: meter.sha256() });
  };
  await readArchive(file, visit, keys);
  if (!manifest || JSON.stringify(checksums?.entries) !== JSON.stringify(found)) throw damaged(file);
  return manifest;
}

/** Calls `visit` for every entry in turn; it must read the entry to its end. */
export async function readArchive(
  file: string,
  visit: (name: string, entry: AsyncIterable<Buffer>) => Promise<void>,
  keys: BackupKeys = NO_KEYS,
): Promise<void> {
  const tar = extract();
  const source = await contentOf(file, keys);
  const reading = pipeline(source, tar);
  // A failure is thrown by the loop or by `await fed`.
  reading.catch(() => {});
  try {
    for await (const entry of tar) await visit(entry.header.name, bytesOf(entry));
    await reading;
  } catch (error) {
    source.destroy();
    throw describe(error, file);
  }
}

export const NO_KEYS: BackupKeys = { passphrase: null, identities: [] };

async function contentOf(file: string, keys: BackupKeys): Promise<Readable> {
  const isLocked = await isEncrypted(file).catch((error: unknown) => {
    throw describe(error, file);
  });
  const source = createReadStream(file);
  if (!isLocked) return source;
  return decryptArchive(file, source, keys, (cause) => damaged(file, cause)).catch((error: unknown) => {
    source.destroy();
    throw error;
  });
}

/** tar-stream yields Buffers, which its types do not say. */
async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) yield chunk as Buffer;
}

async function fillAndClose(tar: Pack, fill: (writer: ArchiveWriter) => Promise<void>): Promise<void> {
  const checksums: Checksums = { entries: [] };
  const addStream = async (name: string, size: number, content: Readable) => {
    const meter = new Meter();
    await pipeline(content, meter, tar.entry({ name, size, mode: 0o600 }));
    checksums.entries.push({ name, size: meter.size, sha256: meter.sha256() });
  };
  const add = (name: string, content: Buffer) => addStream(name, content.length, Readable.from([content]));
  try {
    await fill({ add, addStream });
    await add("checksums.json", Buffer.from(JSON.stringify(checksums)));
    tar.finalize();
  } catch (error) {
    tar.destroy(error as Error);
    throw error;
  }
}

/** Passes bytes through while counting and hashing them. */
class Meter extends Transform {
  size = 0;
  readonly #hash: Hash = createHash("sha256");

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.measure(chunk);
    done(null, chunk);
  }

  measure(chunk: Buffer): void {
    this.size += chunk.length;
    this.#hash.update(chunk);
  }

  sha256(): string {
    return this.#hash.digest("hex");
  }
}

/** Reads the stream to its end and drops the content. */
export async function discard(stream: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of stream);
}

async function sync(path: string): Promise<void> {
  await using handle = await open(path, "r");
  await handle.sync();
}

const damaged = (file: string, cause?: unknown) =>
  new StartError(`${file} is damaged or not a backup of Adjutant; nothing was changed`, cause);

const UNOPENED: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "access is denied",
  ENOTDIR: "its folder is a file",
  EISDIR: "it is a folder",
};

function describe(error: unknown, file: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC") return new StartError(`The disk of ${file} is full; no backup was written`, error);
  const reason = UNOPENED[code ?? ""];
  if (reason) return new StartError(`${file} cannot be opened: ${reason}`, error);
  const unreadable =
    error instanceof SyntaxError ||
    error instanceof z.ZodError ||
    /^(Invalid tar header|Unexpected end of data)/.test(message ?? "");
  return unreadable ? damaged(file, error) : error;
}
