import { createReadStream } from "node:fs";
import { mkdir, readdir, stat, statfs } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { PLACE_MARK, type RemoteFiles } from "#platform/storage/stored-files.ts";
import { type Connection, withClient } from "../connection.ts";
import { appliedSteps } from "../migrations/migrate.ts";
import { StartError } from "../start-error.ts";
import { type ArchiveWriter, FILE_KEY, type Manifest, writeArchive } from "./archive.ts";
import type { BackupLock } from "./encrypt-archive.ts";

export type BackupOptions = {
  /** The archive to write; an older one of that name is replaced when the new one is complete. */
  file: string;
  ownerConnection: Connection;
  /** The folder of stored files (DATA_DIR/files); it may be missing. */
  filesFolder: string;
  /** The encryption of the archive; null: none. */
  lock?: BackupLock | null;
  /** A bucket whose files are included as well. */
  bucket?: RemoteFiles | null;
};

/** Rows are cut into entries of this size, because a tar names the size before the content. */
const CHUNK_BYTES = 2 ** 20;

/**
 * A snapshot of all data of the product, taken while it runs: all tables, sequences and stored files in one archive.
 * Without the job queue and tables with the comment `derived`: they follow from the rows, and functions named
 * `after_restore_…` fill them. Never holds a table in memory.
 */
export async function backup(options: BackupOptions): Promise<void> {
  const { file, ownerConnection, filesFolder, bucket, lock = null } = options;
  await mkdir(dirname(file), { recursive: true });
  if (bucket) await requireRoom(dirname(file), bucket);
  await withClient(ownerConnection, async (client) => {
    await client.query("begin isolation level repeatable read read only");
    const manifest = await describeDatabase(client);
    const fill = async (archive: ArchiveWriter) => {
      await archive.add("manifest.json", Buffer.from(JSON.stringify(manifest)));
      for (const table of manifest.tables) await addTable(archive, client, table);
      await addFiles(archive, filesFolder);
      if (bucket) await addBucket(archive, bucket);
    };
    await writeArchive(file, fill, lock);
    await client.query("commit");
  });
}

export const copyTarget = ({ name, columns }: Manifest["tables"][number]): string =>
  `public.${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(", ")})`;

async function describeDatabase(client: pg.Client): Promise<Manifest> {
  const migrations = (await appliedSteps(client)).map(({ name, checksum }) => ({ name, checksum }));
  const { rows: tables } = await client.query(
    `select relname as name, array_agg(attname::text order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and obj_description(pg_class.oid, 'pg_class') is distinct from 'derived'
        and attnum > 0 and not attisdropped and attgenerated = ''
      group by relname order by relname`,
  );
  const { rows: sequences } = await client.query(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
      where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return {
    format: "adjutant-backup-1",
    createdAt: new Date().toISOString(),
    migrations,
    tables,
    sequences,
  };
}

async function addTable(
  archive: ArchiveWriter,
  client: pg.Client,
  table: Manifest["tables"][number],
): Promise<void> {
  // rule: built-sql - COPY takes no parameters; copyTarget quotes names out of the catalogue
  const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
  let number = 0;
  for await (const chunk of chunksOf(rows)) {
    number += 1;
    await archive.add(`tables/${table.name}/${String(number).padStart(6, "0")}.copy`, chunk);
  }
}

async function* chunksOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    parts.push(part);
    size += part.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

async function addFiles(archive: ArchiveWriter, folder: string): Promise<void> {
  for (const path of await filesBelow(folder)) {
    const key = relative(folder, path).replaceAll(sep, "/");
    if (key.startsWith("unfinished/") || !FILE_KEY.test(key)) continue;
    const found = await stat(path).catch(ignoreMissing);
    // A file that was removed since belongs to a row that is being removed as well.
    if (found) await archive.addStream(`files/${key}`, found.size, createReadStream(path));
  }
}

/**
 * Runs after the rows: files named by the snapshot's rows were stored before it. A file deleted in the meantime is
 * skipped.
 */
async function addBucket(archive: ArchiveWriter, bucket: RemoteFiles): Promise<void> {
  for await (const files of bucket.listed())
    for (const { key, size } of files) {
      const content = await bucket.get(key).catch(ignoreMissing);
      if (content) await archive.addStream(`files/${key}`, size, content);
    }
}

/** A bucket may hold more than this disk, which the database shares with the archive: it must not become full. */
async function requireRoom(folder: string, bucket: RemoteFiles): Promise<void> {
  let needed = 0;
  for await (const files of bucket.listed()) for (const { size } of files) needed += size;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize - MIN_FREE_BYTES;
  if (needed > free)
    throw new StartError(
      `The files in the bucket need ${inGigabytes(needed)} and ${inGigabytes(Math.max(0, free))} are free for a backup; none was written`,
    );
}

const GIGABYTE = 1024 ** 3;
const MIN_FREE_BYTES = GIGABYTE;
const inGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;

export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  return (
    (entries ?? [])
      // The mark of the place belongs to the place, not to what an archive holds.
      .filter((entry) => entry.isFile() && entry.name !== PLACE_MARK)
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  );
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}
