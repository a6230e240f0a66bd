import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { mailboxes } from "../account-tables.ts";
import type { Delivery, DeliveryStep } from "../delivery-model.ts";
import { mailDeliveries, mailRecipients } from "../delivery-tables.ts";
import { type Email, MAX_THREAD_SIZE, type OpenEmail } from "../model.ts";
import { parseListUnsubscribe } from "../organizing/list-unsubscribe.ts";
import { emails, mailboxMessages } from "../tables.ts";
import { attachmentsOf } from "../writing/attach-files.ts";

/** One-click unsubscribe only where the account's own server validated the signature (RFC 8058 §4, RFC 8601 §5). */
export const isOneClick = sql<boolean>`(${emails.isOneClickUnsubscribe} and coalesce(${emails.authServer} = (
  select a.auth_server from mail_accounts a
  where a.id = ${emails.accountId} and a.user_id = emails.user_id), false))`;

/**
 * The request for a read receipt, where a person is asked about it or has answered it: not for mail of lists, programs and
 * junk (RFC 8098 §2.1), and not where another program has answered it (RFC 3503).
 */
export const shownReceiptRequest = sql<OpenEmail["receiptRequest"]>`(case
  when ${emails.status} <> 'received' or ${emails.receiptRequest} is null then null
  when ${emails.receiptAnswer} is null and (${emails.isAutomatic} or ${emails.folder} = 'junk'
    or exists (select from mailbox_messages l, unnest(l.flags) flag
      where l.user_id = emails.user_id and l.email_id = emails.id and lower(flag) = '$mdnsent')
    or exists (select from mail_preferences p where p.user_id = emails.user_id and p.receipt_requests = 'never')) then null
  else json_build_object('to', ${emails.receiptRequest}->'to', 'answer', ${emails.receiptAnswer}) end)`;

/** The columns of emails for select and returning: all but the body, plus the delivery state. */
export const emailFields = {
  id: emails.id,
  userId: emails.userId,
  subject: emails.subject,
  preview: emails.preview,
  recipients: emails.recipients,
  cc: emails.cc,
  bcc: emails.bcc,
  priority: emails.priority,
  category: emails.category,
  status: emails.status,
  statusBefore: emails.statusBefore,
  scheduledSend: emails.scheduledSend,
  sentAt: emails.sentAt,
  sender: emails.sender,
  aiSummary: emails.aiSummary,
  isRead: emails.isRead,
  isStarred: emails.isStarred,
  hasAttachments: emails.hasAttachments,
  accountId: emails.accountId,
  folder: emails.folder,
  folderName: sql<string | null>`(case when ${emails.folder} = 'other' then (
    select min(b.name) from mailbox_messages l join mailboxes b on b.id = l.mailbox_id and b.user_id = l.user_id
     where l.user_id = emails.user_id and l.email_id = emails.id and b.role = 'other') end)`,
  snoozedUntil: emails.snoozedUntil,
  remindAt: emails.remindAt,
  threadId: emails.threadId,
  importance: emails.importance,
  createdAt: emails.createdAt,
  updatedAt: emails.updatedAt,
  deletedAt: emails.deletedAt,
  version: emails.version,
  threadSize: sql<number>`(select count(*)::int from (select 1 from emails t
    where t.user_id = emails.user_id and t.thread_id = emails.thread_id and t.deleted_at is null limit ${MAX_THREAD_SIZE}) t)`.inlineParams(),
  delivery: sql<
    typeof Delivery._output | null
  >`(select json_build_object('state', d.state, 'reason', d.reason)
    from mail_deliveries d where d.email_id = emails.id and d.user_id = emails.user_id)`,
};

/** The actor's emails that are not in the trash. */
export const ownEmails = (context: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(emails.userId, context.actor.userId), isNull(emails.deletedAt), ...conditions);

export async function findEmail(context: SignedIn, id: string): Promise<Email> {
  const [row] = await context.db
    .select(emailFields)
    .from(emails)
    .where(ownEmails(context, eq(emails.id, id)));
  if (!row) throw notFound(t`Email`);
  return row;
}

/** Includes the body and the delivery to each recipient. */
export async function openEmail(context: SignedIn, id: string): Promise<OpenEmail> {
  const [email] = await openEmails(context, [id]);
  if (!email) throw notFound(t`Email`);
  return email;
}

