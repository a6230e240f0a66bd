import { and, count, eq, gt, or, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { apiKeys } from "#platform/auth/key-tables.ts";
import type { Transaction } from "#platform/database/database.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { notify } from "#platform/notify/notify.ts";
import type { Actor } from "./actor.ts";
import type { Context } from "./context.ts";
import type { AnyCapability } from "./definition.ts";
import { AppError } from "./errors.ts";
import { inputHashOf } from "./input-hash.ts";
import { withoutProgramClauses } from "./summary-for-people.ts";
import { agentRequests } from "./tables.ts";

/** Hours until an agent's request can no longer be approved. */
export const REQUEST_HOURS = 24;
/** Maximum open requests per person: among more, one is easily overlooked. */
const MAX_OPEN_REQUESTS = 50;

type RequestedCall = { capability: AnyCapability; input: unknown; actor: Actor };

/**
 * Stores what an agent wants to do, for its person to see, and returns how the agent can query the result. Repeating
 * the same call returns the same request.
 */
export async function requestApproval(
  context: Context,
  { capability, input, actor }: RequestedCall,
): Promise<AppError> {
  const { db, now } = context;
  const inputHash = inputHashOf(capability.name, input);
  const isWaiting = and(
    eq(agentRequests.userId, actor.userId),
    eq(agentRequests.state, "waiting"),
    gt(agentRequests.expiresAt, now),
  );
  // Two concurrent calls would both find no request.
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`agent_requests ${actor.userId}`}, 0))`,
  );
  const [same] = await db
    .select()
    .from(agentRequests)
    .where(
      and(
        isWaiting,
        or(eq(agentRequests.inputHash, inputHash), eq(agentRequests.askedHash, inputHash)),
        eq(agentRequests.credentialId, actor.credentialId ?? ""),
      ),
    );
  if (same) return waiting(same);
  const [all] = await db.select({ requests: count() }).from(agentRequests).where(isWaiting);
  if ((all?.requests ?? 0) >= MAX_OPEN_REQUESTS)
    return new AppError("rate_limited", t`${MAX_OPEN_REQUESTS} acts of agents wait for approval already`, {
      retryAfter: 600,
    });
  const agentName = await nameOf(db, actor);
  const made = await db
    .insert(agentRequests)
    .values({
      ...{ userId: actor.userId, credentialId: actor.credentialId ?? "", agentName },
      ...{ capability: capability.name, input, inputHash, summary: capability.definition.summary },
      ...{ createdAt: now, expiresAt: new Date(now.getTime() + REQUEST_HOURS * 3_600_000) },
    })
    .returning()
    .then(returnedRow);
  context.announce({ resource: "approvals", ids: [made.id] });
  await notify(context, {
    userIds: [actor.userId],
    title: () => t`${agentName} asks for your approval`,
    message: withoutProgramClauses(capability.definition.summary),
    type: "assistant",
    href: "/ai-assistant?tab=approvals",
    dedupeKey: `agent request ${made.id}`,
  });
  return waiting(made);
}

const waiting = ({ id, expiresAt }: { id: string; expiresAt: Date }) =>
  new AppError(
    "approval_needed",
    t`Waiting for approval: the person has to approve this in Adjutant first. Call approvals.get with this id to see the result`,
    { approval: { id, state: "waiting", expiresAt: expiresAt.toISOString() } },
  );

async function nameOf(db: Transaction, { userId, credentialId }: Actor): Promise<string> {
  if (!credentialId) return "An agent";
  const [key] = await db
    .select({ name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.id, credentialId)));
  return key?.name ?? "An agent";
}
