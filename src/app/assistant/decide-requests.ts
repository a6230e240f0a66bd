import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { apiKeys } from "#platform/auth/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { inputHashOf } from "#platform/capability/input-hash.ts";
import { capabilityNamed } from "#platform/capability/slice.ts";
import { agentRequests } from "#platform/capability/tables.ts";
import { writeAs } from "#platform/capability/write-as.ts";

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

export const stateOf = ({ state, expiresAt }: Pick<Request, "state" | "expiresAt">, now: Date) =>
  state === "waiting" && expiresAt <= now ? ("expired" as const) : state;

/** One statement decides, so that a request is approved or dismissed once, in time, and with what was shown. */
export async function decideRequest(
  context: SignedIn,
  { id, inputHash, state }: { id: string; inputHash?: string; state: "done" | "dismissed" },
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
      ? "This request has expired: the agent has to ask again"
      : "This is not what was shown: look at it again",
  );
}

/** With the rights of the person who approves, as words of the agent, in the transaction of the decision. */
export async function carryOutRequest(context: SignedIn, request: Request): Promise<void> {
  const capability = capabilityNamed(request.capability);
  const isIntact = inputHashOf(request.capability, request.input) === request.inputHash;
  if (!capability || !isIntact || capability.definition.sessionOnly)
    throw new AppError("conflict", "This cannot be done any more: dismiss it");
  await requireAgent(context, request.credentialId);
  const output = await writeAs(context, "agent", (own) => capability(own, request.input));
  const answer = capability.definition.secretAnswer
    ? null
    : (z.encode(capability.definition.output, output) as unknown);
  const isShort = JSON.stringify(answer ?? null).length <= MAX_ANSWER;
  await context.db
    .update(agentRequests)
    .set({ answer: isShort ? answer : null })
    .where(and(eq(agentRequests.id, request.id), eq(agentRequests.userId, context.actor.userId)));
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
