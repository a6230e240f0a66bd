import { sql } from "drizzle-orm";
import { formatPerson } from "#features/email/address-model.ts";
import { emails } from "#features/email/emails.ts";
import { t } from "#i18n/message.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { formatLongDay } from "#platform/time/format-in-zone.ts";
import type { Commitment } from "./commitment-model.ts";
import { findCommitment } from "./read-commitments.ts";

const MAX_SUBJECT = 900;

/** Writes a draft that asks for it, in its thread. The person sends it, or does not. */
export async function nudgeParty(context: SignedIn, id: string): Promise<{ emailId: string }> {
  const commitment = await findCommitment(context, id);
  const { party, partyName, owedBy, threadId, what } = commitment;
  if (owedBy === "me") throw new AppError("conflict", t`This is for you to do, not for somebody else`);
  if (!party?.includes("@"))
    throw new AppError(
      "conflict",
      t`There is no email address for this person. Please write to them in the chat`,
    );
  const last = threadId ? await lastEmail(context, threadId) : null;
  const body = await bodyOf(context, commitment);
  // The draft quotes the other person, so it does not count as the person's own words.
  const email = await writeAs(context, "mail", (own) =>
    emails.create(own, {
      subject: (last ? replyTo(last.subject) : what).slice(0, MAX_SUBJECT),
      body,
      recipients: [formatPerson({ name: partyName === party ? "" : partyName, address: party })],
      inReplyTo: last?.id ?? null,
    }),
  );
  context.undoWith({ capability: "emails.delete", input: { id: email.id } });
  return { emailId: email.id };
}

const replyTo = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);

async function lastEmail({ db, actor }: SignedIn, threadId: string) {
  const { rows } = await db.execute<{ id: string; subject: string }>(sql`
    select e.id, e.subject from emails e
    where e.user_id = ${actor.userId} and e.thread_id = ${threadId} and e.deleted_at is null
      and e.status in ('sent', 'received')
    order by e.created_at desc, e.id desc limit 1`);
  return rows[0] ?? null;
}

async function bodyOf(context: SignedIn, commitment: Commitment): Promise<string> {
  const { partyName, quote, what, saidAt } = commitment;
  const { timeZone } = await ownClock(context);
  const day = formatLongDay(saidAt, timeZone);
  return [
    t`Hello ${partyName},`,
    quote ? t`On ${day} you wrote: "${quote}"` : t`I am waiting for this: ${what}`,
    t`When can I expect it?`,
    t`Best regards`,
    context.actor.fullName,
  ].join("\n\n");
}
