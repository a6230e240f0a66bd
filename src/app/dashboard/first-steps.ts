import { sql } from "drizzle-orm";
import { z } from "zod";
import { FIRST_STEPS, type FirstStep } from "#platform/auth/first-steps.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { returnedRow } from "#platform/database/returned-row.ts";

export const FirstSteps = z.object({
  /** In their order. */
  steps: z.array(z.object({ step: z.enum(FIRST_STEPS), state: z.enum(["open", "done", "skipped"]) })),
  /** There is a workspace to which the person may invite. */
  canInvite: z.boolean(),
});
export type FirstSteps = z.output<typeof FirstSteps>;

type Row = Record<FirstStep, boolean> & { skipped: FirstStep[]; canInvite: boolean };

/**
 * What of the first steps is done, as the person's own data shows it: nothing is ticked because it was clicked, or by a
 * record of the sample workspace.
 */
export async function readFirstSteps({ db, actor }: SignedIn): Promise<FirstSteps> {
  const isOwn = sql`user_id = ${actor.userId}`;
  const isConnected = sql`${isOwn} and status in ('connected', 'error')`;
  const { rows } = await db.execute<Row>(sql`
    with sample as (select record_id from sample_records where ${isOwn})
    select
    exists (select from mail_accounts where ${isOwn} and deleted_at is null)
      or exists (select from integrations where ${isConnected} and type = 'email') as "mail",
    exists (select from calendar_accounts where ${isOwn} and deleted_at is null)
      or exists (select from integrations where ${isConnected} and type = 'calendar')
      or exists (select from events where ${isOwn} and id not in (table sample)) as "calendar",
    time_zone <> 'UTC' or hour_cycle is not null as "timeZone",
    exists (select from audit_log
             where ${isOwn} and outcome = 'done' and capability in ('calendarFiles.import', 'contactCards.import')) as "import",
    exists (select from team_invitations
             where invited_by = ${actor.userId} and workspace_id not in (table sample))
      or exists (select from my_teammates() mate
                  where mate.user_id <> ${actor.userId} and mate.user_id not in (table sample)) as "invite",
    exists (select from sessions where ${isOwn} and user_agent ~ 'iPhone|iPad|Android|Mobile') as "phone",
    exists (select from my_administered_workspaces() workspace where workspace not in (table sample)) as "canInvite",
    skipped_steps as "skipped"
    from profiles where ${isOwn}`);
  const { skipped, canInvite, ...done } = returnedRow(rows);
  const stateOf = (step: FirstStep) => (skipped.includes(step) ? "skipped" : "open");
  return {
    steps: FIRST_STEPS.map((step) => ({ step, state: done[step] ? "done" : stateOf(step) })),
    canInvite,
  };
}
