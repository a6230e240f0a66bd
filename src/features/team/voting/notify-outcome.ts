import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { type Notice, notify } from "#platform/notify/notify.ts";
import { NOTICE_RULES } from "#platform/notify/policy.ts";
import { type Decision, OUTCOME_LABELS } from "../model.ts";
import { completeVoted } from "../team-audience.ts";

export type Completed = Pick<Decision, "id" | "title" | "workspaceId"> & {
  outcome: NonNullable<Decision["outcome"]>;
};

/** To everyone in the workspace but who completed it. */
export async function notifyOutcome(context: SignedIn, decision: Decision): Promise<void> {
  const { outcome, workspaceId } = decision;
  if (!outcome) return;
  const { rows } = await context.db.execute<{ userId: string }>(sql`
    select user_id as "userId" from workspace_members
     where workspace_id = ${workspaceId} and state = 'active' and user_id <> ${context.actor.userId} limit 1000`);
  await notify(context, {
    ...outcomeNotice({ ...decision, outcome }),
    userIds: rows.map(({ userId }) => userId),
  });
}

/**
 * Completes the decisions that nobody is missing in any more, after a departure or once the workspace is active again,
 * and notifies the others; who has left may not notify them, so SQL does. Returns the ids of the decisions.
 */
export async function completeWithoutMissingVoters(
  context: SignedIn,
  workspaceId: string,
): Promise<string[]> {
  const completed = await completeVoted(context, workspaceId);
  for (const decision of completed) {
    const { title, message, contextData, href, dedupeKey } = outcomeNotice({ ...decision, workspaceId });
    const { rows } = await context.db.execute<{ id: string; person: string }>(sql`
      select id, person from notify_completed_by_departure(${decision.id}, ${title}, ${message},
        ${JSON.stringify(contextData)}::jsonb, ${href}, ${dedupeKey}, ${NOTICE_RULES}::jsonb)`);
    for (const { id, person } of rows)
      context.announce({ resource: "notifications", ids: [id], audience: [person] });
  }
  return completed.map(({ id }) => id);
}

export const outcomeNotice = ({ id, title, workspaceId, outcome }: Completed): Omit<Notice, "userIds"> => ({
  title: `${OUTCOME_LABELS[outcome]}: '${title}'`,
  message: "The decision is completed. Its votes and its log can be read and exported.",
  type: "decision",
  contextData: { decisionId: id, workspaceId },
  href: `/team?tab=decisions&decision=${id}`,
  dedupeKey: `decision ${id} completed`,
});
