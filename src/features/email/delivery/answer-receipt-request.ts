import { and, eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { newMessageId } from "#platform/mail/message.ts";
import { mailAccounts, mailPendingOperations } from "../account-tables.ts";
import type { ReceiptAnswer, ReceiptRequest } from "../delivery-model.ts";
import { MAX_SUBJECT } from "../fields.ts";
import type { OpenEmail } from "../model.ts";
import { isMadeUp } from "../reading/message-ids.ts";
import { openEmail, ownEmails, shownReceiptRequest } from "../reading/read-emails.ts";
import { emails } from "../tables.ts";
import { enqueueDelivery, requireBelowSendLimit } from "./send-email.ts";

type Email = typeof emails.$inferSelect;

/**
 * Answers the request of a received message for a read receipt, once: the answer is recorded here and, so that other
 * programs do not ask or send again, on the account's server (RFC 3503).
 */
export async function answerReceiptRequest(
  context: SignedIn,
  { id, answer }: { id: string; answer: ReceiptAnswer },
): Promise<OpenEmail> {
  const { db, actor, now } = context;
  const own = ownEmails(context, eq(emails.id, id));
  const [email] = await db.select().from(emails).where(own).for("update");
  if (!email) throw notFound(t`Email`);
  const [shown] = await db.select({ request: shownReceiptRequest }).from(emails).where(own);
  if (!email.receiptRequest || !shown?.request)
    throw new AppError(
      "conflict",
      t`This message does not ask for a read receipt, or it was answered elsewhere`,
    );
  if (shown.request.answer !== null)
    throw new AppError("conflict", t`This request for a read receipt was answered already`);
  await db
    .update(emails)
    .set({ receiptAnswer: answer, updatedAt: now, version: sql`${emails.version} + 1` })
    .where(own);
  if (email.accountId)
    await db.insert(mailPendingOperations).values({
      ...{ userId: actor.userId, accountId: email.accountId, emailId: id, kind: "flag" },
      detail: { kind: "flag", add: ["$MDNSent"], remove: [] },
    });
  if (answer === "sent") await sendReceipt(context, email, email.receiptRequest);
  return openEmail(context, id);
}

/** From the account that received the message: only there can its sender know the address of the reader. */
async function sendReceipt(context: SignedIn, asking: Email, request: ReceiptRequest): Promise<void> {
  const { db, actor, now } = context;
  const { accountId } = asking;
  await requireBelowSendLimit(context);
  const sender = await addressOf(context, accountId);
  const messageId = asking.messageId && !isMadeUp(asking.messageId) ? asking.messageId : null;
  const { id } = await db
    .insert(emails)
    .values({
      ...{ userId: actor.userId, accountId, sender, recipients: request.to },
      subject: `Read: ${asking.subject}`.slice(0, MAX_SUBJECT),
      body: textAbout(asking, sender),
      ...{ status: "sent", sentAt: now, folder: "sent", isRead: true, messageId: newMessageId(sender) },
      ...{ inReplyTo: messageId, refs: messageId ? [messageId] : [] },
      readReceipt: {
        ...{ messageId, finalRecipient: sender, header: request.header },
        originalRecipient: request.originalRecipient,
      },
      ...{ createdAt: now, updatedAt: now },
    })
    .returning({ id: emails.id })
    .then(returnedRow);
  await enqueueDelivery(context, id, { accountId, recipients: request.to, cc: [], bcc: [] }, now);
}

async function addressOf({ db, actor }: SignedIn, accountId: string | null): Promise<string> {
  if (!accountId) return actor.email;
  const [account] = await db
    .select({ address: mailAccounts.address })
    .from(mailAccounts)
    .where(and(eq(mailAccounts.userId, actor.userId), eq(mailAccounts.id, accountId)));
  return account?.address ?? actor.email;
}

const textAbout = ({ subject }: Email, reader: string) =>
  `This is a read receipt for your message to ${reader}:

    Subject: ${subject}

The message was displayed. This is no guarantee that it was read or understood.`;
