import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type ClusterFolder, clusterFolder, openSocketFolder } from "./cluster-folder.ts";
import type { Connection } from "./connection.ts";
import { isAlive, processState, runningPostmaster } from "./postmaster-pid.ts";
import { lockHolderName, takeProgramLock } from "./program-lock.ts";
import { type ServerBinaries, serverBinaries } from "./server-binaries.ts";
import { StartError } from "./start-error.ts";

export type EmbeddedOptions = {
  dataDir: string;
  /** False only where every row is thrown away at the end: tests. */
  durable?: boolean;
  maxConnections?: number;
  /** Work beside the program that runs on this folder instead of being refused; its server is left running. */
  join?: boolean;
  /** Receives lines for the person who starts the program. */
  say?: (line: string) => void;
  /** The server ended by itself and could not be started again. */
  onLost?: (error: unknown) => void;
};

export type EmbeddedServer = {
  /** How to sign in over the socket; `user` and `database` choose as whom and where. */
  connection(user: string, database: string): Connection;
  /** The process id of the server at this moment. */
  pid(): number;
  /** Fast shutdown: refuses new connections, ends the open ones, writes a checkpoint. */
  stop(): Promise<void>;
};

/** The superuser of the embedded server. It makes roles and databases; requests and migrations never use it. */
export const BOOTSTRAP_USER = "postgres";
const STOP_MS = 10_000;
const RETRY_MS = 10_000;

/**
 * Starts the PostgreSQL of a data folder, or adopts the one that a killed program left running. One program per
 * folder: a second one gets a StartError that names the first. Restarts the server should it end by itself.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = clusterFolder(options.dataDir, options.say ?? (() => {}));
  const binaries = serverBinaries(folder.user, folder.home);
  if (!existsSync(folder.cluster)) {
    options.say?.("Creating the database …");
    createCluster(folder, binaries, options.durable !== false);
  }
  refuseOtherVersion(folder, binaries);
  return superviseServer(folder, binaries, options);
}

async function superviseServer(
  folder: ClusterFolder,
  binaries: ServerBinaries,
  options: EmbeddedOptions,
): Promise<EmbeddedServer> {
  let stopping = false;
  let restarted = Promise.resolve();
  let running = await startAndLock();
  return {
    connection: (user, database) => connectionTo(folder, user, database),
    pid: () => running.pid,
    stop: async () => {
      stopping = true;
      await restarted;
      await running.client.end();
      if (running.isGuest) return;
      await stopServer(running.pid, folder);
      rmSync(folder.socketFolder, { recursive: true, force: true });
    },
  };

  async function startAndLock() {
    const { client, pid } = await connectOrLaunch(folder, binaries, options);
    const holder = await takeProgramLock(client);
    const isGuest = holder !== null;
    if (isGuest && !options.join) {
      await client.end();
      throw new StartError(
        `The data folder ${options.dataDir} is in use by another Adjutant (process ${holder})`,
      );
    }
    if (!isGuest) client.on("end", restart);
    return { client, pid, isGuest };
  }

  function restart(): void {
    if (stopping) return;
    restarted = startAndLock().then(
      (again) => {
        running = again;
      },
      (error: unknown) => options.onLost?.(error),
    );
  }
}

/** Into a folder of its own first: what bears the name `postgres` is always complete. */
function createCluster(folder: ClusterFolder, binaries: ServerBinaries, durable: boolean): void {
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
    const lostTheRace = ["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "");
    if (!lostTheRace) throw error;
  }
}

/** What programs that were killed while creating the database left behind. */
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

function refuseOtherVersion(folder: ClusterFolder, binaries: ServerBinaries): void {
  const written = readFileSync(join(folder.cluster, "PG_VERSION"), "utf8").trim();
  if (written === binaries.version) return;
  throw new StartError(
    `The data in ${folder.cluster} was written by PostgreSQL ${written}, this Adjutant brings ${binaries.version}. ` +
      "Make a backup with the Adjutant that wrote it, then restore it into an empty data folder",
  );
}

type Connected = { client: pg.Client; pid: number };

