import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { apiKeys } from "#platform/auth/key-tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { inputHashOf } from "#platform/capability/input-hash.ts";
import { OutsideTrace } from "#platform/capability/outside-trace.ts";
import { capabilityNamed } from "#platform/capability/slice.ts";
import { agentRequests } from "#platform/capability/tables.ts";
import { writeAs, writingOutsideAs } from "#platform/capability/write-as.ts";
import { currentCapability } from "../former-names.ts";
import { decideRequest, type Failure, findRequest, inputOf, type Request } from "./decide-requests.ts";

/** Characters of an answer that is stored for the agent; of longer ones it reads the records themselves. */
const MAX_ANSWER = 50_000;

type Approved = { id: string; inputHash: string };

/**
 * Runs the requested call once, with the rights of the approving person and the provenance of the agent; null if it has
 * already run. A call that waits for the network runs outside of every transaction and is claimed first, so that a
 * crash never leads to a second run.
 */
export async function approveRequest(context: SignedIn, approved: Approved): Promise<Request | null> {
  const { capability: name } = await inOwnTransaction(context, "read", (own) =>
    findRequest(own, approved.id),
  );
  if (capabilityNamed(currentCapability(name))?.definition.ownTransactions)
    return carryOutOutside(context, approved, { isRetry: false });
  return inOwnTransaction(context, "write", async (own) => {
    const request = await decideRequest(own, { ...approved, state: "done" });
    if (!request) return null;
    const capability = await requireCallable(own, request);
    const output = await writeAs(own, "agent", (asAgent) => capability(asAgent, inputOf(request)));
    await storeOutcome(own, request, { state: "done", answer: answerOf(capability, output) });
    return request;
  });
}

/** Runs a failed request again if it certainly had no effect outside; null if it has been done meanwhile. */
export const retryRequest = (context: SignedIn, approved: Approved): Promise<Request | null> =>
  carryOutOutside(context, approved, { isRetry: true });

async function carryOutOutside(
  context: SignedIn,
  approved: Approved,
  { isRetry }: { isRetry: boolean },
): Promise<Request | null> {
  const claimed = await inOwnTransaction(context, "write", async (own) => {
    const request = await decideRequest(own, { ...approved, state: "running", isRetry });
    return request && { request, capability: await requireCallable(own, request) };
  });
  if (!claimed) return null;
  const { request, capability } = claimed;
  const store = (outcome: Outcome) =>
    inOwnTransaction(context, "write", (own) => storeOutcome(own, request, outcome));
  const trace = new OutsideTrace();
  let output: unknown;
  try {
    output = await capability(writingOutsideAs(trace.of(context), "agent"), inputOf(request));
  } catch (error) {
    await store({ state: "failed", answer: failureFrom(error, trace) });
    throw error;
  }
  await store({ state: "done", answer: answerOf(capability, output) });
  return request;
}

/** After an unexpected error anything may have happened, so `nothingDone` is false. */
const failureFrom = (error: unknown, trace: OutsideTrace): Failure =>
  error instanceof AppError
    ? { error: error.message, code: error.code, nothingDone: !trace.hasOutsideEffect }
    : { error: "Something went wrong", code: "upstream", nothingDone: false };

async function requireCallable(context: SignedIn, request: Request): Promise<AnyCapability> {
  const capability = capabilityNamed(currentCapability(request.capability));
  const isIntact = inputHashOf(request.capability, request.input) === request.inputHash;
  if (!capability || !isIntact || capability.definition.sessionOnly)
    throw new AppError("conflict", t`This cannot be done any more: dismiss it`);
  await requireAgent(context, request.credentialId);
  return capability;
}

type Outcome = { state: "done" | "failed"; answer: unknown };

function answerOf({ definition }: AnyCapability, output: unknown): unknown {
  if (definition.secretAnswer) return null;
  const answer = z.encode(definition.output, output) as unknown;
  return JSON.stringify(answer ?? null).length <= MAX_ANSWER ? answer : null;
}

async function storeOutcome({ db, actor }: SignedIn, { id }: Request, outcome: Outcome): Promise<void> {
  await db
    .update(agentRequests)
    .set(outcome)
    .where(and(eq(agentRequests.id, id), eq(agentRequests.userId, actor.userId)));
}

/** A request is void once its agent's access has ended. */
async function requireAgent({ db, actor, now }: SignedIn, credentialId: string): Promise<void> {
  const [key] = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(
      and(
        sql`${apiKeys.id}::text = ${credentialId}`,
        eq(apiKeys.userId, actor.userId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now), gt(apiKeys.refreshExpiresAt, now)),
      ),
    );
  if (!key)
    throw new AppError("conflict", t`This agent may not act for you any more: dismiss what it asked for`);
}
