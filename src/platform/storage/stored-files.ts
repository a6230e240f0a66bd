import type { Readable } from "node:stream";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";

export type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/** Key format of every stored file; on a disk two levels of 256 folders keep each folder small. */
export const FILE_KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{28}$/;

/** The file that says whose files a folder or bucket has: no stored file, so it is in no list and no backup. */
export const PLACE_MARK = "instance.json";

export type StoredFile = {
  /** Random; the only way to find the file again. Never derived from user input. */
  key: string;
  /** Size in bytes. */
  size: number;
  /** SHA-256 of the content, in hexadecimal. */
  sha256: string;
};

/** Thrown if the disk or the bucket is full; the incomplete file has been removed. */
export const storageFullError = () =>
  new AppError(
    "unavailable",
    t`The server has no room left for files, so nothing was saved. Please tell its administrator.`,
    {
      retryAfter: 60,
    },
  );

/** The storage of documents and attachments. A file never changes: a new version has a new key. */
export type StoredFiles = {
  /** Resolves when the file would survive a power cut; leaves nothing behind if it fails. */
  put(content: FileContent): Promise<StoredFile>;
  /** Opens the file, so that a missing one rejects here and not in the middle of a response; `end` is inclusive. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Does nothing if the file is already gone. */
  remove(key: string): Promise<void>;
  /** Keys of all files stored before then, a batch at a time; files still incomplete since then are removed. */
  storedBefore(then: Date): AsyncIterable<string[]>;
};

/** Files outside this machine's disk, for a backup that includes them. */
export type RemoteFiles = Pick<StoredFiles, "get"> & {
  /** Every file with its size in bytes, a batch at a time. */
  listed(): AsyncIterable<Pick<StoredFile, "key" | "size">[]>;
};
