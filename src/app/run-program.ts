import { type Config, ConfigError, loadConfig } from "#platform/config/config.ts";
import { environment } from "#platform/config/environment.ts";
import { currentOrigin } from "#platform/crash/attribution.ts";
import { recordCrash, type Work } from "#platform/crash/crash-records.ts";
import { StartError } from "#platform/database/start-error.ts";
import { createLog, type Log } from "#platform/log/log.ts";
import { trustCertificates } from "#platform/outbound/trusted-authorities.ts";
import { type ServeOptions, serveProduct } from "./serve-product.ts";

/** Milliseconds for an orderly shutdown; then the process exits (security.md D28: within 10 s). */
const END_MS = 9_500;
/** Marks a crash, as opposed to a condition that a person has to fix (sysexits.h: EX_SOFTWARE). */
const CRASH_CODE = 70;

/** The program from start to end, as `main.ts` runs it; tests give it more to do. */
export async function runProgram(options: ServeOptions = {}): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const starting = serveProduct(config, log, { runtimeEnd: environment.RUNTIME_END ?? "", ...options });
  const shutdown = setUpShutdown(starting, log);
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => {
      const { work, failRequest } = currentOrigin();
      log.fatal("Uncaught error: ending, to be started again", { error, ...(work && { job: work.name }) });
      failRequest?.(error);
      // Errors during the shutdown belong to the same crash.
      if (work && !shutdown.isEnding()) recordProgramCrash(config, log, work, error);
      shutdown.begin("crash", CRASH_CODE);
    });
  try {
    const { databasePid } = await starting;
    if (shutdown.isEnding()) return;
    process.send?.({ type: "ready", databasePid });
    process.stdout.write(`Adjutant is ready at ${config.publicUrl}\n`);
  } catch (error) {
    if (!shutdown.isEnding()) refuseToStart(error);
  }
}

function readConfig(): Config {
  try {
    const config = loadConfig();
    trustCertificates(config);
    return config;
  } catch (error) {
    return refuseToStart(error);
  }
}

/** Records the crash with the row that was being processed. */
function recordProgramCrash({ dataDir }: Config, log: Log, work: Work, error: unknown): void {
  try {
    const { crashes } = recordCrash(dataDir, work, error);
    log.error("The program crashed while processing this job", { job: work.name, count: crashes });
  } catch (reason) {
    log.error("The crash cannot be recorded", { error: reason });
  }
}

/**
 * Shuts down on a signal, or when the starting script is killed, which closes the channel to it. An unfinished start is
 * completed first, because it would leave a database server running.
 */
function setUpShutdown(starting: Promise<{ close(): Promise<void> }>, log: Log) {
  let isEnding = false;
  const begin = (reason: string, code: number) => {
    if (isEnding) return;
    isEnding = true;
    log.info("Ending", { signal: reason });
    // A process that was asked to end must not be restarted, however it ends.
    if (code === 0 && process.connected) process.send?.({ type: "ending" });
    setTimeout(() => {
      log.error("Ended before all work was done");
      process.exit(code || 1);
    }, END_MS);
    starting
      .then((product) => product.close())
      .then(
        () => process.exit(code),
        (error: unknown) => {
          log.error("Shutdown failed", { error });
          process.exit(code || 1);
        },
      );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => begin(signal, 0));
  if (process.channel) process.on("disconnect", () => begin("disconnect", 0));
  return { begin, isEnding: () => isEnding };
}

/** A condition that a person can fix is one line; anything else is a bug and printed in full. */
function refuseToStart(error: unknown): never {
  const isCondition = error instanceof ConfigError || error instanceof StartError;
  console.error(isCondition ? error.message : error);
  process.exit(1);
}
