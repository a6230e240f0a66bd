import { open, readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { ReadableStream as WebStream } from "node:stream/web";
import { Decrypter, Encrypter } from "age-encryption";
import { StartError } from "../start-error.ts";

/* Archives in the age format (age-encryption.org/v1), which the program `age` opens as well. */

/** The encryption of an archive: for public keys (`age1…`), or by one passphrase. */
export type BackupLock = { recipients: readonly string[] } | { passphrase: string };
/** The keys that may open an archive. */
export type BackupKeys = { passphrase: string | null; identities: readonly string[] };

const MAGIC = "age-encryption.org/v1";
/** Of scrypt: 64 MB and half a second. The default of age takes 256 MB, which a small server does not have. */
const WORK_FACTOR = 16;

/** Encrypts `source`, 64 KB at a time. */
export async function encryptArchive(source: AsyncIterable<unknown>, lock: BackupLock): Promise<Readable> {
  const encrypter = new Encrypter();
  if ("passphrase" in lock) {
    encrypter.setPassphrase(lock.passphrase);
    encrypter.setScryptWorkFactor(WORK_FACTOR);
  } else for (const recipient of lock.recipients) encrypter.addRecipient(recipient);
  return asNode(await encrypter.encrypt(asWeb(source)));
}

/** Throws StartError if one of these is not a public key of age. */
export function requireRecipients(recipients: readonly string[]): void {
  for (const recipient of recipients)
    try {
      new Encrypter().addRecipient(recipient);
    } catch (error) {
      throw new StartError(`'${recipient.slice(0, 80)}' is not an age public key (age1…)`, error);
    }
}

export async function isEncrypted(file: string): Promise<boolean> {
  await using handle = await open(file, "r");
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
  return buffer.toString("latin1", 0, bytesRead) === MAGIC;
}

/** Decrypts an archive. Throws StartError for a wrong key; `damaged` creates the error for a broken file. */
export async function decryptArchive(
  file: string,
  source: Readable,
  keys: BackupKeys,
  damaged: (cause: unknown) => StartError,
): Promise<Readable> {
  if (keys.passphrase === null && keys.identities.length === 0)
    throw new StartError(
      `${file} is encrypted: set BACKUP_PASSPHRASE or BACKUP_IDENTITY_FILE; nothing was changed`,
    );
  const decrypter = new Decrypter();
  if (keys.passphrase !== null) decrypter.addPassphrase(keys.passphrase);
  for (const identity of keys.identities) decrypter.addIdentity(identity);
  const opened = await decrypter.decrypt(asWeb(source)).catch((error: unknown) => {
    const isWrongKey = /no identity matched/i.test((error as Error).message);
    throw isWrongKey
      ? new StartError(`${file} cannot be decrypted with this passphrase or key; nothing was changed`, error)
      : damaged(error);
  });
  return Readable.from(
    (async function* () {
      try {
        yield* asNode(opened);
      } catch (error) {
        throw damaged(error);
      }
    })(),
    { objectMode: false },
  );
}

/** The secret keys in a file as `age-keygen` writes it. Throws StartError where there is none. */
export async function readIdentities(file: string | null): Promise<string[]> {
  if (file === null) return [];
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new StartError(`BACKUP_IDENTITY_FILE cannot be read: ${(error as Error).message}`, error);
  });
  const keys = text.split("\n").flatMap((line) => (line.startsWith("AGE-SECRET-KEY-") ? [line.trim()] : []));
  if (keys.length === 0) throw new StartError(`${file} contains no age secret key (AGE-SECRET-KEY-…)`);
  return keys;
}

const asWeb = (source: AsyncIterable<unknown>): ReadableStream<Uint8Array> =>
  WebStream.from(bytesOf(source)) as ReadableStream<Uint8Array>;

/** Tar streams yield Buffers, but their types do not say so. */
async function* bytesOf(source: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) yield chunk as Uint8Array;
}

const asNode = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as WebStream<Uint8Array>);
