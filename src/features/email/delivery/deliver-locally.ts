import { and, asc, eq, sql } from "drizzle-orm";
import type { Announcement } from "#platform/capability/actor.ts";
import type { Transaction } from "#platform/database/database.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import type { MailReadReceipt } from "#platform/mail/message.ts";
import { mailArrived } from "../events.ts";
import { emailAttachments, emails } from "../tables.ts";
import { recordReceipt } from "./process-read-receipts.ts";

type LocalRecipient = {
  userId: string;
  /** The address is verified as its owner's. */
  addressCounts: boolean;
  /** The recipient also reads this address through a connected mail account. */
  hasAccount: boolean;
};

/** Local recipients by address in lower case; an address belongs to one user at most. */
export async function mailboxesOf(
  db: Transaction,
  addresses: readonly string[],
): Promise<Map<string, LocalRecipient>> {
  const normalized = sql.param(addresses.map((address) => address.toLowerCase()));
  const { rows } = await db.execute<{
    address: string;
    user_id: string;
    address_counts: boolean;
    has_account: boolean;
  }>(sql`select * from local_mailboxes(${normalized}::text[])`);
  return new Map(
    rows.map(
      ({ address, user_id: userId, address_counts: addressCounts, has_account: hasAccount }) =>
        [address, { userId, addressCounts, hasAccount }] as const,
    ),
  );
}

/**
 * Creates the recipient's copy: unread, in their matching thread, without Bcc. Runs as the recipient, because row-level
 * security allows writes to one's own mailbox only. Returns the change event for the recipient's pages. A read receipt
 * is no message for them: it is shown at the message that asked for it.
 */
export async function deliverLocally(
  { jobs }: Pick<Worker, "jobs">,
  db: Transaction,
  { email, isSenderKnown }: { email: typeof emails.$inferSelect; isSenderKnown: boolean },
  recipientId: string,
  now: Date,
): Promise<Announcement | null> {
  if (email.readReceipt) return recordLocally(db, email, email.readReceipt, { recipientId, now });
  const files = await db
    .select()
    .from(emailAttachments)
    .where(and(eq(emailAttachments.userId, email.userId), eq(emailAttachments.emailId, email.id)));
  await speakAs(db, recipientId);
  const thread = email.inReplyTo ? await threadOf(db, recipientId, email.inReplyTo) : undefined;
  const copy = await db
    .insert(emails)
    .values({
      userId: recipientId,
      provenance: "mail",
      subject: email.subject,
      body: email.body,
      html: email.html,
      refs: email.refs,
      hasAttachments: email.hasAttachments,
      calendarMethod: email.calendarMethod,
      calendarText: email.calendarText,
      // A signed-in user wrote it, from an address verified as theirs.
      senderCheck: isSenderKnown ? "passed" : null,
      recipients: email.recipients,
      cc: email.cc,
      receiptRequest: email.isReceiptRequested
        ? { to: [email.sender], originalRecipient: null, header: null }
        : null,
      priority: email.priority,
      sender: email.sender,
      status: "received",
      folder: "inbox",
      messageId: email.messageId,
      inReplyTo: email.inReplyTo,
      ...(thread && { threadId: thread }),
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: emails.id })
    .then(returnedRow);
  if (files.length > 0)
    await db
      .insert(emailAttachments)
      .values(files.map(({ id: _, ...file }) => ({ ...file, userId: recipientId, emailId: copy.id })));
  await jobs.publish(db, mailArrived, {
    userId: recipientId,
    emailId: copy.id,
    accountId: null,
    hasCalendar: email.calendarText !== null,
  });
  await speakAs(db, email.userId);
  return { resource: "emails", ids: [copy.id], audience: [recipientId] };
}

async function recordLocally(
  db: Transaction,
  { userId }: typeof emails.$inferSelect,
  { messageId, finalRecipient }: MailReadReceipt,
  { recipientId, now }: { recipientId: string; now: Date },
): Promise<null> {
  await speakAs(db, recipientId);
  if (messageId)
    await recordReceipt(db, recipientId, now, {
      ...{ messageId, addresses: [finalRecipient.toLowerCase()] },
      ...{ disposition: "displayed", mode: "manual" },
    });
  await speakAs(db, userId);
  return null;
}

async function threadOf(db: Transaction, userId: string, messageId: string): Promise<string | undefined> {
  const [original] = await db
    .select({ threadId: emails.threadId })
    .from(emails)
    .where(and(eq(emails.userId, userId), eq(emails.messageId, messageId)))
    // Mail to oneself exists twice: always choose the sent copy.
    .orderBy(asc(emails.createdAt), asc(emails.id))
    .limit(1);
  return original?.threadId;
}

const speakAs = (db: Transaction, userId: string) =>
  db.execute(sql`select set_config('app.user_id', ${userId}, true)`);
