import type { PgBoss } from "pg-boss";
import type { JobDefinition, Worker } from "./jobs.ts";

/** Works on the jobs; during maintenance only on those that keep the house itself in order. The others wait. */
export function jobCrew(boss: PgBoss, worker: Worker, jobs: readonly JobDefinition[]) {
  const working = new Set<JobDefinition>();
  let following = Promise.resolve();

  async function adjust(): Promise<void> {
    const isClosed = worker.systemSettings.current.maintenanceMode;
    for (const job of jobs) {
      const shouldWork = !isClosed || job.duringMaintenance === true;
      if (shouldWork === working.has(job)) continue;
      if (shouldWork) await begin(job);
      else await boss.offWork(job.name, { wait: false });
      if (shouldWork) working.add(job);
      else working.delete(job);
    }
  }

  // A notice comes when jobs are added, one for many, and not when one becomes due: what keeps an appointment is looked
  // for then as well, and whoever took a job looks for the next one at once.
  async function begin(job: JobDefinition): Promise<void> {
    const pollingSeconds = job.pollingSeconds ?? 30;
    const intervals = {
      pollingIntervalSeconds: pollingSeconds,
      notifyPollingIntervalSeconds: pollingSeconds,
    };
    let hand: string | undefined;
    hand = await boss.work(job.name, { ...intervals, batchSize: 1 }, async ([claimed]) => {
      if (hand) boss.notifyWorker(hand);
      await job.run(worker, job.payload.parse(claimed?.data ?? {}));
    });
  }

  return {
    /** One after another: a mode that is switched on and off at once ends as it was set last. */
    follow: () => {
      following = following.catch(() => {}).then(adjust);
      return following;
    },
    settled: () => following.catch(() => {}),
  };
}
