import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import type { RemoteFiles } from "#platform/storage/stored-files.ts";
import { type Connection, withClient } from "../connection.ts";
import { verifyArchive } from "./archive.ts";
import { backup, filesBelow } from "./backup.ts";
import { type BackupLock, readIdentities } from "./encrypt-archive.ts";
import { restore } from "./restore.ts";

/** The result of restoring an archive into a scratch database, which is dropped afterwards. */
export type BackupVerification = {
  isValid: boolean;
  tables: number;
  rows: number;
  files: number;
  /** What was wrong; empty where nothing was. */
  problem: string;
  seconds: number;
};

/** Archives below one folder; names are plain file names. */
export type BackupStore = {
  /**
   * `includesBucket`: also include the files of the bucket, if there is one. `recipients`: the public keys it is encrypted
   * for, and nothing else opens it; without any, the passphrase is used, if set. The returned name shows whether it is
   * encrypted.
   */
  make(fileName: string, options: MakeOptions): Promise<{ fileName: string; size: number; sha256: string }>;
  /** Restores it into a scratch database and counts its contents. Never throws for faults of the archive. */
  verify(fileName: string): Promise<BackupVerification>;
  read(fileName: string): Readable;
  remove(fileName: string): Promise<void>;
};

type MakeOptions = { includesBucket: boolean; recipients?: readonly string[] };

type BackupStoreOptions = {
  /** DATA_DIR/backups. */
  folder: string;
  filesFolder: string;
  bucket?: RemoteFiles | null;
  ownerConnection: Connection;
  /** Encrypts backups where no public keys are given, and opens those. */
  passphrase?: string | null;
  /** A file of secret keys, which open archives encrypted for their public keys. */
  identityFile?: string | null;
  /** May create databases; on the embedded server not the owner. */
  makerConnection: Connection;
};

export function createBackupStore(options: BackupStoreOptions): BackupStore {
  const { folder, filesFolder, bucket = null, ownerConnection, passphrase = null } = options;
  const pathOf = (fileName: string) => {
    if (!FILE_NAME.test(fileName)) throw new Error("Not the name of a backup");
    return join(folder, fileName);
  };
  return {
    make: async (asked, { includesBucket, recipients = [] }) => {
      const lock = lockOf(recipients, passphrase);
      const fileName = asked.replace(/\.tar(\.age)?$/, lock ? ".tar.age" : ".tar");
      const file = pathOf(fileName);
      await backup({ file, ownerConnection, filesFolder, bucket: includesBucket ? bucket : null, lock });
      const hash = createHash("sha256");
      await pipeline(createReadStream(file), hash);
      return { fileName, size: (await stat(file)).size, sha256: hash.digest("hex") };
    },
    verify: (fileName) => verifyBackup(options, pathOf(fileName)),
    read: (fileName) => createReadStream(pathOf(fileName)),
    remove: (fileName) => rm(pathOf(fileName), { force: true }),
  };
}

const FILE_NAME = /^[\w-]+\.tar(?:\.age)?$/;

function lockOf(recipients: readonly string[], passphrase: string | null): BackupLock | null {
  if (recipients.length > 0) return { recipients };
  return passphrase === null ? null : { passphrase };
}

async function verifyBackup(options: BackupStoreOptions, file: string): Promise<BackupVerification> {
  const { folder, ownerConnection, makerConnection, passphrase = null, identityFile = null } = options;
  const startedAt = performance.now();
  const scratch = `scratch_${randomUUID().replaceAll("-", "")}`;
  const filesFolder = join(folder, scratch);
  const maker = (statement: string) => withClient(makerConnection, (client) => client.query(statement));
  const proof = { isValid: false, tables: 0, rows: 0, files: 0, problem: "" };
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  try {
    const keys = { passphrase, identities: await readIdentities(identityFile) };
    const { tables } = await verifyArchive(file, keys);
    // rule: built-sql - a utility statement takes no parameters; the name is random hex, the owner is quoted
    await maker(`create database ${scratch} owner ${pg.escapeIdentifier(ownerConnection.user)}`);
    try {
      const target = { ...ownerConnection, database: scratch };
      await restore({ file, ownerConnection: target, filesFolder, keys });
      const rows = await withClient(target, (client) => countRows(client));
      const files = (await filesBelow(filesFolder)).length;
      return { ...proof, isValid: true, tables: tables.length, rows, files, seconds: seconds() };
    } finally {
      await rm(filesFolder, { recursive: true, force: true });
      await maker(`drop database ${scratch} with (force)`);
    }
  } catch (error) {
    return { ...proof, problem: (error as Error).message, seconds: seconds() };
  }
}

async function countRows(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  let rows = 0;
  for (const { name } of tables) {
    // rule: built-sql - a name out of the catalogue, quoted
    const counted = await client.query<{ count: string }>(
      `select count(*) from public.${pg.escapeIdentifier(name)}`,
    );
    rows += Number(counted.rows[0]?.count);
  }
  return rows;
}
