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

  // A notice comes when a job is added, not when it becomes due: what keeps an appointment is looked for also then.
  const begin = (job: JobDefinition) =>
    boss.work(
      job.name,
      {
        pollingIntervalSeconds: job.pollingSeconds ?? 30,
        notifyPollingIntervalSeconds: job.pollingSeconds ?? 30,
        batchSize: 1,
      },
      async ([claimed]) => {
        await job.run(worker, job.payload.parse(claimed?.data ?? {}));
      },
    );

  return {
    /** One after another: a mode that is switched on and off at once ends as it was set last. */
    follow: () => {
      following = following.catch(() => {}).then(adjust);
      return following;
    },
    settled: () => following.catch(() => {}),
  };
}
