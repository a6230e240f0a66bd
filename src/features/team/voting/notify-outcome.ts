import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { englishOf, type Notice, type Notified, notify, rewordForReaders } from "#platform/notify/notify.ts";
import { NOTICE_RULES } from "#platform/notify/policy.ts";
import type { Decision } from "../model.ts";
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
    const notice = outcomeNotice({ ...decision, workspaceId });
    const { contextData, href, dedupeKey } = notice;
    const { title, message } = englishOf(notice);
    const { rows } = await context.db.execute<Notified>(sql`
      select id, person, language from notify_completed_by_departure(${decision.id}, ${title}, ${message},
        ${JSON.stringify(contextData)}::jsonb, ${href}, ${dedupeKey}, ${NOTICE_RULES}::jsonb)`);
    await rewordForReaders(context.db, rows, notice);
    for (const { id, person } of rows)
      context.announce({ resource: "notifications", ids: [id], audience: [person] });
  }
  return completed.map(({ id }) => id);
}

const OUTCOME_TITLES: Record<Completed["outcome"], (title: string) => string> = {
  approved: (title) => t`Approved: '${title}'`,
  rejected: (title) => t`Rejected: '${title}'`,
  tied: (title) => t`Tied: '${title}'`,
  no_quorum: (title) => t`No quorum: '${title}'`,
};

export const outcomeNotice = ({ id, title, workspaceId, outcome }: Completed): Omit<Notice, "userIds"> => ({
  title: () => OUTCOME_TITLES[outcome](title),
  message: () => t`The decision is completed. Its votes and its log can be read and exported.`,
  type: "decision",
  contextData: { decisionId: id, workspaceId },
  href: `/team?tab=decisions&decision=${id}`,
  dedupeKey: `decision ${id} completed`,
});
