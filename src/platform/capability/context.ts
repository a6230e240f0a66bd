import type { z } from "zod";
import type { Auth } from "#platform/auth/auth.ts";
import type { Config } from "#platform/config/config.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { DomainEvent, EnqueueOptions, JobSignature } from "#platform/jobs/jobs.ts";
import type { Mail } from "#platform/mail/mail.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";
import type { Workers } from "#platform/workers/workers.ts";
import type { Actor, Announcement, Credentials, Undo } from "./actor.ts";
import type { Provenance } from "./provenance.ts";
import type { ReadingTrace } from "./reading-trace.ts";
import type { Services } from "./services.ts";

/** All that a capability's body may touch. One context lives as long as one database transaction. */
export type Context = {
  actor: Actor | null;
  /** The provenance of what is written here; stored with every record. */
  provenance: Provenance;
  /** Records whether other people's text was read; absent if not needed. */
  reading?: ReadingTrace;
  /** The transaction; row-level security uses the actor's id in it. */
  db: Transaction;
  /** True while `db` is open: capabilities that wait on the network are refused then. */
  hasTransaction: boolean;
  /** The server's clock at the start of the request. */
  now: Date;
  requestId: string;
  /** The caller's IP address, for limits and the session list; null for jobs. */
  address: string | null;
  /** Null outside HTTP. */
  credentials: Credentials | null;
  /** True if the request was made on the machine itself: to loopback, without a proxy. */
  isLocal: boolean;
  /** Identities, which the transaction's role may not access. */
  auth: Auth;
  /** Contents of documents; not part of the transaction: use `removeFiles` to delete them with their rows. */
  files: StoredFiles;
  /** Encrypts stored values that must be readable again. */
  secrets: Secrets;
  /** The current instance settings of the administrators. */
  systemSettings: SystemSettings;
  /** Sends messages through SMTP servers. Waits on the network: for jobs and capabilities with `ownTransactions`. */
  mail: Mail;
  /** The guarded connection to addresses that people name; waits on the network, like `mail`. */
  outbound: Outbound;
  /** Runs work on untrusted input in processes with limits; takes time, like `mail`. */
  workers: Workers;
  config: Config;
  /** For a capability with `ownTransactions` that calls others as an edge does, each in a transaction of its own. */
  services: Services;
  /** Those of the request; absent where nobody waits or watches. */
  signal?: AbortSignal | undefined;
  onProgress?: (progress: unknown) => Promise<void> | void;
  /** Runs a new transaction as the actor, for capabilities with `ownTransactions`; others use `db`. */
  inTransaction: <T>(mode: "read" | "write", run: (db: Transaction) => Promise<T>) => Promise<T>;
  /** Passes a complete Set-Cookie header to the HTTP edge; other edges drop it. */
  setCookie(header: string): void;
  /** Sets the person that a signed-out call is made by, for its audit row. */
  identify(person: Pick<Actor, "userId" | "via" | "credentialId">): void;
  announce(fact: Announcement): void;
  /** Adds a job to the queue in this transaction, or with `ownTransactions` in a new one. */
  enqueue<P extends z.ZodType>(
    job: JobSignature<P>,
    payload: z.input<P>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Publishes an event to jobs of other slices, in the same transaction as `enqueue`. */
  publish<P extends z.ZodType>(fact: DomainEvent<P>, payload: z.input<P>): Promise<void>;
  /** Stored with the audit row of the capability that is running. */
  undoWith(undo: Undo): void;
  /** The person's reason; stored with the same row. */
  setReason(reason: string): void;
};

export type SignedIn = Context & { actor: Actor };
