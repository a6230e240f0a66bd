import type { Auth } from "#platform/auth/auth.ts";
import type { Config } from "#platform/config/config.ts";
import type { BackupStore } from "#platform/database/backup/backup-store.ts";
import type { Database } from "#platform/database/database.ts";
import type { JobQueue } from "#platform/jobs/jobs.ts";
import type { Log } from "#platform/log/log.ts";
import type { Mail } from "#platform/mail/mail.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";
import type { Workers } from "#platform/workers/workers.ts";
import type { Actor, Credentials } from "./actor.ts";
import type { Provenance } from "./provenance.ts";
import type { ReadingTrace } from "./reading-trace.ts";

/** The kernel's dependencies; created once at start. */
export type Services = {
  database: Database;
  jobs: JobQueue;
  auth: Auth;
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

/** One request as an edge passes it on. */
export type Request = {
  actor: Actor | null;
  requestId: string;
  address: string | null;
  /** Makes a retry of the same write safe: the first answer is given again (24 h). */
  idempotencyKey?: string | undefined;
  credentials?: Credentials | null;
  /** The provenance of its text, if it differs from the actor's. */
  provenance?: Provenance;
  /** Records whether other people's text was read. */
  reading?: ReadingTrace;
  /** True if it was made on the machine itself, without a proxy. */
  isLocal?: boolean;
  /** Ends when the caller has gone. */
  signal?: AbortSignal | undefined;
  /** Receives what a long call has so far, where the edge streams it. */
  onProgress?: (progress: unknown) => Promise<void> | void;
  /** Collects Set-Cookie headers for the answer; an edge sends them only when the call succeeded. */
  setCookie?: (header: string) => void;
};
