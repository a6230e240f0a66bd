import type { Services } from "#platform/capability/services.ts";
import type { Config } from "#platform/config/config.ts";
import { recount } from "#platform/counts/recount.ts";
import type { PreparedDatabase } from "#platform/database/prepare.ts";
import { housekeeping } from "#platform/jobs/housekeeping.ts";
import type { BackgroundService, JobQueue } from "#platform/jobs/jobs.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { relayEvent } from "#platform/jobs/relay-event.ts";
import type { Log } from "#platform/log/log.ts";
import { sendSystemMail } from "#platform/mail/send-system-mail.ts";
import { requireMasterKeys } from "#platform/secrets/require-master-key.ts";
import { resealAtStart } from "#platform/secrets/reseal-secrets.ts";
import { openPlatform } from "./open-platform.ts";
import { slices } from "./slices.ts";

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
  const { ownerConnection } = prepared;
  let queue: JobQueue | undefined;
  const started = () => {
    if (!queue) throw new Error("The queue of jobs has not started yet");
    return queue;
  };
  const masterKeys = await requireMasterKeys(ownerConnection, config);
  const worker = await openPlatform(prepared, config, log, opening, { masterKeys, jobs: started });
  const definitions = withWorkers
    ? [housekeeping, recount, sendSystemMail, relayEvent, ...slices.flatMap((slice) => slice.jobs ?? [])]
    : [];
  const jobs = await startJobs({ ...worker, owner: ownerConnection }, definitions);
  queue = jobs;
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
  opening.defer(() => worker.auth.finishPendingWork());
  return { ...worker, jobs };
}
