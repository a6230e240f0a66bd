import { sql } from "drizzle-orm";
import type pg from "pg";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Transaction } from "#platform/database/database.ts";
import type { Log } from "#platform/log/log.ts";
import { jobWorkers } from "./job-workers.ts";
import type { JobDefinition, JobQueue, Worker } from "./jobs.ts";
import { queueDatabase } from "./queue-database.ts";
import { relayEvent } from "./relay-event.ts";
import { renameQueues } from "./rename-queues.ts";

const SCHEMA = "jobs";
/** Back-off of roughly 1 m, 2 m, 4 m … at most 4 h between tries, then the job stays visible as failed. */
const RETRY = { retryLimit: 8, retryDelay: 60, retryBackoff: true, retryDelayMax: 4 * 3600 };

/** Of pg-boss: a unique index on queue and key among the jobs that wait. */
const ONE_WAITING_PER_KEY = "short";

type RunningQueue = JobQueue & { stop(): Promise<void> };

/**
 * The job queue in PostgreSQL (pg-boss). It maintains its schema as the owner; requests enqueue as the app role in
 * their own transaction. Workers are woken by NOTIFY, polling is the safety net.
 */
export async function startJobs(
  options: Omit<Worker, "jobs"> & { owner: pg.ClientConfig },
  jobs: readonly JobDefinition[],
): Promise<RunningQueue> {
  const { owner, ...parts } = options;
  const database = queueDatabase(owner, parts.log);
  const boss = new PgBoss({ db: database, schema: SCHEMA, useListenNotify: true });
  boss.on("error", database.reportOutage);
  const enqueue = enqueueOn(boss);
  const queue: JobQueue = {
    enqueue,
    publish: async (db, fact, payload) => {
      const subscribers = jobs.filter(({ subscribesTo }) => subscribesTo?.name === fact.name);
      for (const job of subscribers) await enqueue(db, job, payload);
    },
  };
  const worker: Worker = { ...parts, jobs: queue };
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      ...{ ...RETRY, expireInSeconds: 900, notify: true },
      policy: job.isOnePerKey ? ONE_WAITING_PER_KEY : "standard",
    });
    if (job.cron) await boss.schedule(job.name, job.cron, {});
  }
  // Queues of earlier versions had no policy, and pg-boss changes none.
  // rule: built-sql - the schema is a constant of this file; the values are parameters
  await database.executeSql(`update ${SCHEMA}.queue set policy = $1 where name = any ($2) and policy <> $1`, [
    ONE_WAITING_PER_KEY,
    jobs.filter(({ isOnePerKey }) => isOnePerKey).map(({ name }) => name),
  ]);
  await renameQueues(boss, database, SCHEMA, jobs);
  const workers = jobWorkers(boss, worker, jobs, async (name, id, payload) => {
    // rule: built-sql - the schema is a constant of this file; the values are parameters
    await database.executeSql(
      `update ${SCHEMA}.job set data = $3::jsonb where name = $1 and id = $2 and state = 'active'`,
      [name, id, JSON.stringify(payload)],
    );
  });
  await workers.follow();
  const stopFollowing = worker.systemSettings.onChange(
    () => void workers.follow().catch(database.reportOutage),
  );
  // rule: built-sql - a utility statement takes no parameters; the schema is a constant of this file
  await database.executeSql(
    `grant usage on schema ${SCHEMA} to adjutant_app;
     grant select, insert, update on all tables in schema ${SCHEMA} to adjutant_app`,
  );
  return {
    ...queue,
    stop: async () => {
      stopFollowing();
      await workers.settled();
      await boss.stop({ graceful: true, timeout: 5000 });
      await database.close();
    },
  };
}

/**
 * The queue for a process that runs no jobs and knows no subscribers (0136): the program runs what it enqueues, and relays
 * its events. The program has started before, so the queues exist.
 */
export async function openQueue({ owner, log }: { owner: pg.ClientConfig; log: Log }): Promise<RunningQueue> {
  const database = queueDatabase(owner, log);
  const boss = new PgBoss({
    db: database,
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    migrate: false,
  });
  boss.on("error", database.reportOutage);
  await boss.start();
  const enqueue = enqueueOn(boss);
  return {
    enqueue,
    publish: (db, fact, payload) => enqueue(db, relayEvent, { event: fact.name, payload }),
    stop: async () => {
      await boss.stop({ graceful: true, timeout: 5000 });
      await database.close();
    },
  };
}

/** The waiting job starts between two statements once at most, then a new one waits. */
const MAX_ROUNDS = 5;

const enqueueOn =
  (boss: PgBoss): JobQueue["enqueue"] =>
  async (db, job, payload, { startAfter, key } = {}) => {
    if (job.isOnePerKey && !key) throw new Error(`A job of ${job.name} needs a key: one of each may wait`);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const added = await boss.send(job.name, payload as object, {
        db: fromDrizzle(db, sql),
        ...(startAfter && { startAfter }),
        ...(key && { singletonKey: key }),
      });
      if (added || !key || (await holdWaiting(db, job.name, key))) return;
    }
    throw new Error(`A job of ${job.name} could be neither added nor joined`);
  };

/**
 * Locks the job that waits already until this transaction ends: it must not start before it can see what this transaction
 * wrote. False if it has started by now.
 */
async function holdWaiting(db: Transaction, name: string, key: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select id from jobs.job where name = ${name} and coalesce(singleton_key, '') = ${key} and state = 'created'
     and policy = ${ONE_WAITING_PER_KEY} for share`);
  return rows.length > 0;
}
