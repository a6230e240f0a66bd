import { createHash } from "node:crypto";
import type { PgBoss } from "pg-boss";
import { attributeWork } from "#platform/crash/attribution.ts";
import type { JobDefinition, Worker } from "./jobs.ts";

/** Works on the jobs; during maintenance only on those that keep the house itself in order. The others wait. */
export function jobWorkers(boss: PgBoss, worker: Worker, jobs: readonly JobDefinition[]) {
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
      const payload = claimed?.data ?? {};
      await attributeWork(worker.config.dataDir, { name: job.name, row: rowOf(payload) }, () =>
        job.run(worker, job.payload.parse(payload)),
      );
    });
  }

  return {
    /** One after another: a mode that is switched on and off at once ends as it was set last. */
    follow: () => {
      // Whoever asked for the change before has been told how it ended.
      following = following.catch(() => {}).then(adjust);
      return following;
    },
    // Waits for the end, whatever it was.
    settled: () => following.catch(() => {}),
  };
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The ids that a job is about, and a mark of all that it is told; what people wrote is not in it. */
function rowOf(payload: object): string {
  const text = JSON.stringify(payload);
  const mark = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return text === "{}" ? "" : [...new Set(text.match(UUID)), mark].join(" ");
}
