import type { Config } from "#platform/config/config.ts";
import { currentOrigin } from "#platform/crash/attribution.ts";
import { recordCrash, type Work } from "#platform/crash/crash-records.ts";
import type { Log } from "#platform/log/log.ts";

/** Milliseconds for an orderly shutdown; then the process exits (security.md D28: within 10 s). */
const END_MS = 9_500;
/** Marks a crash, as opposed to a condition that a person has to fix (sysexits.h: EX_SOFTWARE). */
const CRASH_CODE = 70;

type Shutdown = { begin(reason: string, code: number): void; isEnding(): boolean };

/**
 * Shuts down on these signals, or when the process that started this one is killed, which closes the channel to it. An
 * unfinished start is completed first, because it would leave a database server running.
 */
export function setUpShutdown(
  starting: Promise<{ close(): Promise<void> }>,
  log: Log,
  {
    signals = ["SIGINT", "SIGTERM", "SIGHUP"],
    endMs = END_MS,
  }: { signals?: NodeJS.Signals[]; endMs?: number } = {},
): Shutdown {
  let isEnding = false;
  const begin = (reason: string, code: number) => {
    if (isEnding) return;
    isEnding = true;
    log.info("Shutting down", { signal: reason });
    // A process that was asked to end must not be restarted, however it ends.
    if (code === 0 && process.connected) process.send?.({ type: "ending" });
    setTimeout(() => {
      log.error("Shut down before all work was completed");
      process.exit(code || 1);
    }, endMs);
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
  for (const signal of signals) process.on(signal, () => begin(signal, 0));
  if (process.channel) process.on("disconnect", () => begin("disconnect", 0));
  return { begin, isEnding: () => isEnding };
}

/** Ends the process on an uncaught error, in order; the row that was being processed is recorded. */
export function endOnCrash(config: Config, log: Log, shutdown: Shutdown): void {
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => {
      const { work, failRequest } = currentOrigin();
      log.fatal("Uncaught error: shutting down for a restart", { error, ...(work && { job: work.name }) });
      failRequest?.(error);
      // Errors during the shutdown belong to the same crash.
      if (work && !shutdown.isEnding()) recordProgramCrash(config, log, work, error);
      shutdown.begin("crash", CRASH_CODE);
    });
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
