import { join } from "node:path";
import type { Config } from "#platform/config/config.ts";
import { recordRuntimeEnd } from "#platform/crash/crash-records.ts";
import { takeUnfinishedWork } from "#platform/crash/work-in-progress.ts";
import { allPoolsAnswer } from "#platform/database/pool-watch.ts";
import { EventBroadcaster } from "#platform/events/event-broadcaster.ts";
import type { SliceRoutes } from "#platform/http/slice-routes.ts";
import type { BackgroundService } from "#platform/jobs/jobs.ts";
import type { Log } from "#platform/log/log.ts";
import { PresenceTracker } from "#platform/presence/presence-tracker.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { drain } from "./drain.ts";
import { openData, openServices, programFolder } from "./open-services.ts";
import { printSetUpLink } from "./print-set-up-link.ts";
import { createServer } from "./server.ts";
import { registry, slices } from "./slices.ts";
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
  const services = await openServices(prepared, config, log, opening, {
    withWorkers: true,
    backgroundServices,
  });
  checkConfirmation(config, systemTransport(services.systemSettings) !== null);
  const { database, auth } = services;
  const broadcaster = new EventBroadcaster({ database, connection: prepared.appConnection, log });
  opening.defer(() => broadcaster.close());
  await broadcaster.start();
  const presence = new PresenceTracker({ database, log });
  opening.defer(() => presence.close());
  await presence.start();
  await trackLoopbackMode(services);
  const server = createServer({
    config,
    log,
    services,
    registry,
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
