import { channel } from "node:diagnostics_channel";
import { t } from "#i18n/message.ts";
import { limitConcurrency } from "#platform/auth/limit-concurrency.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { authorize } from "./access.ts";
import type { Actor } from "./actor.ts";
import type { Context, SignedIn } from "./context.ts";
import type { AnyCapability } from "./definition.ts";
import { AppError } from "./errors.ts";
import { isSupervised, needsApproval } from "./external-effects.ts";
import { claimIdempotencyKey, storeAnswer } from "./idempotency.ts";
import { isOwnText } from "./provenance.ts";
import { requestApproval } from "./request-approval.ts";
import { provenanceOf, type RunningContext, requestContext, runningContext } from "./run-context.ts";
import type { Request, Services } from "./services.ts";
import { isInGroups } from "./slice.ts";
import { auditLog } from "./tables.ts";
import { encodeOutput } from "./validation/encode-output.ts";
import { validateInput } from "./validation/validate-input.ts";
import { writeAs } from "./write-as.ts";

/** Every run of a capability is published here by name, for tests and measurements; no cost without subscribers. */
export const capabilityRuns = channel("adjutant:capability-run");

/**
 * Runs a capability for an edge: one transaction as the actor, with the effect, its audit rows and its announcements;
 * returns the output in its wire form. Throws AppError; any other error is a bug.
 */
export async function invoke(
  services: Services,
  capability: AnyCapability,
  input: unknown,
  request: Request,
): Promise<unknown> {
  try {
    authorize(request.actor, capability.definition);
    if (!isInGroups(capability, request.actor))
      throw new AppError("forbidden", t`This API key is not for this area`);
  } catch (error) {
    if (request.actor && capability.definition.access === "admin")
      await services.database.transaction(request.actor.userId, "write", (db) =>
        db.insert(auditLog).values({ ...auditRow(capability, request, []), outcome: "refused" }),
      );
    throw error;
  }
  await waitForApproval(services, capability, input, request);
  return limiterOf(capability)(() => runAndRecord(services, capability, input, request));
}

/** An agent's call that needs approval is stored for its person, and refused with how to ask again. */
async function waitForApproval(
  services: Services,
  capability: AnyCapability,
  input: unknown,
  request: Request,
): Promise<void> {
  const { actor } = request;
  if (!actor) return;
  const waits =
    needsApproval(capability, input, actor) || (await reachesOutside(services, capability, input, request));
  if (!waits) return;
  validateInput(capability.definition.input, input);
  throw await services.database.transaction(
    actor.userId,
    "write",
    async (db) => {
      const context = requestContext(db, request, services);
      const refused = await requestApproval(context, { capability, input, actor });
      await recordAnnouncements(db, context.announcements);
      return refused;
    },
    provenanceOf(actor),
  );
}

async function reachesOutside(
  services: Services,
  capability: AnyCapability,
  input: unknown,
  request: Request,
): Promise<boolean> {
  const { definition } = capability;
  if (!definition.reachesOutside || !request.actor || !isSupervised(request.actor)) return false;
  const parsed = validateInput(definition.input, input);
  return services.database.transaction(
    request.actor.userId,
    "read",
    async (db) =>
      (await definition.reachesOutside?.(requestContext(db, request, services) as SignedIn, parsed)) === true,
  );
}

async function runAndRecord(
  services: Services,
  capability: AnyCapability,
  input: unknown,
  request: Request,
): Promise<unknown> {
  const { database } = services;
  const { effect } = capability.definition;
  const userId = request.actor?.userId ?? null;
  const provenance = request.provenance ?? provenanceOf(request.actor);
  if (capability.definition.prepare) {
    const parsed = validateInput(capability.definition.input, input);
    await capability.definition.prepare(requestContext(null, request, services) as SignedIn, parsed);
  }
  if (capability.definition.ownTransactions) {
    const context = requestContext(null, request, services);
    const work = await perform(capability, context, input);
    await database.transaction(
      userId,
      "write",
      async (db) => {
        await recordWork(db, capability, context, work);
        await recordAnnouncements(db, context.announcements);
      },
      provenance,
    );
    return encodeOutput(capability.definition.output, work.output);
  }
  if (effect === "read")
    return database.transaction(
      userId,
      isAudited(capability, request.actor) ? "write" : "read",
      (db) => answer(services, db, capability, input, request),
      provenance,
    );
  return database.transaction(
    userId,
    "write",
    async (db) => {
      const replay = await claimIdempotencyKey(db, capability, input, request);
      if (replay) return replay.answer;
      const output = await answer(services, db, capability, input, request);
      await storeAnswer(db, request, capability.definition.secretAnswer ? null : output);
      return output;
    },
    provenance,
  );
}

