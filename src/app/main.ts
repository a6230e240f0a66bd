import { setFlagsFromString } from "node:v8";
import { ConfigError, loadConfig } from "#platform/config/config.ts";
import { StartError } from "#platform/database/start-error.ts";
import { createLog, type Log } from "#platform/log/log.ts";
import { serveProduct } from "./serve-product.ts";

/** All of an orderly end; what is not done by then is cut off (security.md D28: within 10 s). */
const END_MS = 9_500;

// What is not used any more is thrown away when the heap has grown by a seventh, not when it has doubled (0048). Said here and
// not on the command line, where a runtime that does not know the word would refuse to start.
setFlagsFromString("--heap-growing-percent=15");

try {
  const config = loadConfig();
  const log = createLog(config.logLevel);
  process.on("uncaughtException", (error) => {
    log.fatal("Uncaught error", { error });
    process.exit(1);
  });
  const product = await serveProduct(config, log);
  endInOrder(product, log);
  process.stdout.write(`Adjutant is ready at ${config.publicUrl}\n`);
} catch (error) {
  refuseToStart(error);
}

/** On a signal, or when the starting script was killed, which closes the channel to it. */
function endInOrder(product: { close(): Promise<void> }, log: Log): void {
  const end = once(async (reason: string) => {
    log.info("Ending", { signal: reason });
    setTimeout(() => {
      log.error("Ended before all work was done");
      process.exit(1);
    }, END_MS);
    await product.close();
    process.exit(0);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(signal));
  if (process.channel) process.on("disconnect", () => end("disconnect"));
}

function once<A extends unknown[]>(act: (...given: A) => Promise<void>): (...given: A) => void {
  let isDone = false;
  return (...given) => {
    if (isDone) return;
    isDone = true;
    void act(...given);
  };
}

/** A condition that a person can mend is one line; anything else is a bug and shown whole. */
function refuseToStart(error: unknown): void {
  const isCondition = error instanceof ConfigError || error instanceof StartError;
  console.error(isCondition ? error.message : error);
  process.exit(1);
}
