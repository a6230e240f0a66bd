import { and, asc, eq, sql } from "drizzle-orm";
import type { Announcement } from "#platform/capability/actor.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { mailArrived } from "../events.ts";
import { emailAttachments, emails } from "../tables.ts";

type LocalRecipient = {
  userId: string;
  /** It is known that the address is its owner's. */
  addressCounts: boolean;
  /** They read the address by a mail account of their own as well. */
  hasAccount: boolean;
};

/** Mailboxes of this instance by address, in lower case; an address belongs to one account at most. */
export async function mailboxesOf(
  db: Transaction,
  addresses: readonly string[],
): Promise<Map<string, LocalRecipient>> {
  const wanted = sql.param(addresses.map((address) => address.toLowerCase()));
  const { rows } = await db.execute<{
    address: string;
    user_id: string;
    address_counts: boolean;
    has_account: boolean;
  }>(sql`select * from local_mailboxes(${wanted}::text[])`);
  return new Map(
    rows.map(
      ({ address, user_id: userId, address_counts: addressCounts, has_account: hasAccount }) =>
        [address, { userId, addressCounts, hasAccount }] as const,
    ),
  );
}

/**
 * The recipient's own copy, unread, in the thread that it continues there. The blind copies stay with the sender. Row-level
 * security lets everyone write to their own mailbox only, so these statements run as the recipient. Answers what the recipient's pages must hear.
 */
export async function deliverLocally(
  { jobs }: Pick<Worker, "jobs">,
  db: Transaction,
  { email, isSenderKnown }: { email: typeof emails.$inferSelect; isSenderKnown: boolean },
  recipientId: string,
  now: Date,
): Promise<Announcement> {
  const files = await db
    .select()
    .from(emailAttachments)
    .where(and(eq(emailAttachments.userId, email.userId), eq(emailAttachments.emailId, email.id)));
  await speakAs(db, recipientId);
  const thread = email.inReplyTo ? await threadOf(db, recipientId, email.inReplyTo) : undefined;
  const [copy] = await db
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
      // Who is signed in here wrote it, in the name of an address that is known to be theirs.
      senderCheck: isSenderKnown ? "passed" : null,
      recipients: email.recipients,
      cc: email.cc,
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
    .returning({ id: emails.id });
  if (copy && files.length > 0)
    await db
      .insert(emailAttachments)
      .values(files.map(({ id: _, ...file }) => ({ ...file, userId: recipientId, emailId: copy.id })));
  if (copy)
    await jobs.publish(db, mailArrived, {
      userId: recipientId,
      emailId: copy.id,
      accountId: null,
      hasCalendar: email.calendarText !== null,
    });
  await speakAs(db, email.userId);
  if (!copy) throw new Error("The delivered copy did not come back");
  return { resource: "emails", ids: [copy.id], audience: [recipientId] };
}

async function threadOf(db: Transaction, userId: string, messageId: string): Promise<string | undefined> {
  const [answered] = await db
    .select({ threadId: emails.threadId })
    .from(emails)
    .where(and(eq(emails.userId, userId), eq(emails.messageId, messageId)))
    // Who wrote to themselves has it twice: always the one that they sent.
    .orderBy(asc(emails.createdAt))
    .limit(1);
  return answered?.threadId;
}

const speakAs = (db: Transaction, userId: string) =>
  db.execute(sql`select set_config('app.user_id', ${userId}, true)`);
