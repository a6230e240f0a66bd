import { sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { notify } from "#platform/notify/notify.ts";
import { lockActiveWorkspace } from "../members/find-membership.ts";
import { type Decision, Vote } from "../model.ts";
import { decisionVotes } from "../tables.ts";
import { completeVoted, publishDiscussion } from "../team-audience.ts";
import { notifyOutcome } from "./notify-outcome.ts";
import { findDecision } from "./read-decisions.ts";

export const CastVote = z.strictObject({
  id: Id,
  vote: Vote,
  comment: z.string().trim().max(2_000).nullable().default(null),
  /** The voter for whom the actor votes as proxy; null: the actor. */
  onBehalfOf: Id.nullable().default(null),
});

/** The last vote that is waited for completes the decision, in the same transaction. */
export async function castVote(context: SignedIn, input: z.output<typeof CastVote>): Promise<Decision> {
  const { id, vote, comment, onBehalfOf } = input;
  const { actor, db, now } = context;
  const { workspaceId } = await findDecision(context, id);
  await lockActiveWorkspace(context, workspaceId, "member");
  const decision = await findDecision(context, id);
  if (decision.status === "completed")
    throw new AppError("conflict", t`This decision is completed and takes no more votes`);
  if (!decision.mayVote) throw new AppError("forbidden", t`Viewers do not vote`);
  const isForOther = onBehalfOf !== null && onBehalfOf !== actor.userId;
  if (isForOther) await requirePrincipal(context, id, onBehalfOf);
  const cast = { vote, comment: comment || null, updatedAt: now, castBy: isForOther ? actor.userId : null };
  const voter = isForOther ? onBehalfOf : actor.userId;
  await db
    .insert(decisionVotes)
    .values({ decisionId: id, workspaceId, userId: voter, createdAt: now, ...cast })
    .onConflictDoUpdate({ target: [decisionVotes.decisionId, decisionVotes.userId], set: cast });
  if (!isForOther && decision.myVote && !decision.myProxyName)
    context.undoWith({
      capability: "decisions.vote",
      input: { id, vote: decision.myVote, comment: decision.myComment },
    });
  if (isForOther) await notifyPrincipal(context, decision, onBehalfOf);
  const completed = await completeVoted(context, workspaceId, id);
  await publishDiscussion(context, workspaceId, id);
  const after = await findDecision(context, id);
  if (completed.length > 0) await notifyOutcome(context, after);
  return after;
}

async function requirePrincipal({ db }: SignedIn, id: string, principal: string): Promise<void> {
  const { rows } = await db.execute<{ isMine: boolean; hasVoted: boolean }>(sql`
    select ${principal}::uuid in (select my_principals(${id})) as "isMine",
      principal_has_voted(${id}, ${principal}) as "hasVoted"`);
  if (!rows[0]?.isMine)
    throw new AppError("forbidden", t`You hold no proxy of this person for this decision`);
  if (rows[0].hasVoted)
    throw new AppError("conflict", t`They have voted themselves, and a proxy cannot change that`);
}

const notifyPrincipal = (context: SignedIn, { id, title, workspaceId }: Decision, principal: string) =>
  notify(context, {
    userIds: [principal],
    title: () => t`${context.actor.fullName} voted for you`,
    message: () => t`On '${title}', as your proxy. Your own vote takes its place as long as it is open.`,
    type: "decision",
    contextData: { decisionId: id, workspaceId },
    href: `/team?tab=decisions&decision=${id}`,
  });
