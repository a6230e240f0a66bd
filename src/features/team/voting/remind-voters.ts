import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { type Notice, notify } from "#platform/notify/notify.ts";
import { formatMomentAndZone } from "#platform/time/format-in-zone.ts";
import type { Decision } from "../model.ts";

const REMIND_AFTER_SECONDS = 3_600;

/** Tells those who have not voted, and nobody else. */
export async function remindVoters(context: SignedIn, decision: Decision): Promise<void> {
  const { id, remindedAt } = decision;
  const waited = remindedAt
    ? (context.now.getTime() - remindedAt.getTime()) / 1000
    : Number.POSITIVE_INFINITY;
  if (waited < REMIND_AFTER_SECONDS)
    throw new AppError("rate_limited", t`They were reminded less than an hour ago`, {
      retryAfter: Math.ceil(REMIND_AFTER_SECONDS - waited),
    });
  const { rows } = await context.db.execute<{ userId: string }>(
    sql`select pending_voters as "userId" from pending_voters(${id}) limit 1000`,
  );
  const userIds = rows.map(({ userId }) => userId).filter((userId) => userId !== context.actor.userId);
  await notify(context, { ...reminder(decision, context.now), userIds });
}

type Reminded = Pick<Decision, "id" | "title" | "workspaceId" | "deadline" | "timeZone">;

export const reminder = (
  { id, title, workspaceId, deadline, timeZone }: Reminded,
  now: Date,
): Omit<Notice, "userIds"> => ({
  title: () => t`Your vote is still missing: '${title}'`,
  message: () =>
    deadline ? t`Voting ends ${formatMomentAndZone(deadline, timeZone ?? "UTC")}.` : t`Voting is open.`,
  type: "decision",
  priority: "high",
  contextData: { decisionId: id, workspaceId },
  href: `/team?tab=decisions&decision=${id}`,
  dedupeKey: `decision ${id} reminded ${now.toISOString()}`,
});
