import { createHash } from "node:crypto";
import type { JobResult, PgBoss } from "pg-boss";
import { attributeWork } from "#platform/crash/attribution.ts";
import { type JobAttempt, type JobDefinition, PermanentFailure, type Worker } from "./jobs.ts";

type SavePayload = (name: string, id: string, payload: object) => Promise<void>;

type Parts = { worker: Worker; savePayload: SavePayload };
type ClaimedJob = { id: string; data: unknown };

/** Runs the jobs; during maintenance only those marked `duringMaintenance`. The others wait. */
export function jobWorkers(
  boss: PgBoss,
  worker: Worker,
  jobs: readonly JobDefinition[],
  savePayload: SavePayload,
) {
  const working = new Set<JobDefinition>();
  let following = Promise.resolve();

  async function adjust(): Promise<void> {
    const isClosed = worker.systemSettings.current.maintenanceMode;
    for (const job of jobs) {
      const shouldWork = !isClosed || job.duringMaintenance === true;
      if (shouldWork === working.has(job)) continue;
      if (shouldWork) await startWorker(job);
      else await boss.offWork(job.name, { wait: false });
      if (shouldWork) working.add(job);
      else working.delete(job);
    }
  }

  // NOTIFY is sent when jobs are added, one for many, but not when a delayed job becomes due: workers therefore also
  // poll, and a worker that took a job checks for the next one at once.
  async function startWorker(job: JobDefinition): Promise<void> {
    const pollingSeconds = job.pollingSeconds ?? 30;
    const options = {
      pollingIntervalSeconds: pollingSeconds,
      notifyPollingIntervalSeconds: pollingSeconds,
      batchSize: 1,
      localConcurrency: job.concurrency ?? 1,
    };
    let workId: string | undefined;
    workId = await boss.work(job.name, { ...options, perJobResults: true }, async ([claimed]) => {
      if (workId) boss.notifyWorker(workId);
      return claimed ? [await runOne({ worker, savePayload }, job, claimed)] : [];
    });
  }

  return {
    /** Changes are applied one after the other, so that quick switching ends in the last mode set. */
    follow: () => {
      // The previous caller has already received its result.
      following = following.catch(() => {}).then(adjust);
      return following;
    },
    // Waits for the end, success or failure.
    settled: () => following.catch(() => {}),
  };
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** The ids in a job's payload, and a hash of the whole payload; contains no user content. */
function rowOf(payload: object): string {
  const text = JSON.stringify(payload);
  const mark = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return text === "{}" ? "" : [...new Set(text.match(UUID)), mark].join(" ");
}

async function runOne(
  { worker, savePayload }: Parts,
  job: JobDefinition,
  { id, data }: ClaimedJob,
): Promise<JobResult> {
  const payload = data ?? {};
  const attempt: JobAttempt = { savePayload: (saved) => savePayload(job.name, id, saved as object) };
  try {
    await attributeWork(worker.config.dataDir, { name: job.name, row: rowOf(payload) }, () =>
      job.run(worker, job.payload.parse(payload), attempt),
    );
    return { id, status: "completed" };
  } catch (error) {
    if (!(error instanceof PermanentFailure)) throw error;
    // Without a queue of dead letters: failed, whatever tries are left.
    return { id, status: "deadletter", output: error };
  }
}
