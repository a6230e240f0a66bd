import { type Config, ConfigError, loadConfig } from "#platform/config/config.ts";
import { environment } from "#platform/config/environment.ts";
import { StartError } from "#platform/database/start-error.ts";
import { createLog } from "#platform/log/log.ts";
import { trustCertificates } from "#platform/outbound/trusted-authorities.ts";
import { type ServeOptions, serveProduct } from "./serve-product.ts";
import { endOnCrash, setUpShutdown } from "./shutdown.ts";

/** The program from start to end, as `main.ts` runs it; tests give it more to do. */
export async function runProgram(options: ServeOptions = {}): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const starting = serveProduct(config, log, { runtimeEnd: environment.RUNTIME_END ?? "", ...options });
  const shutdown = setUpShutdown(starting, log);
  endOnCrash(config, log, shutdown);
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

/** A condition that a person can fix is one line; anything else is a bug and printed in full. */
function refuseToStart(error: unknown): never {
  const isCondition = error instanceof ConfigError || error instanceof StartError;
  console.error(isCondition ? error.message : error);
  process.exit(1);
}
