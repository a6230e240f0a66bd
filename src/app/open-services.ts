import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createAuth } from "#platform/auth/create-auth.ts";
import { addressRecorded } from "#platform/auth/events.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Config } from "#platform/config/config.ts";
import { recount } from "#platform/counts/recount.ts";
import { createBackupStore } from "#platform/database/backup/backup-store.ts";
import { type PreparedDatabase, prepareDatabase } from "#platform/database/prepare.ts";
import { isSharedAddress, SHARED_ALLOWANCE } from "#platform/http/unlisted-proxies.ts";
import { housekeeping } from "#platform/jobs/housekeeping.ts";
import type { BackgroundService, Worker } from "#platform/jobs/jobs.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import type { Log } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { sendSystemMail } from "#platform/mail/send-system-mail.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { requireMasterKeys } from "#platform/secrets/require-master-key.ts";
import { resealAtStart } from "#platform/secrets/reseal-secrets.ts";
import { createSecrets } from "#platform/secrets/secrets.ts";
import { bucketFiles } from "#platform/storage/bucket-files.ts";
import { localFiles } from "#platform/storage/local-files.ts";
import { isLoopbackOnly } from "#platform/system-settings/loopback-only.ts";
import { signUpPolicy } from "#platform/system-settings/sign-up-policy.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { createWorkers } from "#platform/workers/workers.ts";
import { slices } from "./slices.ts";
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
 * The services that capabilities run on; `opening` closes them in reverse order. The command line opens them without
 * workers: jobs that it enqueues are run by the server.
 */
export async function openServices(
  prepared: PreparedDatabase,
  config: Config,
  log: Log,
  opening: AsyncDisposableStack,
  {
    withWorkers,
    backgroundServices: more = [],
  }: { withWorkers: boolean; backgroundServices?: readonly BackgroundService[] },
): Promise<Services> {
  const { database, ownerConnection } = prepared;
  const bucket = bucketOf(config);
  const masterKeys = await requireMasterKeys(ownerConnection, config);
  const secrets = createSecrets(masterKeys);
  const systemSettings = new SystemSettings({ database, secrets, log, given: config.systemSettings });
  await systemSettings.refresh();
  const auth = openAuth(prepared, { config, log, secrets, systemSettings, jobs: () => jobs });
  const outbound = createOutbound(config);
  const workers = createWorkers(workerProgram());
  opening.defer(() => workers.close());
  const worker: Omit<Worker, "jobs"> = {
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
  const definitions = withWorkers
    ? [housekeeping, recount, sendSystemMail, ...slices.flatMap((slice) => slice.jobs ?? [])]
    : [];
  const jobs = await startJobs({ ...worker, owner: ownerConnection }, definitions);
  opening.defer(() => jobs.stop());
  const backgroundServices = withWorkers
    ? [...slices.flatMap((slice) => slice.backgroundServices ?? []), ...more]
    : [];
  for (const service of backgroundServices) {
    const running = service.start({ ...worker, jobs });
    opening.defer(() => running.close());
  }
  if (withWorkers) {
    const resealing = resealAtStart(ownerConnection, masterKeys, log);
    opening.defer(() => resealing);
  }
  opening.defer(() => auth.finishPendingWork());
  return { ...worker, jobs };
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
