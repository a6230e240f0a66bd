import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { apiKeys } from "#platform/auth/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { inputHashOf } from "#platform/capability/input-hash.ts";
import { capabilityNamed } from "#platform/capability/slice.ts";
import { agentRequests } from "#platform/capability/tables.ts";
import { writeAs, writingOutsideAs } from "#platform/capability/write-as.ts";
import type { ApprovalState } from "../model.ts";

export type Request = typeof agentRequests.$inferSelect;

/** Characters of an answer that is stored for the agent; of longer ones it reads the records themselves. */
const MAX_ANSWER = 50_000;

/** An agent finds its own requests, whoever is signed in all of theirs. */
export async function findRequest({ db, actor }: SignedIn, id: string): Promise<Request> {
  const [request] = await db
    .select()
    .from(agentRequests)
    .where(
      and(
        eq(agentRequests.id, id),
        eq(agentRequests.userId, actor.userId),
        actor.isAgent ? eq(agentRequests.credentialId, actor.credentialId ?? "") : undefined,
      ),
    );
  if (!request) throw notFound("Request");
  return request;
}

/** Minutes after which an act that waits on the network was cut off, as by a crash: it waits 30 seconds at most. */
const MOST_RUNNING = 10;

type Deciding = Pick<Request, "state" | "expiresAt" | "decidedAt">;

export function stateOf({ state, expiresAt, decidedAt }: Deciding, now: Date): ApprovalState {
  if (state === "waiting" && expiresAt <= now) return "expired";
  const since = now.getTime() - (decidedAt?.getTime() ?? 0);
  return state === "running" && since > MOST_RUNNING * 60_000 ? "interrupted" : state;
}

/** One statement decides, so that a request is approved or dismissed once, in time, and with what was shown. */
export async function decideRequest(
  context: SignedIn,
  { id, inputHash, state }: { id: string; inputHash?: string; state: "done" | "running" | "dismissed" },
): Promise<Request> {
  const { db, actor, now } = context;
  const [decided] = await db
    .update(agentRequests)
    .set({ state, decidedAt: now })
    .where(
      and(
        eq(agentRequests.id, id),
        eq(agentRequests.userId, actor.userId),
        eq(agentRequests.state, "waiting"),
        gt(agentRequests.expiresAt, now),
        inputHash === undefined ? undefined : eq(agentRequests.inputHash, inputHash),
      ),
    )
    .returning();
  if (decided) return decided;
  const found = await findRequest(context, id);
  if (found.state !== "waiting") throw new AppError("conflict", "This was decided already");
  throw new AppError(
    "conflict",
    found.expiresAt <= now
      ? "This request has expired. The agent has to ask again"
      : "This changed since it was shown. Review it again",
  );
}

/**
 * Does what was asked for, once, with the rights of the person who approves and as words of the agent. What waits on the
 * network does so outside of every transaction: claimed before, so that a crash never leads to a second time.
 */
export async function approveRequest(
  context: SignedIn,
  approved: { id: string; inputHash: string },
): Promise<Request> {
  const { capability: name } = await inOwnTransaction(context, "read", (own) =>
    findRequest(own, approved.id),
  );
  if (capabilityNamed(name)?.definition.ownTransactions) return carryOutOutside(context, approved);
  return inOwnTransaction(context, "write", async (own) => {
    const request = await decideRequest(own, { ...approved, state: "done" });
    const capability = await requireCallable(own, request);
    const output = await writeAs(own, "agent", (asAgent) => capability(asAgent, request.input));
    await storeOutcome(own, request, { state: "done", answer: answerOf(capability, output) });
    return request;
  });
}

async function carryOutOutside(
  context: SignedIn,
  approved: { id: string; inputHash: string },
): Promise<Request> {
  const { request, capability } = await inOwnTransaction(context, "write", async (own) => {
    const claimed = await decideRequest(own, { ...approved, state: "running" });
    return { request: claimed, capability: await requireCallable(own, claimed) };
  });
  const store = (outcome: Outcome) =>
    inOwnTransaction(context, "write", (own) => storeOutcome(own, request, outcome));
  let output: unknown;
  try {
    output = await capability(writingOutsideAs(context, "agent"), request.input);
  } catch (error) {
    const message = error instanceof AppError ? error.message : "Something went wrong";
    await store({ state: "failed", answer: { error: message } });
    throw error;
  }
  await store({ state: "done", answer: answerOf(capability, output) });
  return request;
}

async function requireCallable(context: SignedIn, request: Request): Promise<AnyCapability> {
  const capability = capabilityNamed(request.capability);
  const isIntact = inputHashOf(request.capability, request.input) === request.inputHash;
  if (!capability || !isIntact || capability.definition.sessionOnly)
    throw new AppError("conflict", "This cannot be done any more: dismiss it");
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

/** What an agent asked for ends with the agent. */
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
    throw new AppError("conflict", "This agent may not act for you any more: dismiss what it asked for");
}
