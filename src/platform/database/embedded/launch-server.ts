import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { environment } from "#platform/config/environment.ts";
import { StartError } from "../start-error.ts";
import type { ClusterFolder } from "./cluster-folder.ts";
import { processState } from "./postmaster-pid.ts";
import type { ServerBinaries } from "./server-binaries.ts";

const STOP_MS = 10_000;
const LOG_BYTES = 10 * 2 ** 20;

export type LaunchOptions = {
  /** False only for tests, which discard all rows at the end. */
  durable?: boolean;
  maxConnections?: number;
  /** Further settings of the server: for a test run that counts statements. */
  settings?: Readonly<Record<string, string>>;
};

type Launched = { child: ChildProcess; logFrom: number };

/** Starts the server in a separate process group, so that a Ctrl-C meant for the program does not reach it. */
export function launchServer(
  folder: ClusterFolder,
  binaries: ServerBinaries,
  options: LaunchOptions,
): Launched {
  if (existsSync(folder.logFile) && statSync(folder.logFile).size > LOG_BYTES)
    renameSync(folder.logFile, `${folder.logFile}.old`);
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

function serverArguments(folder: ClusterFolder, options: LaunchOptions): string[] {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: folder.socketFolder,
    unix_socket_permissions: "0700",
    io_method: "sync",
    shared_buffers: "256MB",
    max_connections: String(options.maxConnections ?? 60),
    jit: "off",
    dynamic_shared_memory_type: "mmap",
    max_parallel_workers_per_gather: "0",
    timezone: "UTC",
    log_timezone: "UTC",
    // PostgreSQL's messages about refused statements contain user content; the program reports them without it
    // (security.md D39).
    log_min_messages: "log",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    ...(options.durable === false
      ? { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }
      : {}),
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", folder.cluster, "-p", "5432", ...flags];
}

/** Fast shutdown; if that takes too long, an immediate one, from which the next start recovers. */
export async function stopServer(pid: number, folder: ClusterFolder): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    if (processState(pid, folder.cluster) !== "running") return;
    process.kill(pid, signal);
    const startedAt = Date.now();
    while (processState(pid, folder.cluster) === "running" && Date.now() - startedAt < STOP_MS)
      await pause(10);
  }
}

/** Another server uses the folder, or processes of a killed one still do. */
export const isCollision = (folder: ClusterFolder, from: number) =>
  /lock file "[^"\n]{0,500}" already exists|pre-existing shared memory|could not create lock file|Address already in use/.test(
    logSince(folder, from),
  );

/** Why the launched server has ended, from its log after position `from`. */
export function launchError(folder: ClusterFolder, from: number): StartError {
  const output = logSince(folder, from);
  if (/No space left on device/.test(output)) return new StartError(`The disk of ${folder.home} is full`);
  const reason = /(?:FATAL|PANIC): {2}(.*)/.exec(output)?.[1] ?? lastLine(output);
  return new StartError(`The embedded PostgreSQL did not start: ${reason} (see ${folder.logFile})`);
}

const logSince = (folder: ClusterFolder, from: number) =>
  readFileSync(folder.logFile).subarray(from).toString("utf8");

export const lastLine = (text: string) => text.trim().split("\n").at(-1) ?? "";

/** Nothing of the caller's environment: PGDATA, PGPORT or a locale must not reach the server. */
export const serverEnvironment = () => ({ PATH: environment.PATH ?? "/usr/bin:/bin", LC_ALL: "C" });
