import { and, desc, eq, gt, lte } from "drizzle-orm";
import { findOwnContact } from "#features/contacts/public/contact-join.ts";
import { documents } from "#features/documents/documents.ts";
import { emails } from "#features/email/emails.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Attachment, Message } from "../model.ts";
import { type conversations, messageMails, messages } from "../tables.ts";

type Conversation = Pick<
  typeof conversations.$inferSelect,
  "id" | "contactId" | "createdBy" | "usesEmail" | "pair"
>;
type OutgoingMessage = { id: string; content: string; attachments: readonly Attachment[] };

/** Days that a recipient of a file by mail can open its link. */
const LINK_DAYS = 30;
/** Mails looked at for the one that the next mail continues. */
const RECENT = 5;

/** Sends a message to a contact without an account as mail; each conversation is one mail thread for the contact. */
export async function sendAsMail(
  context: SignedIn,
  conversation: Conversation,
  words: OutgoingMessage,
): Promise<void> {
  const { db, actor } = context;
  const address = await addressOf(context, conversation);
  if (!address) return;
  const last = await lastMailOf(context, conversation.id);
  const files = [];
  for (const file of words.attachments) files.push(await linkTo(context, file));
  const email = await emails.send(context, {
    recipients: [address],
    subject: last ? `Re: ${last.subject.replace(/^(re:\s*)+/i, "")}` : `Message from ${actor.fullName}`,
    body: [words.content, ...(files.length > 0 ? ["", ...files] : [])].join("\n"),
    ...(last && { inReplyTo: last.id }),
  });
  const mail = { messageId: words.id, userId: actor.userId, emailId: email.id, direction: "out" as const };
  await db
    .insert(messageMails)
    .values(mail)
    .onConflictDoUpdate({ target: messageMails.messageId, set: { emailId: email.id } });
}

/** Null if this conversation sends no mail. */
async function addressOf({ db, actor }: SignedIn, conversation: Conversation): Promise<string | null> {
  const { contactId, createdBy, usesEmail, pair } = conversation;
  if (!usesEmail || !contactId || createdBy !== actor.userId || pair !== `contact:${contactId}`) return null;
  return (await findOwnContact({ db, actor }, contactId))?.contactEmail ?? null;
}

/** The newest mail of the conversation, sent or received. */
async function lastMailOf(context: SignedIn, conversationId: string) {
  const { db, actor } = context;
  const recent = await db
    .select({ id: messageMails.emailId })
    .from(messageMails)
    .innerJoin(messages, eq(messages.id, messageMails.messageId))
    .where(and(eq(messages.conversationId, conversationId), eq(messageMails.userId, actor.userId)))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(RECENT);
  const ids = recent.map(({ id }) => id);
  const { items } = await emails.states(context, { ids });
  const there = new Set(
    items.filter(({ status, isDeleted }) => status !== "draft" && !isDeleted).map(({ id }) => id),
  );
  const id = ids.find((each) => there.has(each));
  return id ? emails.get(context, { id }) : null;
}

/** Anyone with the link can open it until it expires, because the recipient does not sign in. */
async function linkTo(context: SignedIn, { documentId, name }: Attachment): Promise<string> {
  const expiresAt = new Date(context.now.getTime() + LINK_DAYS * 86_400_000).toISOString();
  const { path } = await documents.createLink(context, { id: documentId, expiresAt });
  return `${name}: ${new URL(path, context.config.publicUrl).href}`;
}

/** Cancels the mail of a deleted message if it has not been sent. A sent mail cannot be cancelled. */
export async function cancelMail(context: SignedIn, { byEmail }: Message): Promise<void> {
  if (byEmail?.direction !== "out" || byEmail.state === "sent") return;
  const { emailId: id } = byEmail;
  try {
    await emails.cancel(context, { id });
    await emails.delete(context, { id });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Sends a restored message again, if its mail had been cancelled. */
export async function resendMail(
  context: SignedIn,
  conversation: Conversation,
  words: OutgoingMessage,
): Promise<void> {
  const [mail] = await context.db
    .select({ id: messageMails.emailId })
    .from(messageMails)
    .where(and(eq(messageMails.messageId, words.id), eq(messageMails.userId, context.actor.userId)));
  if (!mail) return;
  const { items } = await emails.states(context, { ids: [mail.id] });
  if (items.every(({ status }) => status === "draft")) await sendAsMail(context, conversation, words);
}

/** Marks the mails of messages that were read here as read. */
export async function markMailsRead(
  context: SignedIn,
  conversationId: string,
  since: Date | null,
  until: Date,
): Promise<void> {
  const received = await context.db
    .select({ id: messageMails.emailId })
    .from(messageMails)
    .innerJoin(messages, eq(messages.id, messageMails.messageId))
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messageMails.userId, context.actor.userId),
        eq(messageMails.direction, "in"),
        gt(messages.createdAt, since ?? new Date(0)),
        lte(messages.createdAt, until),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(200);
  if (received.length === 0) return;
  const { items } = await emails.states(context, { ids: received.map(({ id }) => id) });
  const changes = items
    .filter(({ isRead, isDeleted }) => !isRead && !isDeleted)
    .map(({ id }) => ({ id, isRead: true }));
  if (changes.length > 0) await emails.updateMany(context, { changes });
}

type ByEmail = NonNullable<Message["byEmail"]>;

/** Delivery states of messages sent as mail, by mail id. */
export async function mailStates(context: SignedIn, ids: readonly string[]) {
  const { items } = ids.length > 0 ? await emails.states(context, { ids: [...ids] }) : { items: [] };
  return new Map(
    items.map(({ id, status, delivery }): [string, Pick<ByEmail, "state" | "reason">] => {
      if (status === "draft") return [id, { state: "held", reason: "Moved back to drafts" }];
      if (status === "failed") return [id, { state: "failed", reason: delivery?.reason ?? null }];
      return [id, { state: STATES[delivery?.state ?? "sent"], reason: delivery?.reason ?? null }];
    }),
  );
}

const STATES = {
  queued: "on its way",
  sending: "on its way",
  sent: "sent",
  held: "held",
  failed: "failed",
  uncertain: "uncertain",
} as const;
