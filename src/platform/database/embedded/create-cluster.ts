import { spawnSync } from "node:child_process";
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { BOOTSTRAP_USER } from "../roles.ts";
import { StartError } from "../start-error.ts";
import type { ClusterFolder } from "./cluster-folder.ts";
import { lastLine, serverEnvironment } from "./launch-server.ts";
import { isAlive } from "./postmaster-pid.ts";
import type { ServerBinaries } from "./server-binaries.ts";

/** Creates the cluster in a temporary folder first: a folder named `postgres` is always complete. */
export function createCluster(folder: ClusterFolder, binaries: ServerBinaries, durable: boolean): void {
  removeUnfinished(folder);
  const unfinished = `${folder.cluster}.${process.pid}`;
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    if (folder.user) chownSync(unfinished, folder.user.uid, folder.user.gid);
    const made = spawnSync(
      binaries.initdb,
      [
        ...["--pgdata", unfinished, "--username", BOOTSTRAP_USER, "--auth", "trust", "--encoding", "UTF8"],
        ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--data-checksums"],
        ...(durable ? [] : ["--no-sync"]),
      ],
      { cwd: unfinished, encoding: "utf8", env: serverEnvironment(), ...folder.user },
    );
    if (made.status !== 0) throw createError(folder, made.stderr);
    renameSync(unfinished, folder.cluster);
    fsyncFolder(folder.home);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    const wasCreatedMeanwhile = ["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "");
    if (!wasCreatedMeanwhile) throw error;
  }
}

/** Deletes what programs left behind that were killed while creating the database. */
function removeUnfinished({ home }: ClusterFolder): void {
  for (const name of readdirSync(home)) {
    const pid = /^postgres\.(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(home, name), { recursive: true, force: true });
  }
}

function createError(folder: ClusterFolder, output: string): StartError {
  const reason = /No space left on device/.test(output) ? "the disk is full" : lastLine(output);
  return new StartError(`The database in ${folder.home} could not be created: ${reason}`);
}

function fsyncFolder(path: string): void {
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}
