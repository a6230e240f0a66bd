import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { mailDeliveries, mailRecipients } from "../delivery-tables.ts";
import { deliverMail } from "../jobs.ts";
import { preferencesOf } from "../mail-preferences.ts";
import { EmailContent, MAX_RECIPIENTS, MAX_SENT_PER_HOUR, type OpenEmail } from "../model.ts";
import { calendarFields, insertDraft, lockEmail, makeDraft } from "../organizing/update-emails.ts";
import { openEmail, ownEmails } from "../reading/read-emails.ts";
import { emails } from "../tables.ts";
import { attachFiles, requireSendableFiles } from "../writing/attach-files.ts";
import { chooseSender } from "./choose-sender.ts";

export const SendEmail = EmailContent.extend({
  /** The draft that becomes this message. */
  draftId: Id.nullable().default(null),
  /** Sent at this time; null: at once, after the undo time. */
  scheduledSend: Instant.nullable().default(null),
});
type SendEmail = z.output<typeof SendEmail>;

/** Sets the specified status at once (MAIL-30, MAIL-31) and queues the message in the same transaction. */
export async function sendEmail(context: SignedIn, input: SendEmail): Promise<OpenEmail> {
  const { db, now } = context;
  const { draftId, scheduledSend, ...content } = input;
  checkRecipients(input);
  checkTime(scheduledSend, now);
  const {
    undoSeconds: ownUndoSeconds,
    signature: _,
    maxMessageBytes,
    ...sender
  } = await chooseSender(context, content.accountId);
  await requireBelowSendLimit(context);
  const id = draftId
    ? await rewriteDraft(context, draftId, content)
    : (await insertDraft(context, content)).id;
  await requireSendableFiles(context, id, maxMessageBytes);
  await db
    .update(emails)
    .set({
      status: scheduledSend ? "scheduled" : "sent",
      sentAt: scheduledSend ? null : now,
      scheduledSend,
      folder: scheduledSend ? "outbox" : "sent",
      ...sender,
      messageId: sql`coalesce(${emails.messageId}, ${newMessageId(sender.sender)})`,
      updatedAt: now,
      version: sql`${emails.version} + 1`,
    })
    .where(ownEmails(context, eq(emails.id, id)));
  const undoSeconds = ownUndoSeconds ?? (await preferencesOf(context)).undoSeconds;
  await enqueueDelivery(
    context,
    id,
    { ...content, ...sender },
    scheduledSend ?? secondsAfter(now, undoSeconds),
  );
  return openEmail(context, id);
}

/** Retries every recipient who has not received it, with the same Message-ID. */
export async function sendAgain(context: SignedIn, id: string): Promise<OpenEmail> {
  const { db, actor, now } = context;
  const row = await lockEmail(context, id);
  const { accountId } = await chooseSender(context, null);
  const isStillScheduled =
    row.status === "scheduled" && row.scheduledSend !== null && row.scheduledSend > now;
  const dueAt = isStillScheduled && row.scheduledSend ? row.scheduledSend : now;
  const [delivery] = await db
    .update(mailDeliveries)
    .set({
      ...{ state: "queued" as const, reason: null, dueAt, attempt: 0, dataStartedAt: null, updatedAt: now },
      isExternal: false,
      // Was held for lack of an account: use the one connected since.
      accountId: sql`coalesce(${mailDeliveries.accountId}, ${accountId})`,
    })
    .where(
      and(
        eq(mailDeliveries.emailId, id),
        eq(mailDeliveries.userId, actor.userId),
        inArray(mailDeliveries.state, ["held", "failed", "uncertain", "sent"]),
      ),
    )
    .returning({ id: mailDeliveries.id, accountId: mailDeliveries.accountId });
  const open = delivery
    ? await db
        .update(mailRecipients)
        .set({ state: "queued", reason: null })
        .where(
          and(
            eq(mailRecipients.userId, context.actor.userId),
            eq(mailRecipients.deliveryId, delivery.id),
            inArray(mailRecipients.state, ["held", "failed", "uncertain"]),
          ),
        )
        .returning({ id: mailRecipients.id })
    : [];
  if (!delivery || open.length === 0) throw new AppError("conflict", t`There is nobody left to send this to`);
  if (!isStillScheduled && row.status !== "sent")
    await db
      .update(emails)
      .set({ status: "sent", statusBefore: null, sentAt: row.sentAt ?? now, folder: "sent" })
      .where(ownEmails(context, eq(emails.id, id)));
  await db
    .update(emails)
    .set({ updatedAt: now, version: sql`${emails.version} + 1` })
    .where(ownEmails(context, eq(emails.id, id)));
  await db.execute(sql`select try_lane_again(${delivery.accountId})`);
  await context.enqueue(deliverMail, {}, { startAfter: dueAt });
  return openEmail(context, id);
}

