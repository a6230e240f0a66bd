import { once } from "node:events";
import { setPriority } from "node:os";
import { type Config, loadConfig } from "#platform/config/config.ts";
import { environment } from "#platform/config/environment.ts";
import { recordRuntimeEnd } from "#platform/crash/crash-records.ts";
import { recordWorkOf, takeUnfinishedWork } from "#platform/crash/work-in-progress.ts";
import { joinDatabase } from "#platform/database/prepare.ts";
import type { SeparateService } from "#platform/jobs/jobs.ts";
import { openQueue } from "#platform/jobs/queue.ts";
import type { ServiceMessage } from "#platform/jobs/service-process.ts";
import { createLog, type Log } from "#platform/log/log.ts";
import { trustCertificates } from "#platform/outbound/trusted-authorities.ts";
import { requireMasterKeys } from "#platform/secrets/require-master-key.ts";
import { openPlatform } from "./open-platform.ts";
import { endOnCrash, setUpShutdown } from "./shutdown.ts";

/** Below the program: where both want the processor, requests come first. */
const NICENESS = 5;
/** Milliseconds for an orderly end; less than what the program waits for it. */
const END_MS = 7_000;

/** A service in a process of its own from start to end, as `service.ts` runs it (0136). */
export async function runService(service: SeparateService): Promise<void> {
  setPriority(NICENESS);
  const config = loadConfig();
  trustCertificates(config);
  const log = createLog(config.logLevel);
  const starting = openService(service, config, log);
  // Ctrl+C reaches every process of the terminal: the program ends this one.
  for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
  const shutdown = setUpShutdown(starting, log, { signals: ["SIGTERM"], endMs: END_MS });
  endOnCrash(config, log, shutdown);
  await starting;
}

async function openService(
  service: SeparateService,
  config: Config,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const [first] = (await once(process, "message")) as [ServiceMessage];
  if (first.kind !== "open") throw new Error("The database was not named");
  recordWorkOf(service.name);
  const unfinished = takeUnfinishedWork(config.dataDir);
  if (environment.RUNTIME_END) recordRuntimeEnd(config.dataDir, unfinished, environment.RUNTIME_END);
  await using opening = new AsyncDisposableStack();
  const prepared = joinDatabase(first.connections);
  opening.defer(() => prepared.stop());
  const jobs = await openQueue({ owner: prepared.ownerConnection, log });
  opening.defer(() => jobs.stop());
  const masterKeys = await requireMasterKeys(prepared.ownerConnection, config);
  const platform = await openPlatform(prepared, config, log, opening, { masterKeys, jobs: () => jobs });
  const worker = { ...platform, jobs };
  // What was sent meanwhile waits in the channel, because nothing listened.
  process.on("message", ({ kind }: ServiceMessage) => {
    if (kind === "wake") service.wake();
    if (kind === "settings") worker.systemSettings.refreshSoon();
  });
  const running = service.start(worker, first.holder);
  opening.defer(() => running.close());
  const opened = opening.move();
  return { close: () => opened.disposeAsync() };
}
