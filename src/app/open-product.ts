import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { deliverSystemMessage } from "#features/email/deliver-system-message.ts";
import { createAuth } from "#platform/auth/create-auth.ts";
import type { Services } from "#platform/capability/execute.ts";
import type { Config } from "#platform/config/config.ts";
import { type PreparedDatabase, prepareDatabase } from "#platform/database/prepare.ts";
import { housekeeping } from "#platform/jobs/housekeeping.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import type { Log } from "#platform/log/log.ts";
import { localFiles } from "#platform/storage/local-files.ts";
import { slices } from "./slices.ts";

export type Product = {
  services: Services;
  prepared: PreparedDatabase;
  isReady(): Promise<boolean>;
};

/**
 * All that capabilities run on, over a migrated database. `opening` closes it again, the last opened first. The
 * command line opens it without workers: jobs it enqueues are done by the server.
 */
export async function openProduct(
  config: Config,
  log: Log,
  opening: AsyncDisposableStack,
  { withWorkers }: { withWorkers: boolean },
): Promise<Product> {
  const prepared = await prepareDatabase({
    ...config,
    say: (line) => console.error(line),
    onLost: (error) => {
      throw error;
    },
  });
  opening.defer(() => prepared.stop());
  const { database, identities } = prepared;
  const auth = createAuth({ identities, settings: config, log, deliver: deliverSystemMessage });
  opening.defer(() => auth.settle());
  const files = localFiles(join(config.dataDir, "files"));
  const definitions = withWorkers ? [housekeeping, ...slices.flatMap((slice) => slice.jobs ?? [])] : [];
  const jobs = await startJobs({ owner: prepared.ownerConnection, database, files, log }, definitions);
  opening.defer(() => jobs.stop());
  return {
    services: { database, jobs, auth, files },
    prepared,
    isReady: () => database.transaction(null, "read", (db) => db.execute(sql`select 1`)).then(() => true),
  };
}

/** The folder with package.json, in a checkout as in a build. */
export function programFolder(folder = import.meta.dirname): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  if (folder === dirname(folder)) throw new Error(`No package.json above ${import.meta.dirname}`);
  return programFolder(dirname(folder));
}
