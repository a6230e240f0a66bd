import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { type Notice, notify } from "#platform/notify/notify.ts";
import { type Decision, OUTCOME_LABELS } from "./model.ts";

export type Completed = Pick<Decision, "id" | "title" | "workspaceId"> & {
  outcome: NonNullable<Decision["outcome"]>;
};

/** To everyone in the workspace but who completed it. */
export async function tellOutcome(context: SignedIn, decision: Decision): Promise<void> {
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

export const outcomeNotice = ({ id, title, workspaceId, outcome }: Completed): Omit<Notice, "userIds"> => ({
  title: `${OUTCOME_LABELS[outcome]}: '${title}'`,
  message: "The decision is completed. Its votes and its log can be read and exported.",
  type: "decision",
  contextData: { decisionId: id, workspaceId },
  href: `/team?tab=decisions&decision=${id}`,
  dedupeKey: `decision ${id} completed`,
});
