import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createAuth } from "#platform/auth/create-auth.ts";
import { addressRecorded } from "#platform/auth/events.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Config } from "#platform/config/config.ts";
import { createBackupStore } from "#platform/database/backup/backup-store.ts";
import { type PreparedDatabase, prepareDatabase } from "#platform/database/prepare.ts";
import { isSharedAddress, SHARED_ALLOWANCE } from "#platform/http/unlisted-proxies.ts";
import type { JobQueue, Worker } from "#platform/jobs/jobs.ts";
import type { Log } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { createSecrets } from "#platform/secrets/secrets.ts";
import { bucketFiles } from "#platform/storage/bucket-files.ts";
import { localFiles } from "#platform/storage/local-files.ts";
import { isLoopbackOnly } from "#platform/system-settings/loopback-only.ts";
import { signUpPolicy } from "#platform/system-settings/sign-up-policy.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { createWorkers } from "#platform/workers/workers.ts";
import { systemMessages } from "./system-messages.ts";

/** The migrated database of this configuration; `opening` closes it. `join`: allowed while another process uses it. */
export async function openData(
  config: Config,
  opening: AsyncDisposableStack,
  { join = false } = {},
): Promise<PreparedDatabase> {
  const prepared = await prepareDatabase({
    ...config,
    join,
    onMessage: (line) => console.error(line),
    onLost: (error) => {
      throw error;
    },
  });
  opening.defer(() => prepared.stop());
  return prepared;
}

/**
 * What jobs and requests run on, without any slice: so a process for one service loads nothing else. `opening` closes it in
 * reverse order. `jobs` is called when something is enqueued, because the queue starts later.
 */
export async function openPlatform(
  prepared: PreparedDatabase,
  config: Config,
  log: Log,
  opening: AsyncDisposableStack,
  { masterKeys, jobs }: { masterKeys: readonly Buffer[]; jobs: () => JobQueue },
): Promise<Omit<Worker, "jobs">> {
  const { database } = prepared;
  const bucket = bucketOf(config);
  const secrets = createSecrets(masterKeys);
  const systemSettings = new SystemSettings({ database, secrets, log, given: config.systemSettings });
  await systemSettings.refresh();
  const auth = openAuth(prepared, { config, log, secrets, systemSettings, jobs });
  const outbound = createOutbound(config);
  const workers = createWorkers(workerProgram());
  opening.defer(() => workers.close());
  return {
    backups: openBackups(prepared, config, bucket),
    database,
    auth,
    files: bucket ?? localFiles(filesFolder(config)),
    secrets,
    systemSettings,
    mail: createMail({ outbound }),
    outbound,
    workers,
    config,
    log,
  };
}

type AuthParts = Pick<Services, "config" | "log" | "secrets" | "systemSettings"> & {
  /** Started later than this. */
  jobs(): Services["jobs"];
};

function openAuth(
  { identities }: PreparedDatabase,
  { config, log, secrets, systemSettings, jobs }: AuthParts,
) {
  const instance = () => {
    const { appName, timezone, agentsEnabled } = systemSettings.current;
    return { appName, origin: systemSettings.origin, timeZone: timezone, agentsEnabled };
  };
  const isLocalInstance = () => isLoopbackOnly(config, systemSettings);
  return createAuth({
    identities,
    settings: {
      ...config,
      instance,
      callersAt: (address) => (isSharedAddress(address) ? SHARED_ALLOWANCE : 1),
      isLoopbackOnly: isLocalInstance,
      registration: () => signUpPolicy(systemSettings, isLocalInstance()),
    },
    log,
    secrets,
    deliver: systemMessages({ secrets, systemSettings, jobs }),
    publishAddress: (db, userId) => jobs().publish(db, addressRecorded, { userId }),
    sendsMail: () => systemTransport(systemSettings) !== null,
  });
}

const openBackups = (
  { ownerConnection, makerConnection }: PreparedDatabase,
  config: Config,
  bucket: ReturnType<typeof bucketOf>,
) =>
  createBackupStore({
    folder: join(config.dataDir, "backups"),
    filesFolder: filesFolder(config),
    bucket,
    ownerConnection,
    makerConnection,
    passphrase: config.backup.passphrase,
    identityFile: config.backup.identityFile,
  });

/** The folder of stored files. */
export const filesFolder = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "files");

/** The bucket that takes the place of the disk; null where there is none. */
export const bucketOf = (config: Config) =>
  config.bucket && bucketFiles(config.bucket, localFiles(filesFolder(config)));

/** Beside the bundle of the server, or among the sources. */
function workerProgram() {
  const folder = programFolder();
  const isBuilt = import.meta.filename.endsWith(".js");
  return { folder, file: join(folder, isBuilt ? "dist/server/worker.js" : "src/app/worker.ts") };
}

/** The folder with package.json, in a checkout as in a build. */
export function programFolder(folder = import.meta.dirname): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  if (folder === dirname(folder)) throw new Error(`No package.json above ${import.meta.dirname}`);
  return programFolder(dirname(folder));
}
