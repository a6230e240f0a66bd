import { type Config, ConfigError, loadConfig } from "#platform/config/config.ts";
import { environment } from "#platform/config/environment.ts";
import { currentOrigin } from "#platform/crash/attribution.ts";
import { recordCrash, type Work } from "#platform/crash/crash-records.ts";
import { StartError } from "#platform/database/start-error.ts";
import { createLog, type Log } from "#platform/log/log.ts";
import { type ServeOptions, serveProduct } from "./serve-product.ts";

/** All of an orderly end; what is not done by then is cut off (security.md D28: within 10 s). */
const END_MS = 9_500;
/** Tells a fault of the program from a condition that a person has to mend (sysexits.h: EX_SOFTWARE). */
const CRASH_CODE = 70;

/** The program from start to end, as `main.ts` runs it; tests give it more to do. */
export async function runProgram(options: ServeOptions = {}): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const starting = serveProduct(config, log, { runtimeEnd: environment.RUNTIME_END ?? "", ...options });
  const ending = endInOrder(starting, log);
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => {
      const { work, failRequest } = currentOrigin();
      log.fatal("Uncaught error: ending, to be started again", { error, ...(work && { job: work.name }) });
      failRequest?.(error);
      // What follows while it ends is the same crash.
      if (work && !ending.hasBegun()) recordProgramCrash(config, log, work, error);
      ending.begin("crash", CRASH_CODE);
    });
  try {
    const { databasePid } = await starting;
    if (ending.hasBegun()) return;
    process.send?.({ type: "ready", databasePid });
    process.stdout.write(`Adjutant is ready at ${config.publicUrl}\n`);
  } catch (error) {
    if (!ending.hasBegun()) refuseToStart(error);
  }
}

function readConfig(): Config {
  try {
    return loadConfig();
  } catch (error) {
    return refuseToStart(error);
  }
}

/** The crash is kept with the row that was worked on. */
function recordProgramCrash({ dataDir }: Config, log: Log, work: Work, error: unknown): void {
  try {
    const { crashes } = recordCrash(dataDir, work, error);
    log.error("The program crashed while processing this job", { job: work.name, count: crashes });
  } catch (reason) {
    log.error("The crash cannot be recorded", { error: reason });
  }
}

/**
 * Ends on a signal, or when the starting script was killed, which closes the channel to it. What is only starting is
 * opened to its end first, or it would leave a database server behind.
 */
function endInOrder(starting: Promise<{ close(): Promise<void> }>, log: Log) {
  let hasBegun = false;
  const begin = (reason: string, code: number) => {
    if (hasBegun) return;
    hasBegun = true;
    log.info("Ending", { signal: reason });
    // Whoever is told to end is not started again, however the end goes.
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
  return { begin, hasBegun: () => hasBegun };
}

/** A condition that a person can mend is one line; anything else is a bug and shown whole. */
function refuseToStart(error: unknown): never {
  const isCondition = error instanceof ConfigError || error instanceof StartError;
  console.error(isCondition ? error.message : error);
  process.exit(1);
}