const limiters = new WeakMap<AnyCapability, ReturnType<typeof limitConcurrency>>();

/** Callers that wait for database locks hold a connection meanwhile; here they wait without one. */
function limiterOf(capability: AnyCapability): ReturnType<typeof limitConcurrency> {
  const { maxConcurrent } = capability.definition;
  const limiter =
    limiters.get(capability) ??
    (maxConcurrent === undefined ? MAX_CONCURRENT : limitConcurrency(maxConcurrent));
  limiters.set(capability, limiter);
  return limiter;
}

const MAX_CONCURRENT: ReturnType<typeof limitConcurrency> = (work) => work();

async function answer(
  services: Services,
  db: Transaction,
  capability: AnyCapability,
  input: unknown,
  request: Request,
) {
  const context = requestContext(db, request, services);
  const output = encodeOutput(capability.definition.output, await call(capability, context, input));
  await recordAnnouncements(db, context.announcements);
  return output;
}

/** The body of every capability: access, input, work, audit row. Nested calls share their caller's transaction. */
export async function call(capability: AnyCapability, context: Context, input: unknown): Promise<unknown> {
  if (capability.definition.ownTransactions) return callOutside(capability, context, input);
  const work = await perform(capability, context, input);
  await recordWork(context.db, capability, context, work);
  return work.output;
}

/** Network work never holds a transaction of its caller open. */
async function callOutside(capability: AnyCapability, context: Context, input: unknown): Promise<unknown> {
  if (context.hasTransaction)
    throw new Error(`${capability.name} waits on the network: never inside a transaction`);
  const work = await perform(capability, context, input);
  await context.inTransaction("write", (db) => recordWork(db, capability, context, work));
  return work.output;
}

type Work = { parsed: unknown; output: unknown; running: RunningContext };

async function perform(capability: AnyCapability, context: Context, input: unknown): Promise<Work> {
  const { definition } = capability;
  authorize(context.actor, definition);
  capabilityRuns.publish(capability.name);
  const parsed = validateInput(definition.input, input);
  const running = runningContext(context);
  const output = await withProvenance(definition, running, (own) => definition.run(own as SignedIn, parsed));
  context.reading?.note(capability, output);
  return { parsed, output, running };
}

/** Once a request has read other people's text, what it writes does not count as its person's own text either. */
const withProvenance = <T>(
  { effect, ownTransactions }: AnyCapability["definition"],
  running: RunningContext,
  run: (own: Context) => Promise<T>,
): Promise<T> =>
  effect !== "read" && !ownTransactions && running.reading?.isTainted && isOwnText(running.provenance)
    ? writeAs(running, "model", run)
    : run(running);

async function recordWork(db: Transaction, capability: AnyCapability, context: Context, work: Work) {
  const { definition } = capability;
  if (!isAudited(capability, context.actor)) return;
  const { parsed, output, running } = work;
  const ids = [...new Set([...idsIn(parsed), ...idsIn(output)])];
  await db.insert(auditLog).values({
    ...auditRow(capability, context, ids),
    ...running.person,
    outcome: "done",
    undo: running.undo,
    reason: running.reason,
  });
  if (definition.effect === "read") return;
  context.announce({ resource: capability.resource, ids });
  // Which records of the other resources are stale is unknown here: no ids mean that any may be.
  for (const resource of definition.invalidates ?? []) context.announce({ resource, ids: [] });
}

/**
 * Audits every change, everything an administrator reads as such, and all reads during impersonation (security.md D38).
 */
const isAudited = ({ definition }: AnyCapability, actor: Actor | null) =>
  !definition.isTraffic &&
  (definition.effect !== "read" || definition.access === "admin" || isImpersonatedRead(definition, actor));

const isImpersonatedRead = ({ access }: AnyCapability["definition"], actor: Actor | null) =>
  access !== "anyone" && actor?.impersonatedBy !== undefined;

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
    impersonatedBy: request.actor?.impersonatedBy ?? null,
  };
}