/** The actor's own emails among the ids; the number of statements does not depend on the number of emails. */
export async function openEmails(context: SignedIn, ids: readonly string[]): Promise<OpenEmail[]> {
  const rows = await context.db
    .select({
      ...emailFields,
      body: emails.body,
      html: emails.html,
      bodyState: emails.bodyState,
      bodyError: emails.bodyError,
      isReceiptRequested: emails.isReceiptRequested,
      receiptRequest: shownReceiptRequest,
      listUnsubscribe: emails.listUnsubscribe,
      isOneClickUnsubscribe: isOneClick,
      hasInvitation: sql<boolean>`${emails.calendarText} is not null`,
    })
    .from(emails)
    .where(ownEmails(context, inArray(emails.id, [...ids])));
  const found = rows.map(({ id }) => id);
  const reached = await reachedBy(
    context,
    rows.filter(({ delivery }) => delivery !== null).map(({ id }) => id),
  );
  const attachments = await attachmentsOf(context, found);
  const boxes = await mailboxesOf(
    context,
    rows.filter(({ accountId }) => accountId !== null).map(({ id }) => id),
  );
  return rows.map(({ listUnsubscribe, isOneClickUnsubscribe, ...email }) => {
    const recipients = reached.get(email.id) ?? [];
    return {
      ...email,
      attachments: (attachments.get(email.id) ?? []).map(({ emailId: _, ...file }) => file),
      mailboxes: (boxes.get(email.id) ?? []).map(({ emailId: _, ...box }) => box),
      unsubscribe: parseListUnsubscribe(listUnsubscribe, isOneClickUnsubscribe).way,
      deliveredTo: recipients.map(({ address, kind, state, reason, receipt, ...row }) => ({
        ...{ address, kind, state, reason, receipt: receipt && { ...receipt, at: new Date(receipt.at) } },
        steps: stepsOf({ state, reason, ...row }),
      })),
      nextAttemptAt:
        recipients.find(({ state, reason }) => state === "queued" && reason !== null)?.dueAt ?? null,
    };
  });
}

/** Emails without a delivery have no recipients to look up. */
async function reachedBy({ db, actor }: SignedIn, emailIds: readonly string[]) {
  const rows =
    emailIds.length === 0
      ? []
      : await db
          .select({
            emailId: mailDeliveries.emailId,
            address: mailRecipients.address,
            kind: mailRecipients.kind,
            state: mailRecipients.state,
            reason: mailRecipients.reason,
            sentAt: mailRecipients.sentAt,
            history: mailRecipients.history,
            receipt: mailRecipients.receipt,
            queuedAt: mailDeliveries.createdAt,
            finishedAt: mailDeliveries.updatedAt,
            dueAt: mailDeliveries.dueAt,
          })
          .from(mailRecipients)
          .innerJoin(mailDeliveries, eq(mailDeliveries.id, mailRecipients.deliveryId))
          .where(and(inArray(mailDeliveries.emailId, [...emailIds]), eq(mailDeliveries.userId, actor.userId)))
          .orderBy(asc(mailRecipients.position));
  return Map.groupBy(rows, ({ emailId }) => emailId);
}

type Recorded = Pick<typeof mailRecipients.$inferSelect, "state" | "reason" | "sentAt" | "history"> & {
  queuedAt: Date;
  finishedAt: Date;
};

/** Mail sent before steps were recorded has only its final state. */
function stepsOf({ state, reason, sentAt, history, queuedAt, finishedAt }: Recorded): DeliveryStep[] {
  const known = history.map((step) => ({ ...step, at: new Date(step.at) }));
  const end = { at: sentAt ?? finishedAt, state, reason };
  return [
    { at: queuedAt, state: "queued", reason: null },
    ...(known.length === 0 && state !== "queued" ? [end] : known),
  ];
}

/** Only mail of an account is in folders on a server. */
async function mailboxesOf({ db, actor }: SignedIn, emailIds: readonly string[]) {
  const rows =
    emailIds.length === 0
      ? []
      : await db
          .select({
            emailId: mailboxMessages.emailId,
            id: mailboxes.id,
            name: mailboxes.name,
            role: mailboxes.role,
          })
          .from(mailboxMessages)
          .innerJoin(mailboxes, eq(mailboxes.id, mailboxMessages.mailboxId))
          .where(
            and(inArray(mailboxMessages.emailId, [...emailIds]), eq(mailboxMessages.userId, actor.userId)),
          )
          .orderBy(asc(mailboxes.path), asc(mailboxes.id))
          .limit(100 * emailIds.length);
  return Map.groupBy(rows, ({ emailId }) => emailId);
}

/** Untrusted text: always treat it as data. */
export async function calendarPartOf(context: SignedIn, id: string) {
  const [row] = await context.db
    .select({ method: emails.calendarMethod, text: emails.calendarText, senderCheck: emails.senderCheck })
    .from(emails)
    .where(ownEmails(context, eq(emails.id, id)));
  if (!row) throw notFound(t`Email`);
  const { method, text, senderCheck } = row;
  return { calendar: method && text ? { method, text } : null, senderCheck };
}
