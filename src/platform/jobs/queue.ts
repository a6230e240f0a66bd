import { sql } from "drizzle-orm";
import type pg from "pg";
import { fromDrizzle, PgBoss } from "pg-boss";
import { jobCrew } from "./job-crew.ts";
import type { JobDefinition, JobQueue, Worker } from "./jobs.ts";

const SCHEMA = "jobs";
/** How a program that does jobs names its connections. */
export const JOBS_APPLICATION = "adjutant jobs";
/** Back-off of roughly 1 m, 2 m, 4 m … at most 4 h between tries, then the job stays visible as failed. */
const RETRY = { retryLimit: 8, retryDelay: 60, retryBackoff: true, retryDelayMax: 4 * 3600 };

/**
 * The job queue in PostgreSQL (pg-boss). It maintains its schema as the owner; requests enqueue as the app role in
 * their own transaction. Workers are woken by NOTIFY, polling is the safety net.
 */
export async function startJobs(
  options: Omit<Worker, "jobs"> & { owner: pg.PoolConfig },
  jobs: readonly JobDefinition[],
): Promise<JobQueue & { stop(): Promise<void> }> {
  const { owner, ...parts } = options;
  const { log } = parts;
  const boss = new PgBoss({
    ...connectionOf(owner),
    schema: SCHEMA,
    max: 4,
    useListenNotify: true,
    application_name: JOBS_APPLICATION,
  });
  boss.on("error", (error) => log.error("job queue", { error }));
  const queue: JobQueue = {
    enqueue: async (db, job, payload, { startAfter, key } = {}) => {
      await boss.send(job.name, payload as object, {
        db: fromDrizzle(db, sql),
        ...(startAfter && { startAfter }),
        ...(key && { singletonKey: key }),
      });
    },
    tell: async (db, fact, payload) => {
      const hearing = jobs.filter(({ hears }) => hears?.name === fact.name);
      for (const job of hearing) await queue.enqueue(db, job, payload);
    },
  };
  const worker: Worker = { ...parts, jobs: queue };
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, { ...RETRY, expireInSeconds: 900, notify: true });
    if (job.cron) await boss.schedule(job.name, job.cron, {});
  }
  const crew = jobCrew(boss, worker, jobs);
  await crew.follow();
  const stopFollowing = worker.systemSettings.onChange(
    () => void crew.follow().catch((error: unknown) => log.error("job queue", { error })),
  );
  await boss.getDb().executeSql(
    `grant usage on schema ${SCHEMA} to adjutant_app;
     grant select, insert, update on all tables in schema ${SCHEMA} to adjutant_app`,
  );
  return {
    ...queue,
    stop: async () => {
      stopFollowing();
      await crew.settled();
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

/** pg-boss knows fewer connection settings than the driver. */
function connectionOf(config: pg.PoolConfig) {
  const { host, port, user, password, database, connectionString, ssl } = config;
  return Object.fromEntries(
    Object.entries({ host, port, user, password, database, connectionString, ssl }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}
