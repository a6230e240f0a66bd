import { createHash } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Auth } from "#platform/auth/auth.ts";
import type { Database, Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { JobQueue } from "#platform/jobs/jobs.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import { authorize } from "./access.ts";
import type { AnyCapability } from "./capability.ts";
import type { Actor, Announcement, Context, Credentials, SignedIn, Undo } from "./context.ts";
import { AppError } from "./errors.ts";
import { checkInputShape } from "./input-shape.ts";
import { auditLog, idempotencyKeys } from "./tables.ts";

/** What the kernel runs on; made once at start. */
export type Services = { database: Database; jobs: JobQueue; auth: Auth; files: StoredFiles };

/** Every run of a capability is published here by name, for tests and measurements; free while nobody listens. */
export const capabilityRuns = channel("adjutant:capability-run");

/** One request as an edge hands it over. */
export type Request = {
  actor: Actor | null;
  requestId: string;
  address: string | null;
  /** Makes a retry of the same write safe: the first answer is given again (24 h). */
  idempotencyKey?: string | undefined;
  credentials?: Credentials | null;
  /** Collects Set-Cookie headers for the answer; an edge sends them only when the call succeeded. */
  setCookie?: (header: string) => void;
};

/**
 * Runs a capability for an edge: one transaction as the actor, the effect with its audit rows and announcements
 * in it, and the output in its wire form. Throws AppError; anything else is a bug.
 */
export async function invoke(
  services: Services,
  capability: AnyCapability,
  input: unknown,
  request: Request,
): Promise<unknown> {
  const { database } = services;
  const { effect } = capability.definition;
  try {
    authorize(request.actor, capability.definition);
  } catch (error) {
    if (request.actor && capability.definition.access === "admin")
      await database.transaction(request.actor.userId, "write", (db) =>
        db.insert(auditLog).values({ ...auditRow(capability, request, []), outcome: "refused" }),
      );
    throw error;
  }
  const userId = request.actor?.userId ?? null;
  if (capability.definition.ownTransactions) {
    const context = new RequestContext(null, request, services);
    const work = await perform(capability, context, input);
    await database.transaction(userId, "write", async (db) => {
      await recordWork(db, capability, context, work);
      await recordAnnouncements(db, context.announcements);
    });
    return encodeOutput(capability, work.output);
  }
  if (effect === "read")
    return database.transaction(userId, "read", (db) => answer(services, db, capability, input, request));
  return database.transaction(userId, "write", async (db) => {
    const replay = await claimIdempotencyKey(db, capability, input, request);
    if (replay) return replay.answer;
    const output = await answer(services, db, capability, input, request);
    await storeAnswer(db, request, capability.definition.secretAnswer ? null : output);
    return output;
  });
}

async function answer(
  services: Services,
  db: Transaction,
  capability: AnyCapability,
  input: unknown,
  request: Request,
) {
  const context = new RequestContext(db, request, services);
  const output = encodeOutput(capability, await call(capability, context, input));
  await recordAnnouncements(db, context.announcements);
  return output;
}

/** The body of every capability: access, input, work, audit row. Nested calls share their caller's transaction. */
export async function call(capability: AnyCapability, context: Context, input: unknown): Promise<unknown> {
  const work = await perform(capability, context, input);
  await recordWork(context.db, capability, context, work);
  return work.output;
}

type Work = { parsed: unknown; output: unknown; running: CallContext };

async function perform(capability: AnyCapability, context: Context, input: unknown): Promise<Work> {
  const { definition } = capability;
  authorize(context.actor, definition);
  capabilityRuns.publish(capability.name);
  const parsed = parseInput(definition.input, input);
  const running = new CallContext(context);
  return { parsed, output: await definition.run(running as SignedIn, parsed), running };
}

async function recordWork(db: Transaction, capability: AnyCapability, context: Context, work: Work) {
  const { definition } = capability;
  if (definition.effect === "read") return;
  const { parsed, output, running } = work;
  const ids = [...new Set([...idsIn(parsed), ...idsIn(output)])];
  await db.insert(auditLog).values({
    ...auditRow(capability, context, ids),
    ...running.person,
    outcome: "done",
    undo: running.undo,
  });
  for (const resource of [capability.resource, ...(definition.touches ?? [])])
    context.announce({ resource, ids });
}

/** A context outside any request: jobs, the command line, tests. */
export const contextFor = (
  services: ContextServices,
  db: Transaction,
  actor: Actor | null,
  requestId: string,
) => new RequestContext(db, { actor, requestId, address: null }, services);

type ContextServices = Omit<Services, "database">;

class RequestContext implements Context {
  readonly #db: Transaction | null;
  readonly #setCookie: ((header: string) => void) | undefined;
  readonly actor: Actor | null;
  readonly credentials: Credentials | null;
  readonly auth: Auth;
  readonly files: StoredFiles;
  readonly now = new Date();
  readonly requestId: string;
  readonly address: string | null;
  readonly announcements: Announcement[] = [];
  readonly #jobs: JobQueue;

  constructor(db: Transaction | null, request: Request, { jobs, auth, files }: ContextServices) {
    this.#db = db;
    this.#jobs = jobs;
    this.auth = auth;
    this.files = files;
    this.#setCookie = request.setCookie;
    this.actor = request.actor;
    this.requestId = request.requestId;
    this.address = request.address;
    this.credentials = request.credentials ?? null;
  }

  get db(): Transaction {
    if (!this.#db) throw new Error("A capability with ownTransactions has no db of its own");
    return this.#db;
  }

  setCookie(header: string): void {
    this.#setCookie?.(header);
  }

  identify(): void {
    throw new Error("identify belongs to a running capability");
  }

  announce(fact: Announcement): void {
    const audience = fact.audience ?? (this.actor ? [this.actor.userId] : []);
    this.announcements.push({ ...fact, audience });
  }

  enqueue: Context["enqueue"] = (job, payload, options) => this.#jobs.enqueue(this.db, job, payload, options);

  undoWith(_undo: Undo): void {
    throw new Error("undoWith belongs to a running capability");
  }
}

/** What one running capability sees; keeps its undo apart from that of the calls it makes. */
class CallContext implements Context {
  undo: Undo | null = null;
  person: Parameters<Context["identify"]>[0] | null = null;
  readonly #outer: Context;
  readonly actor: Actor | null;
  readonly now: Date;
  readonly requestId: string;
  readonly address: string | null;
  readonly credentials: Credentials | null;
  readonly auth: Auth;
  readonly files: StoredFiles;

  constructor(outer: Context) {
    this.#outer = outer;
    this.actor = outer.actor;
    this.now = outer.now;
    this.requestId = outer.requestId;
    this.address = outer.address;
    this.credentials = outer.credentials;
    this.auth = outer.auth;
    this.files = outer.files;
  }

  get db(): Transaction {
    return this.#outer.db;
  }

  setCookie(header: string): void {
    this.#outer.setCookie(header);
  }

  identify(person: Parameters<Context["identify"]>[0]): void {
    this.person = person;
  }

  announce(fact: Announcement): void {
    this.#outer.announce(fact);
  }

  enqueue: Context["enqueue"] = (job, payload, options) => this.#outer.enqueue(job, payload, options);

  undoWith(undo: Undo): void {
    this.undo = undo;
  }
}

function parseInput(schema: z.ZodType, input: unknown): unknown {
  checkInputShape(input);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join(".")] ??= issue.message;
  const [path, message] = Object.entries(fields)[0] ?? ["", "Invalid input"];
  throw new AppError("invalid", path ? `${path}: ${message}` : message, { fields });
}

/** Dates become ISO strings and columns that the schema does not name are dropped. */
function encodeOutput(capability: AnyCapability, output: unknown): unknown {
  return z.encode(capability.definition.output, output);
}

function idsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { id, ids } = value as { id?: unknown; ids?: unknown };
  const all = Array.isArray(ids) ? ids : [id];
  return all.filter((each): each is string => typeof each === "string");
}

