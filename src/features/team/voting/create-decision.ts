import { sql } from "drizzle-orm";
import type { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { notify } from "#platform/notify/notify.ts";
import { attachPaper } from "../attach-paper.ts";
import { lockActiveWorkspace } from "../members/find-membership.ts";
import type { Decision, NewDecision } from "../model.ts";
import { teamDecisions as table } from "../tables.ts";
import { publishDiscussion } from "../team-audience.ts";
import { findDecision } from "./read-decisions.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The wording and the rules are fixed from here on: a trigger refuses any change. */
export async function createDecision(
  context: SignedIn,
  { documentIds, timeZone, ...input }: z.output<typeof NewDecision>,
): Promise<Decision> {
  const { actor, db, now } = context;
  const { workspaceId, deadline } = input;
  await lockActiveWorkspace(context, workspaceId);
  if (deadline && deadline <= now)
    throw new AppError("invalid", "deadline: The deadline lies in the past", {
      fields: { deadline: t`The deadline lies in the past` },
    });
  const id = crypto.randomUUID();
  await db.insert(table).values({
    id,
    ...input,
    timeZone: timeZone ?? (await zoneOf(context)),
    remindAt: deadline && reminderTime(deadline, now),
    createdBy: actor.userId,
    createdAt: now,
    updatedAt: now,
  });
  for (const documentId of new Set(documentIds)) await attachPaper(context, { id, workspaceId }, documentId);
  context.undoWith({ capability: "decisions.delete", input: { id } });
  await publishDiscussion(context, workspaceId, id);
  const decision = await findDecision(context, id);
  await notifyVoters(context, decision);
  return decision;
}

/** A day before the deadline, or at half of the remaining time if that is later; null if less than two hours remain. */
function reminderTime(deadline: Date, now: Date): Date | null {
  const remainingMs = deadline.getTime() - now.getTime();
  if (remainingMs < 2 * HOUR_MS) return null;
  return new Date(deadline.getTime() - Math.min(DAY_MS, remainingMs / 2));
}

async function zoneOf({ db }: SignedIn): Promise<string> {
  const { rows } = await db.execute<{ zone: string | null }>(
    sql`select time_zone as zone from profiles where user_id = my_user_id()`,
  );
  return rows[0]?.zone ?? "UTC";
}

/** Notifies all voters except the actor. */
async function notifyVoters(context: SignedIn, { id, workspaceId, workspaceName, title }: Decision) {
  const { rows } = await context.db.execute<{ userId: string }>(sql`
    select user_id as "userId" from workspace_members
     where workspace_id = ${workspaceId} and state = 'active' and role <> 'viewer'
       and user_id <> ${context.actor.userId}
     limit 1000`);
  await notify(context, {
    userIds: rows.map(({ userId }) => userId),
    title: () => t`Your vote is asked for`,
    message: () => t`'${title}' in ${workspaceName}`,
    type: "decision",
    contextData: { decisionId: id, workspaceId },
    href: `/team?tab=decisions&decision=${id}`,
    dedupeKey: `decision ${id}`,
  });
}