/** Turns a message that has not been sent back into a draft. */
export async function cancelSending(context: SignedIn, id: string): Promise<OpenEmail> {
  const row = await lockEmail(context, id);
  if (row.status === "received" || (row.status === "draft" && !row.statusBefore))
    throw new AppError("conflict", t`This message is not on its way`);
  await makeDraft(context, row);
  await context.db
    .update(emails)
    .set({ updatedAt: context.now, version: sql`${emails.version} + 1` })
    .where(ownEmails(context, eq(emails.id, id)));
  return openEmail(context, id);
}

async function rewriteDraft(context: SignedIn, id: string, content: EmailContent): Promise<string> {
  const row = await lockEmail(context, id);
  await makeDraft(context, row);
  const { inReplyTo: _, attachmentIds, calendar, ...fields } = content;
  await attachFiles(context, id, attachmentIds);
  const written = await context.db
    .update(emails)
    .set({ ...fields, ...calendarFields(calendar), sender: context.actor.email })
    .where(ownEmails(context, eq(emails.id, id)))
    .returning({ id: emails.id });
  if (written.length === 0) throw notFound(t`Email`);
  return id;
}

type Recipients = Pick<EmailContent, "recipients" | "cc" | "bcc" | "accountId">;

/** Puts a message into the outbox. */
export async function enqueueDelivery(context: SignedIn, emailId: string, content: Recipients, dueAt: Date) {
  const { db, actor, now } = context;
  const delivery = await db
    .insert(mailDeliveries)
    .values({
      ...{ userId: actor.userId, emailId, dueAt, createdAt: now, updatedAt: now },
      accountId: content.accountId,
    })
    .returning({ id: mailDeliveries.id })
    .then(returnedRow);
  const seen = new Set<string>();
  const people = [
    ...content.recipients.map((address) => ({ address, kind: "to" as const })),
    ...content.cc.map((address) => ({ address, kind: "cc" as const })),
    ...content.bcc.map((address) => ({ address, kind: "bcc" as const })),
  ].filter(({ address }) => !seen.has(address.toLowerCase()) && seen.add(address.toLowerCase()));
  if (people.length > 0)
    await db.insert(mailRecipients).values(
      people.map((person, position) => ({
        ...person,
        position,
        userId: actor.userId,
        deliveryId: delivery.id,
      })),
    );
  await context.enqueue(deliverMail, {}, { startAfter: dueAt });
}

function checkRecipients({ recipients, cc, bcc }: SendEmail): void {
  if (recipients.length + cc.length + bcc.length <= MAX_RECIPIENTS) return;
  throw new AppError("invalid", t`A message goes to ${MAX_RECIPIENTS} people at most`, {
    fields: { recipients: t`These are too many recipients` },
  });
}

/** A moment ago is still now: forms are filled in slowly. */
const GRACE_MS = 5 * 60_000;

function checkTime(scheduledSend: Date | null, now: Date): void {
  if (!scheduledSend || scheduledSend.getTime() >= now.getTime() - GRACE_MS) return;
  throw new AppError("invalid", t`Choose a time in the future`, {
    fields: { scheduledSend: t`Choose a time in the future` },
  });
}

/** 200 an hour, counted under a lock, so that concurrent calls cannot exceed it (security.md §6). */
export async function requireBelowSendLimit({ db, actor, now }: SignedIn): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('send ' || ${actor.userId}, 0))`);
  const anHourAgo = secondsAfter(now, -3600);
  const sent = await db.$count(
    mailDeliveries,
    and(eq(mailDeliveries.userId, actor.userId), gt(mailDeliveries.createdAt, anHourAgo)),
  );
  if (sent >= MAX_SENT_PER_HOUR)
    throw new AppError(
      "rate_limited",
      t`You can send ${MAX_SENT_PER_HOUR} emails an hour. Please try again later`,
      {
        retryAfter: 600,
      },
    );
}

const secondsAfter = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

/** RFC 5322 §3.6.4; the right side is the sender's own domain. */
const newMessageId = (sender: string) => `<${randomUUID()}@${sender.slice(sender.lastIndexOf("@") + 1)}>`;
