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

/** All that a capability's body may touch. One context lives as long as one database transaction. */
export type Context = {
  actor: Actor | null;
  /** By which way what is written here came; stored with every record. */
  provenance: Provenance;
  /** Notes whether words of others were read; absent where nobody asks. */
  reading?: ReadingTrace;
  /** The transaction; row-level security sees the actor's id in it. */
  db: Transaction;
  /** True while `db` is open: what waits on the network is refused then. */
  hasTransaction: boolean;
  /** The server's clock at the start of the request. */
  now: Date;
  requestId: string;
  /** Address of the caller, for limits and the session list; null for jobs. */
  address: string | null;
  /** Null outside HTTP. */
  credentials: Credentials | null;
  /** True where the request was made on the machine itself: to loopback, with no proxy between. */
  isLocal: boolean;
  /** Identities, which the transaction's role may not touch. */
  auth: Auth;
  /** Bytes of documents; not part of the transaction: `removeFiles` is how they follow a deletion. */
  files: StoredFiles;
  /** Seals what is stored and must be readable again. */
  secrets: Secrets;
  /** What administrators set for the whole instance, as it holds now. */
  systemSettings: SystemSettings;
  /** Hands messages to SMTP servers. Waits on the network: for jobs and capabilities with `ownTransactions`. */
  mail: Mail;
  /** The guarded way to addresses that people name; waits on the network, as `mail` does. */
  outbound: Outbound;
  /** Runs work on untrusted input in bounded processes; takes its time, as `mail` does. */
  workers: Workers;
  /** What the program was started with. */
  config: Config;
  /** A transaction of its own as the actor, for capabilities with `ownTransactions`; others have `db`. */
  inTransaction: <T>(mode: "read" | "write", run: (db: Transaction) => Promise<T>) => Promise<T>;
  /** Hands a complete Set-Cookie header to the HTTP edge; other edges drop it. */
  setCookie(header: string): void;
  /** Names the person that a signed-out call turned out to be, for its audit row. */
  identify(person: Pick<Actor, "userId" | "via" | "credentialId">): void;
  announce(fact: Announcement): void;
  /** Adds a job to the queue in this transaction, or with `ownTransactions` in one of its own. */
  enqueue<P extends z.ZodType>(
    job: JobSignature<P>,
    payload: z.input<P>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Tells jobs of other slices what became true, in this transaction as `enqueue` does. */
  publish<P extends z.ZodType>(fact: DomainEvent<P>, payload: z.input<P>): Promise<void>;
  /** Stored with the audit row of the capability that is running. */
  undoWith(undo: Undo): void;
  /** Why it is done, in the person's words: kept with the same row. */
  because(reason: string): void;
};

export type SignedIn = Context & { actor: Actor };
