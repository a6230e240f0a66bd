import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import { PLACE_MARK } from "#platform/storage/stored-files.ts";
import { withClient } from "../connection.ts";
import {
  applyStep,
  pendingSteps,
  prepareHistory,
  renewAlways,
  withSchemaLock,
} from "../migrations/migrate.ts";
import { readMigrations } from "../migrations/migrations-folder.ts";
import { StartError } from "../start-error.ts";
import { discard, FILE_KEY, type Manifest, NO_KEYS, readArchive, verifyArchive } from "./archive.ts";
import { type BackupOptions, copyTarget, filesBelow } from "./backup.ts";
import type { BackupKeys } from "./encrypt-archive.ts";

export type RestoreOptions = Omit<BackupOptions, "lock"> & {
  /** The keys that open an encrypted archive. */
  keys?: BackupKeys;
  /** Replace what the target holds. Without it a target with rows or files is refused. */
  force?: boolean;
};

/**
 * Restores a backup into this database and file folder: all of it or, on any error, nothing. An archive of an older
 * version is migrated up. Everyone has to sign in again (security.md D31). Throws StartError.
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const { file, ownerConnection, filesFolder, force = false, keys = NO_KEYS } = options;
  const manifest = await verifyArchive(file, keys);
  const migrations = readMigrations();
  const newer = pendingSteps(migrations.steps, manifest.migrations, "The backup");
  const stored: string[] = [];
  try {
    await withClient(ownerConnection, (client) =>
      withSchemaLock(client, async () => {
        if (!force) await refuseUsedTarget(client, filesFolder);
        await client.query("begin; set local search_path to public; set local lock_timeout to '10s'");
        await dropEverything(client);
        await prepareHistory(client, migrations);
        const older = migrations.steps.slice(0, manifest.migrations.length);
        for (const step of older) await applyStep(client, step);
        await loadRows(client, manifest, () => loadEntries(client, options, manifest, stored));
        for (const step of newer) await applyStep(client, step);
        await renewAlways(client, migrations);
        await client.query("delete from sessions");
        await runAfterRestore(client);
        await client.query("commit");
      }),
    );
  } catch (error) {
    for (const path of stored) await rm(path, { force: true });
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The backup was not restored: ${(error as Error).message}; nothing was changed`,
      error,
    );
  }
  if (force) await removeOtherFiles(file, keys, filesFolder);
  // The folder now belongs to the restored instance, which marks it at its next start.
  await rm(join(filesFolder, PLACE_MARK), { force: true });
}

/** Runs the slices' functions named `after_restore_…` on the restored rows, for example to hold outgoing mail (D31). */
const runAfterRestore = (client: pg.Client) =>
  client.query(`do $$
    declare
      hook record;
    begin
      for hook in select oid::regproc as name from pg_proc
                   where pronamespace = 'public'::regnamespace and starts_with(proname, 'after_restore_') loop
        execute format('select %s()', hook.name);
      end loop;
    end $$`);

async function refuseUsedTarget(client: pg.Client, filesFolder: string): Promise<void> {
  const { rows: tables } = await client.query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  for (const { name } of tables) {
    // rule: built-sql - a name out of the catalogue, quoted
    const { rowCount } = await client.query(`select from public.${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount) throw new StartError(`The database is not empty (${name} has rows); nothing was changed`);
  }
  if ((await filesBelow(filesFolder)).length > 0)
    throw new StartError(`The folder ${filesFolder} is not empty; nothing was changed`);
}

/** Tables, functions and types of this schema, the history of migrations and the queue, but no extension. */
async function dropEverything(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare
      doomed record;
    begin
      for doomed in select oid::regclass as name from pg_class
                     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') loop
        if exists (select from pg_class where oid = doomed.name) then
          execute format('drop %s if exists %s cascade',
            case (select relkind from pg_class where oid = doomed.name) when 'v' then 'view'
              when 'm' then 'materialized view' else 'table' end, doomed.name);
        end if;
      end loop;
      for doomed in select oid::regprocedure as name from pg_proc
                     where pronamespace = 'public'::regnamespace
                       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') loop
        execute format('drop routine if exists %s cascade', doomed.name);
      end loop;
      for doomed in select oid::regtype as name from pg_type
                     where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
                       and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e') loop
        execute format('drop type if exists %s cascade', doomed.name);
      end loop;
    end $$;
    drop schema if exists migrations cascade;
    drop schema if exists jobs cascade;`);
}

/** Foreign keys are disabled during the load, so that the order of tables does not matter, and checked at the end. */
async function loadRows(client: pg.Client, manifest: Manifest, load: () => Promise<void>): Promise<void> {
  const { rows: foreignKeys } = await client.query(
    `select conrelid::regclass as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  // rule: built-sql - names and definitions out of the catalogue, which quotes them
  for (const key of foreignKeys) await client.query(`alter table ${key.table} drop constraint ${key.name}`);
  await load();
  for (const key of foreignKeys) {
    // rule: built-sql - names and definitions out of the catalogue, which quotes them
    await client.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
  }
  for (const { name, lastValue } of manifest.sequences)
    await client.query("select setval(to_regclass($1), $2, true)", [
      `public.${pg.escapeIdentifier(name)}`,
      lastValue,
    ]);
}

async function loadEntries(
  client: pg.Client,
  { file, filesFolder, keys = NO_KEYS }: RestoreOptions,
  manifest: Manifest,
  stored: string[],
): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  let loading: { table: string; rows: CopyStreamQuery } | undefined;
  const finishTable = async () => {
    const rows = loading?.rows.end();
    loading = undefined;
    if (rows) await finished(rows);
  };
  const load = async (name: string, entry: AsyncIterable<Buffer>) => {
    const table = tables.get(/^tables\/(.+)\/\d+\.copy$/.exec(name)?.[1] ?? "");
    if (loading && loading.table !== table?.name) await finishTable();
    if (table) {
      loading ??= { table: table.name, rows: startCopy(client, table) };
      for await (const chunk of entry) if (!loading.rows.write(chunk)) await once(loading.rows, "drain");
    } else if (name.startsWith("files/") && FILE_KEY.test(name)) {
      const path = join(filesFolder, name.slice("files/".length));
      if (await storeFile(path, entry)) stored.push(path);
    } else await discard(entry);
  };
  await readArchive(file, load, keys);
  await finishTable();
}

function startCopy(client: pg.Client, table: Manifest["tables"][number]): CopyStreamQuery {
  // rule: built-sql - COPY takes no parameters; copyTarget quotes the names
  const rows = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  // The next write or the awaited end reports the error; without a listener it would also end the process.
  rows.on("error", () => {});
  return rows;
}

/** False where it is there already: a stored file never changes. */
async function storeFile(path: string, entry: AsyncIterable<Buffer>): Promise<boolean> {
  if (existsSync(path)) {
    await discard(entry);
    return false;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.unfinished`;
  try {
    await pipeline(entry, createWriteStream(unfinished, { mode: 0o600 }));
    await using handle = await open(unfinished, "r");
    await handle.sync();
    await rename(unfinished, path);
    return true;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function removeOtherFiles(file: string, keys: BackupKeys, filesFolder: string): Promise<void> {
  const archived = new Set<string>();
  const note = async (name: string, entry: AsyncIterable<Buffer>) => {
    archived.add(name);
    await discard(entry);
  };
  await readArchive(file, note, keys);
  for (const path of await filesBelow(filesFolder))
    if (!archived.has(`files/${relative(filesFolder, path).replaceAll(sep, "/")}`)) await rm(path);
}
