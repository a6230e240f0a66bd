import { eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notify, withdrawNotices } from "#platform/notify/notify.ts";
import { ownEmails } from "../reading/read-emails.ts";
import { emails } from "../tables.ts";

export type Snoozed = { id: string; until: Date };

/** The notification of mail that returns together; it names the given one. */
export async function scheduleSnoozeNotice(
  context: SignedIn,
  { id, until, subject }: Snoozed & { subject: string },
): Promise<void> {
  await notify(context, {
    userIds: [context.actor.userId],
    title: () => t`Back in your inbox: ${subject}`,
    message: () => t`You put this conversation aside until now.`,
    type: "email",
    href: `/email?email=${id}`,
    scheduledFor: until,
    dedupeKey: keyOf({ id, until }),
  });
}

/**
 * Withdraws the notifications of mail that no longer returns at these times. Where one of them stood for other mail as
 * well, which still returns then, that mail gets its own.
 */
export async function withdrawSnoozeNotices(context: SignedIn, left: readonly Snoozed[]): Promise<void> {
  const withdrawn = new Set(await withdrawNotices(context, left.map(keyOf)));
  const times = left.filter((each) => withdrawn.has(keyOf(each))).map(({ until }) => until.getTime());
  for (const time of new Set(times)) {
    const until = new Date(time);
    const [other] = await context.db
      .select({ id: emails.id, subject: emails.subject })
      .from(emails)
      .where(
        ownEmails(
          context,
          eq(emails.snoozedUntil, until),
          sql`not exists (select from smart_notifications n where n.user_id = ${context.actor.userId}
            and n.dedupe_key = 'snooze ' || ${emails.id} || ' ' || ${until.toISOString()}::text)`,
        ),
      )
      .orderBy(emails.createdAt, emails.id)
      .limit(1);
    if (other) await scheduleSnoozeNotice(context, { ...other, until });
  }
}

const keyOf = ({ id, until }: Snoozed) => `snooze ${id} ${until.toISOString()}`;