function auditRow(capability: AnyCapability, request: Request, ids: string[]) {
  return {
    userId: request.actor?.userId ?? null,
    via: request.actor?.via ?? null,
    credentialId: request.actor?.credentialId ?? null,
    capability: capability.name,
    effect: capability.definition.effect,
    recordIds: ids,
    requestId: request.requestId,
    address: request.address,
  };
}

type Replay = { answer: unknown } | null;

async function claimIdempotencyKey(
  db: Transaction,
  capability: AnyCapability,
  input: unknown,
  request: Request,
): Promise<Replay> {
  const { actor, idempotencyKey: key } = request;
  if (!actor || !key) return null;
  const requestHash = createHash("sha256")
    .update(`${capability.name}\n${JSON.stringify(input ?? null)}`)
    .digest("hex");
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ userId: actor.userId, key, requestHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return null;
  const [earlier] = await db.select().from(idempotencyKeys).where(ownKey(actor.userId, key));
  if (!earlier) throw new AppError("conflict", "The same request is still running");
  if (earlier.requestHash !== requestHash)
    throw new AppError("invalid", "This Idempotency-Key was used for a different request");
  if (capability.definition.secretAnswer)
    throw new AppError("conflict", "This was already done; its answer is shown only once");
  return { answer: earlier.answer };
}

async function storeAnswer(db: Transaction, request: Request, answer: unknown): Promise<void> {
  if (!request.actor || !request.idempotencyKey) return;
  await db
    .update(idempotencyKeys)
    .set({ answer })
    .where(ownKey(request.actor.userId, request.idempotencyKey));
}

const ownKey = (userId: string, key: string) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
