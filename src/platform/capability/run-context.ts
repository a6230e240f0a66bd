import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { Actor, Announcement, Undo } from "./actor.ts";
import type { Context, SignedIn } from "./context.ts";
import type { Provenance } from "./provenance.ts";
import type { Request, Services } from "./services.ts";

/** A context and the announcements of its capabilities so far. */
export type RequestContext = Context & { readonly announcements: readonly Announcement[] };

/** The outermost context of one transaction; without `db` for capabilities that open their own. */
export function requestContext(db: Transaction | null, request: Request, services: Services): RequestContext {
  const { database, jobs, auth, files, secrets, systemSettings, mail, outbound, workers, config } = services;
  const { actor, requestId, address, credentials = null, isLocal = false } = request;
  const announcements: Announcement[] = [];
  const provenance = request.provenance ?? provenanceOf(actor);
  const writing = <T>(run: (own: Transaction) => Promise<T>) =>
    database.transaction(actor?.userId ?? null, "write", run, provenance);
  return {
    provenance,
    ...(request.reading && { reading: request.reading }),
    ...(request.onProgress && { onProgress: request.onProgress }),
    actor,
    requestId,
    address,
    credentials,
    isLocal,
    auth,
    files,
    secrets,
    systemSettings,
    workers,
    config,
    // Of a request that came over HTTP it is made when it is asked for.
    get signal() {
      return request.signal;
    },
    get mail() {
      return outsideOf(db, mail);
    },
    get outbound() {
      return outsideOf(db, outbound);
    },
    get services() {
      return outsideOf(db, services);
    },
    // Reads during impersonation are audited, also by nested capabilities, so they need a write transaction.
    inTransaction: (mode, run) =>
      database.transaction(actor?.userId ?? null, actor?.impersonatedBy ? "write" : mode, run, provenance),
    announcements,
    now: new Date(),
    hasTransaction: db !== null,
    get db() {
      if (!db) throw new Error("A capability with ownTransactions has no db of its own");
      return db;
    },
    setCookie: (header) => request.setCookie?.(header),
    announce: (fact) => {
      announcements.push({ ...fact, audience: fact.audience ?? (actor ? [actor.userId] : []) });
    },
    enqueue: (job, payload, options) => {
      if (db) return jobs.enqueue(db, job, payload, options);
      return writing((own) => jobs.enqueue(own, job, payload, options));
    },
    publish: (fact, payload) => {
      if (db) return jobs.publish(db, fact, payload);
      return writing((own) => jobs.publish(own, fact, payload));
    },
    ...OF_A_CALL,
  };
}

const OF_A_CALL = { identify: belongsToCall, undoWith: belongsToCall, setReason: belongsToCall };

/** Throws while a call's transaction is open, so that nobody forgets `ownTransactions` for network work. */
function outsideOf<T>(db: Transaction | null, part: T): T {
  if (db) throw new Error("What waits on the network needs ownTransactions");
  return part;
}

/** The provenance of the actor's writes: `outside` (unknown) for jobs, `visitor` for signed-out callers. */
export function provenanceOf(actor: Actor | null): Provenance {
  if (actor === null) return "visitor";
  if (actor.via === "session") return "person";
  if (actor.via === "system") return "outside";
  return actor.isAgent ? "agent" : "api_key";
}

/** A context outside any request: jobs, the command line, tests; without `db` for work that opens transactions. */
export const contextFor = (
  services: Services,
  db: Transaction | null,
  actor: Actor | null,
  requestId: string,
): RequestContext => requestContext(db, { actor, requestId, address: null }, services);

type Person = Parameters<Context["identify"]>[0];

/** The context of one running capability: its caller's, with its own undo and person. */
export type RunningContext = Context & {
  readonly undo: Undo | null;
  readonly person: Person | null;
  readonly reason: string | null;
};

export function runningContext(outer: Context): RunningContext {
  let undo: Undo | null = null;
  let person: Person | null = null;
  let reason: string | null = null;
  const own = {
    identify: (named: Person) => {
      person = named;
    },
    undoWith: (call: Undo) => {
      undo = call;
    },
    setReason: (text: string) => {
      reason = text;
    },
  };
  return Object.create(outer, {
    ...Object.getOwnPropertyDescriptors(own),
    undo: { get: () => undo },
    person: { get: () => person },
    reason: { get: () => reason },
  });
}

function belongsToCall(): never {
  throw new Error("Only a running capability has an undo, a person and a reason");
}

/**
 * One step of a capability with `ownTransactions`, as if it were a request of its own: what it calls enqueues, publishes
 * and announces in the step's transaction, and its clock is that of its start.
 */
export function inRequestTransaction<T>(
  { services, actor, requestId, address, provenance }: SignedIn,
  mode: "read" | "write",
  act: (context: SignedIn) => Promise<T>,
): Promise<T> {
  return services.database.transaction(
    actor.userId,
    mode,
    async (db) => {
      const own = requestContext(db, { actor, requestId, address, provenance }, services);
      const result = await act(own as SignedIn);
      if (mode === "write") await recordAnnouncements(db, own.announcements);
      return result;
    },
    provenance,
  );
}
