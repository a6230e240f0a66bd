import { join } from "node:path";
import type { Config } from "#platform/config/config.ts";
import { recordRuntimeEnd } from "#platform/crash/crash-records.ts";
import { takeUnfinishedWork } from "#platform/crash/work-in-progress.ts";
import type { Connection } from "#platform/database/connection.ts";
import { allPoolsAnswer } from "#platform/database/pool-watch.ts";
import { StartError } from "#platform/database/start-error.ts";
import { EventBroadcaster } from "#platform/events/event-broadcaster.ts";
import type { SliceRoutes } from "#platform/http/slice-routes.ts";
import type { BackgroundService } from "#platform/jobs/jobs.ts";
import type { Log } from "#platform/log/log.ts";
import { type FilesPlace, PresenceTracker } from "#platform/presence/presence-tracker.ts";
import { bucketPlace, claimStoragePlace, folderPlace } from "#platform/storage/storage-place.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { drain } from "./drain.ts";
import { filesFolder, openData, programFolder } from "./open-platform.ts";
import { openServices } from "./open-services.ts";
import { printSetUpLink } from "./print-set-up-link.ts";
import { startSeparateServices } from "./separate-services.ts";
import { createServer } from "./server.ts";
import { feeds, registry, slices } from "./slices.ts";
import { checkConfirmation, checkDataFolder, checkPort, portError } from "./start-conditions.ts";
import { trackLoopbackMode } from "./track-loopback-mode.ts";

/** Milliseconds without an answer from a pool after which `/readyz` returns 503. */
const READY_MS = 3_000;

export type ServeOptions = {
  /** Where the built pages lie. */
  webFolder?: string;
  /** For tests: services in addition to those of the slices. */
  backgroundServices?: readonly BackgroundService[];
  /** For tests: routes mounted before those of the slices. */
  routes?: readonly SliceRoutes[];
  /** How the runtime of the program before this one ended by itself; empty where it did not. */
  runtimeEnd?: string;
};

type Product = {
  /** Of the embedded server; null where another is used. */
  databasePid: number | null;
  close(): Promise<void>;
};

/** Null where the bucket cannot be reached: the program serves what needs no files. */
async function claimFiles(owner: Connection, config: Config, log: Log): Promise<FilesPlace | null> {
  const storage = config.bucket ? bucketPlace(config.bucket) : folderPlace(filesFolder(config));
  try {
    return { place: await claimStoragePlace(owner, storage), location: storage.location };
  } catch (error) {
    if (error instanceof StartError) throw error;
    log.error("The file storage cannot be reached", { error });
    return null;
  }
}

/** A file that was uploaded at one of the servers cannot be opened at the other. */
async function warnOfOtherPlaces(presence: PresenceTracker, files: FilesPlace, log: Log): Promise<void> {
  const others = await presence.otherFilePlaces();
  if (others.length === 0) return;
  log.error("Another server of this instance stores its files in another place", { count: others.length });
  console.error(
    `Files are stored in ${files.location}, but another server of this instance stores them in ${others.join(", ")}: ` +
      "set the same bucket for all, or mount one disk at DATA_DIR/files of each",
  );
}

/** Opens everything and listens. Throws a StartError, with nothing left open, where a condition forbids it. */
export async function serveProduct(
  config: Config,
  log: Log,
  {
    webFolder = join(programFolder(), "dist", "web"),
    backgroundServices = [],
    routes = [],
    runtimeEnd = "",
  }: ServeOptions = {},
): Promise<Product> {
  await checkPort(config);
  checkDataFolder(config.dataDir);
  await using opening = new AsyncDisposableStack();
  const prepared = await openData(config, opening);
  const unfinishedWork = takeUnfinishedWork(config.dataDir);
  if (runtimeEnd) recordRuntimeEnd(config.dataDir, unfinishedWork, runtimeEnd);
  const files = await claimFiles(prepared.ownerConnection, config, log);
  const services = await openServices(prepared, config, log, opening, {
    withWorkers: true,
    backgroundServices,
  });
  const separate = startSeparateServices(
    slices.flatMap((slice) => slice.separateServices ?? []),
    prepared,
    services,
  );
  opening.defer(() => separate.close());
  checkConfirmation(config, systemTransport(services.systemSettings) !== null);
  const { database, auth } = services;
  const broadcaster = new EventBroadcaster({ database, connection: prepared.appConnection, log });
  opening.defer(() => broadcaster.close());
  await broadcaster.start();
  const presence = new PresenceTracker({ database, log, files });
  opening.defer(() => presence.close());
  await presence.start();
  if (files) await warnOfOtherPlaces(presence, files, log);
  await trackLoopbackMode(services);
  const server = createServer({
    config,
    log,
    services,
    registry,
    feeds,
    routes: [...routes, ...slices.flatMap((slice) => slice.routes ?? [])],
    broadcaster,
    presence,
    authenticate: auth.authenticate,
    isReady: () => allPoolsAnswer(prepared.appConnection, READY_MS),
    webFolder,
  });
  const listening = await server.listen().catch((error) => {
    throw portError(error, config.host, config.port);
  });
  opening.defer(() => drain(listening, server.closeStreams));
  await printSetUpLink(services, config);
  const opened = opening.move();
  return { databasePid: prepared.serverPid(), close: () => opened.disposeAsync() };
}
