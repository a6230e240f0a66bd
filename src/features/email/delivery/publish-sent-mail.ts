import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { mailSent, mailSentElsewhere } from "../events.ts";
import type { ParsedMessage } from "../reading/parse-message.ts";

type Answer = { id: string; message_id: string; in_reply_to: string };

/**
 * Publishes short replies that their writer sent from another program, among messages whose text was just parsed; in
 * the transaction that saves the text, so once. Only messages in the Sent folder count, because nobody else can write
 * there. Excluded: messages from before the account was connected or older than two days, automatic ones, and those
 * without plain text. Some servers replace the Message-ID of sent mail: if this instance replied to the same message,
 * the reply may be that one.
 */
export async function publishSentMail(
  { jobs }: Pick<Worker, "jobs">,
  db: Transaction,
  userId: string,
  mails: readonly ParsedMessage[],
): Promise<void> {
  const ids = mails.filter(({ hasPlainText, fault }) => hasPlainText && !fault).map(({ id }) => id);
  if (ids.length === 0) return;
  const { rows } = await db.execute<Answer>(answersAmong(ids));
  for (const { id, message_id, in_reply_to } of rows)
    await jobs.publish(db, mailSentElsewhere, {
      userId,
      emailId: id,
      messageId: message_id,
      inReplyTo: in_reply_to,
    });
}

/** Publishes a message of the user's own, if this step of its delivery reached somebody. */
export async function publishDelivered(
  { jobs }: Pick<Worker, "jobs">,
  db: Transaction,
  { id, userId }: { id: string; userId: string },
  outcomes: readonly { state: string }[],
): Promise<void> {
  if (outcomes.some(({ state }) => state === "sent"))
    await jobs.publish(db, mailSent, { userId, emailId: id });
}

/** Publishes messages of the last two days that another program sent, among those whose text was just parsed. */
export async function publishMailOfOtherPrograms(
  { jobs }: Pick<Worker, "jobs">,
  db: Transaction,
  userId: string,
  mails: readonly Pick<ParsedMessage, "id">[],
): Promise<void> {
  const ids = mails.map(({ id }) => id);
  const { rows } = await db.execute<{ id: string }>(sql`
    select e.id from emails e
    where e.id = any (${sql.param(ids)}::uuid[]) and e.user_id = ${userId} and e.status = 'sent' and e.deleted_at is null
      and e.sent_at > now() - interval '2 days'`);
  for (const { id } of rows) await jobs.publish(db, mailSent, { userId, emailId: id });
}

const answersAmong = (ids: readonly string[]): SQL => sql`
  select e.id, e.message_id, e.in_reply_to
  from emails e join mail_accounts a on a.id = e.account_id and a.deleted_at is null
  where e.id = any (${sql.param([...ids])}::uuid[]) and e.status = 'sent' and e.deleted_at is null
    and e.message_id is not null and e.in_reply_to is not null and not e.is_automatic and e.size < 1000000
    and e.sent_at > greatest(a.created_at, now() - interval '2 days') and e.sent_at < now() + interval '1 hour'
    and e.sender_address in (lower(a.address), (select lower(u.email) from users u where u.id = e.user_id))
    and exists (
      select from mailbox_messages l join mailboxes b on b.id = l.mailbox_id and b.role = 'sent' where l.email_id = e.id)
    and not exists (
      select from mail_deliveries d join emails o on o.id = d.email_id
      where d.user_id = e.user_id and d.created_at > now() - interval '3 days'
        and (o.id = e.id or o.in_reply_to = e.in_reply_to))`;
