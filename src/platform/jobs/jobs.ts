import type { z } from "zod";
import type { Auth } from "#platform/auth/auth.ts";
import type { Config } from "#platform/config/config.ts";
import type { BackupStore } from "#platform/database/backup/backup-store.ts";
import type { Database, Transaction } from "#platform/database/database.ts";
import type { Log } from "#platform/log/log.ts";
import type { Mail } from "#platform/mail/mail.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";
import type { Workers } from "#platform/workers/workers.ts";

/** What jobs can use: the same as requests. */
export type Worker = {
  database: Database;
  auth: Auth;
  jobs: JobQueue;
  files: StoredFiles;
  secrets: Secrets;
  systemSettings: SystemSettings;
  mail: Mail;
  outbound: Outbound;
  backups: BackupStore;
  workers: Workers;
  config: Config;
  log: Log;
};

/** Work outside a request: claimed from the queue in PostgreSQL, retried with back-off, safe to run twice. */
export type JobDefinition<P extends z.ZodType = z.ZodType> = {
  name: string;
  payload: P;
  /** Names in earlier versions: jobs that wait under them run under this one. */
  formerNames?: readonly string[];
  /** A cron expression in UTC for a recurring job. */
  cron?: string;
  /** Runs also while the instance is closed for maintenance. */
  duringMaintenance?: true;
  /** The polling interval in seconds, for jobs that must start on time; 30 by default. */
  pollingSeconds?: number;
  /**
   * While a job with the same key waits, another is not added, and the waiting one starts after the transaction that
   * would have added it. Every job of it has a key.
   */
  isOnePerKey?: true;
  /** Runs of it at the same time in one process; 1 by default. */
  concurrency?: number;
  /** Enqueued for every such event, of any user, in the transaction that publishes it. The payload is the event's. */
  subscribesTo?: DomainEvent<P>;
  /** `attempt`: of the queue; none where the work is done outside it. */
  run(worker: Worker, payload: z.output<P>, attempt?: JobAttempt<P>): Promise<void>;
};

export type JobAttempt<P extends z.ZodType = z.ZodType> = {
  /** Replaces the payload, committed at once: after an interruption the next try receives this one. */
  savePayload(payload: z.input<P>): Promise<void>;
};

/** Thrown by a job that must not be tried again by itself: it stays visible as failed, and a person may retry it. */
export class PermanentFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "PermanentFailure";
    this.code = code;
  }
}

/** What enqueuing a job requires, without the code that runs it. */
export type JobSignature<P extends z.ZodType = z.ZodType> = Pick<
  JobDefinition<P>,
  "name" | "payload" | "isOnePerKey"
>;

/** An event in one slice that concerns others: declared in the slice's `events.ts`. */
export type DomainEvent<P extends z.ZodType = z.ZodType> = { name: string; payload: P };

/**
 * Runs as long as the program does, beside its jobs, for example to hold connections. Any number of processes may run
 * it.
 */
export type BackgroundService = {
  name: string;
  start(worker: Worker): { close(): Promise<void> };
};

/**
 * A background service in a process of its own, which starts when it is first needed and then stays (0136). What it
 * reads from strangers neither delays the requests of the program nor ends it.
 */
export type SeparateService = Pick<BackgroundService, "name"> & {
  /** `holder`: of what it leases; its next process has the same, and goes on with it at once after a crash. */
  start(worker: Worker, holder?: string): { close(): Promise<void> };
  /** Of the heap of its process. */
  megabytes: number;
  /** Whether there is anything for it to do. */
  isNeeded(database: Database): Promise<boolean>;
  /** In the program: calls back when there may be something to do at once. Returns the function that unsubscribes. */
  onWake(listener: () => void): () => void;
  /** In the program: calls back when it will probably be needed in a moment. Returns the function that unsubscribes. */
  onExpected(listener: () => void): () => void;
  /** In its process, once it has started: checks at once what there is to do. */
  wake(): void;
};

export type EnqueueOptions = {
  /** Not before this instant. */
  startAfter?: Date;
  /** What the job is about; see `isOnePerKey`. */
  key?: string;
};

export type JobQueue = {
  /** Adds the job in the caller's transaction: it exists when, and only when, the change it belongs to commits. */
  enqueue<P extends z.ZodType>(
    db: Transaction,
    job: JobSignature<P>,
    payload: z.input<P>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Enqueues the jobs that subscribe to this event, in the caller's transaction. */
  publish<P extends z.ZodType>(db: Transaction, fact: DomainEvent<P>, payload: z.input<P>): Promise<void>;
};
