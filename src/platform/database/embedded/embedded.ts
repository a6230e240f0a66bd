import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type Connection, openClient } from "../connection.ts";
import { acquireProgramLock, lockHolderName } from "../program-lock.ts";
import { BOOTSTRAP_USER } from "../roles.ts";
import { StartError } from "../start-error.ts";
import { type ClusterFolder, clusterFolder, openSocketFolder } from "./cluster-folder.ts";
import { createCluster } from "./create-cluster.ts";
import { isCollision, type LaunchOptions, launchError, launchServer, stopServer } from "./launch-server.ts";
import { processState, runningPostmaster } from "./postmaster-pid.ts";
import { type ServerBinaries, serverBinaries } from "./server-binaries.ts";

export type EmbeddedOptions = LaunchOptions & {
  dataDir: string;
  /** Work beside the program that runs on this folder instead of being refused; its server is left running. */
  join?: boolean;
  /** Receives lines for the person who starts the program. */
  onMessage?: (line: string) => void;
  /** The server ended by itself and could not be started again. */
  onLost?: (error: unknown) => void;
};

export type EmbeddedServer = {
  /** How to sign in over the socket as this user to this database. */
  connection(user: string, database: string): Connection;
  /** The current process id of the server. */
  pid(): number;
  /** Fast shutdown: refuses new connections, ends the open ones, writes a checkpoint. */
  stop(): Promise<void>;
};

const RETRY_MS = 10_000;
const CANNOT_CONNECT_NOW = "57P03";

/**
 * Starts the PostgreSQL of a data folder, or adopts the one that a killed program left running. One program per folder:
 * a second one gets a StartError that names the first. Restarts the server if it ends unexpectedly.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = clusterFolder(options.dataDir, options.onMessage ?? (() => {}));
  const binaries = serverBinaries(folder.user, folder.home);
  if (!existsSync(folder.cluster)) {
    options.onMessage?.("Creating the database …");
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
    const holder = await acquireProgramLock(client);
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

function refuseOtherVersion(folder: ClusterFolder, binaries: ServerBinaries): void {
  const written = readFileSync(join(folder.cluster, "PG_VERSION"), "utf8").trim();
  if (written === binaries.version) return;
  throw new StartError(
    `The data in ${folder.cluster} was written by PostgreSQL ${written}, but this version of Adjutant includes ${binaries.version}. ` +
      "Make a backup with the version that wrote it, then restore it into an empty data folder",
  );
}

type Connected = { client: pg.Client; pid: number };

async function connectOrLaunch(
  folder: ClusterFolder,
  binaries: ServerBinaries,
  options: EmbeddedOptions,
): Promise<Connected> {
  const startedAt = Date.now();
  for (;;) {
    openSocketFolder(folder);
    const survivor = await runningPostmaster(folder.cluster);
    const launched = survivor === null ? launchServer(folder, binaries, options) : null;
    const pid = survivor ?? launched?.child.pid;
    if (pid === undefined) throw new StartError(`${binaries.postgres} could not be run`);
    const client = await connectWhileAlive(folder, () =>
      launched ? !hasEnded(launched.child) : processState(pid, folder.cluster) === "running",
    );
    if (client) return { client, pid };
    // A launch can fail because another server is just ending or starting: retry for a while.
    if (Date.now() - startedAt > RETRY_MS) throw launchError(folder, launched?.logFrom ?? 0);
    if (launched && !isCollision(folder, launched.logFrom)) throw launchError(folder, launched.logFrom);
    await pause(100);
  }
}

/** Null when the server ends before it answers. */
async function connectWhileAlive(folder: ClusterFolder, isAlive: () => boolean): Promise<pg.Client | null> {
  const startedAt = Date.now();
  while (isAlive()) {
    const client = openClient({
      ...connectionTo(folder, BOOTSTRAP_USER, "postgres"),
      application_name: lockHolderName,
    });
    try {
      await client.connect();
    } catch (error) {
      if (!isStarting(error) && Date.now() - startedAt > RETRY_MS) throw unreachable(folder, error);
      await pause(20);
      continue;
    }
    const { rows } = await client.query("select current_setting('data_directory') as folder");
    if (rows[0].folder === folder.cluster) return client;
    await client.end();
    throw new StartError(
      `${folder.socketFolder} belongs to the database of another folder, ${rows[0].folder}`,
    );
  }
  return null;
}

/** The server reports this itself, for instance during crash recovery, which may take minutes. */
const isStarting = (error: unknown) => (error as { code?: string }).code === CANNOT_CONNECT_NOW;

const unreachable = ({ cluster }: ClusterFolder, error: unknown) =>
  new StartError(
    `A PostgreSQL server runs on ${cluster} but does not answer (${(error as Error).message}); ` +
      "stop it (its process id is the first line of postmaster.pid there) and start again",
    error,
  );

function connectionTo(folder: ClusterFolder, user: string, database: string) {
  return { host: folder.socketFolder, port: 5432, user, database, password: "", ssl: false };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
