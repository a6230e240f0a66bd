import type { Readable } from "node:stream";
import { AppError } from "#platform/capability/errors.ts";

export type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/** Of every stored file; on a disk two levels of 256 folders keep each one small. */
export const FILE_KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{28}$/;

export type StoredFile = {
  /** Random; the only way to find the bytes again. Never made of what a person typed. */
  key: string;
  /** Bytes. */
  size: number;
  /** Of the bytes, in hexadecimal. */
  sha256: string;
};

/** Said where the disk or the bucket takes no more; what was being stored is gone again. */
export const noRoomLeft = () =>
  new AppError(
    "unavailable",
    "The server has no room left for files, so nothing was saved. Please tell its administrator.",
    {
      retryAfter: 60,
    },
  );

/** Where the bytes of documents and attachments lie. A file never changes: a new version is a new key. */
export type StoredFiles = {
  /** Resolves when the bytes would survive a power cut; leaves nothing behind when it fails. */
  put(content: FileContent): Promise<StoredFile>;
  /** Opens the file, so that a missing one rejects here and not in the middle of an answer; both ends are included. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Nothing happens where the file is gone already. */
  remove(key: string): Promise<void>;
  /** Keys of all files stored before then, a batch at a time; what was never finished by then is removed. */
  storedBefore(then: Date): AsyncIterable<string[]>;
};

/** Files that do not lie on this machine's disk, for a backup that holds them too. */
export type FarFiles = Pick<StoredFiles, "get"> & {
  /** Every file with its size in bytes, a batch at a time. */
  listed(): AsyncIterable<Pick<StoredFile, "key" | "size">[]>;
};
