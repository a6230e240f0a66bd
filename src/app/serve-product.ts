import { join } from "node:path";
import { type Config, isLoopback } from "#platform/config/config.ts";
import { EventHub } from "#platform/events/hub.ts";
import type { Log } from "#platform/log/log.ts";
import { drain } from "./drain.ts";
import { openProduct, type Product, programFolder } from "./open-product.ts";
import { createServer } from "./server.ts";
import { registry } from "./slices.ts";
import { checkDataFolder, checkPort, portError } from "./start-conditions.ts";

const LOOPBACK = "127.0.0.1";

/** Opens everything and listens. Throws a StartError, with nothing left open, where a condition forbids it. */
export async function serveProduct(config: Config, log: Log): Promise<{ close(): Promise<void> }> {
  await checkPort(config);
  checkDataFolder(config.dataDir);
  await using opening = new AsyncDisposableStack();
  const product = await openProduct(config, log, opening, { withWorkers: true });
  const hub = new EventHub({
    database: product.services.database,
    connection: product.prepared.appConnection,
    log,
  });
  opening.defer(() => hub.close());
  await hub.start();
  const host = (await mayListenWidely(config, product)) ? config.host : LOOPBACK;
  const server = createServer({
    config: { ...config, host },
    log,
    services: product.services,
    registry,
    hub,
    authenticate: product.services.auth.authenticate,
    isReady: product.isReady,
    webFolder: join(programFolder(), "dist", "web"),
  });
  const listening = await server.listen().catch((error) => {
    throw portError(error, host, config.port);
  });
  opening.defer(() => drain(listening, server.closeStreams));
  const opened = opening.move();
  return { close: () => opened.disposeAsync() };
}

/** Whoever comes first becomes administrator, so strangers must not come first (security.md D42). */
async function mayListenWidely({ host, adminEmail }: Config, product: Product): Promise<boolean> {
  if (isLoopback(host) || adminEmail || (await product.services.auth.hasAccounts())) return true;
  console.error(
    `No account exists yet, so HOST ${host} waits: listening on ${LOOPBACK}. ` +
      "Create the first account there and start again, or set ADMIN_EMAIL.",
  );
  return false;
}