async function connectOrLaunch(
  folder: ClusterFolder,
  binaries: ServerBinaries,
  options: EmbeddedOptions,
): Promise<Connected> {
  const began = Date.now();
  for (;;) {
    openSocketFolder(folder);
    const survivor = await runningPostmaster(folder.cluster);
    const launched = survivor === null ? launch(folder, binaries, options) : null;
    const pid = survivor ?? launched?.child.pid;
    if (pid === undefined) throw new StartError(`${binaries.postgres} could not be run`);
    const client = await connectWhileAlive(folder, () =>
      launched ? !hasEnded(launched.child) : processState(pid, folder.cluster) === "running",
    );
    if (client) return { client, pid };
    // A launch can lose against a server that is just ending or just starting: look again for a while.
    if (Date.now() - began > RETRY_MS) throw launchError(folder, launched?.logFrom ?? 0);
    if (launched && !isCollision(folder, launched.logFrom)) throw launchError(folder, launched.logFrom);
    await pause(100);
  }
}

type Launched = { child: ChildProcess; logFrom: number };

function launch(folder: ClusterFolder, binaries: ServerBinaries, options: EmbeddedOptions): Launched {
  const log = openSync(folder.logFile, "a", 0o600);
  const logFrom = fstatSync(log).size;
  if (folder.user) fchownSync(log, folder.user.uid, folder.user.gid);
  const child = spawn(binaries.postgres, serverArguments(folder, options), {
    cwd: folder.cluster,
    detached: true,
    stdio: ["ignore", log, log],
    env: serverEnvironment(),
    ...folder.user,
  });
  child.on("error", () => {});
  child.unref();
  closeSync(log);
  return { child, logFrom };
}

function serverArguments(folder: ClusterFolder, options: EmbeddedOptions): string[] {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: folder.socketFolder,
    unix_socket_permissions: "0700",
    io_method: "sync",
    shared_buffers: "256MB",
    max_connections: String(options.maxConnections ?? 40),
    jit: "off",
    dynamic_shared_memory_type: "mmap",
    max_parallel_workers_per_gather: "0",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(options.durable === false
      ? { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }
      : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", folder.cluster, "-p", "5432", ...flags];
}

/** Null when the server ends before it answers. */
async function connectWhileAlive(folder: ClusterFolder, alive: () => boolean): Promise<pg.Client | null> {
  while (alive()) {
    const client = new pg.Client({
      ...connectionTo(folder, BOOTSTRAP_USER, "postgres"),
      application_name: lockHolderName,
    });
    client.on("error", () => {});
    try {
      await client.connect();
    } catch {
      await pause(20);
      continue;
    }
    const { rows } = await client.query("select current_setting('data_directory') as folder");
    if (rows[0].folder === folder.cluster) return client;
    await client.end();
    throw new StartError(`${folder.socketFolder} leads to the database of another folder, ${rows[0].folder}`);
  }
  return null;
}

function connectionTo(folder: ClusterFolder, user: string, database: string) {
  return { host: folder.socketFolder, port: 5432, user, database, password: "", ssl: false };
}

async function stopServer(pid: number, folder: ClusterFolder): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    if (processState(pid, folder.cluster) !== "running") return;
    process.kill(pid, signal);
    const began = Date.now();
    while (processState(pid, folder.cluster) === "running" && Date.now() - began < STOP_MS) await pause(10);
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Another server holds the folder, or processes of a killed one still do. */
const isCollision = (folder: ClusterFolder, from: number) =>
  /lock file .* already exists|pre-existing shared memory|could not create lock file|Address already in use/.test(
    logSince(folder, from),
  );

function launchError(folder: ClusterFolder, from: number): StartError {
  const output = logSince(folder, from);
  if (/No space left on device/.test(output)) return new StartError(`The disk of ${folder.home} is full`);
  const reason = /(?:FATAL|PANIC): {2}(.*)/.exec(output)?.[1] ?? lastLine(output);
  return new StartError(`The embedded PostgreSQL did not start: ${reason} (see ${folder.logFile})`);
}

const logSince = (folder: ClusterFolder, from: number) =>
  readFileSync(folder.logFile).subarray(from).toString("utf8");

const lastLine = (text: string) => text.trim().split("\n").at(-1) ?? "";

/** Nothing of the caller's environment: PGDATA, PGPORT or a locale must not reach the server. */
const serverEnvironment = () => ({ PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" });

function fsyncFolder(path: string): void {
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}
