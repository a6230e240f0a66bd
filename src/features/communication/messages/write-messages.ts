import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { lockConversation } from "../conversations/open-conversations.ts";
import { messageSent } from "../events.ts";
import { postExternalMessage } from "../external/post-external-message.ts";
import { MAX_ATTACHMENTS, MAX_MENTIONS, Message, MessageText } from "../model.ts";
import { conversations, messages } from "../tables.ts";
import { notifyMentioned, notifyParticipants } from "./notify-participants.ts";
import { asMessages, findMessage, freshMessage, messageFields } from "./read-messages.ts";
import { requireOwnAttachments } from "./require-own-attachments.ts";
import { cancelMail, resendMail, sendAsMail } from "./send-by-email.ts";

export const NewMessage = z.strictObject({
  conversationId: Id,
  content: MessageText,
  /** The message of the same conversation that this one answers. */
  replyToId: Id.nullable().default(null),
  /** Mentioned participants; they get a notification. */
  mentions: z.array(Id).max(MAX_MENTIONS).default([]),
  /** Documents of the sender; everybody in the conversation may read them from then on. */
  documentIds: z.array(Id).max(MAX_ATTACHMENTS).default([]),
  /** A random id of the sender's: repeated with the same one, the call returns the message that was sent before. */
  clientId: Id.nullable().default(null),
});
type NewMessage = z.output<typeof NewMessage>;

/**
 * The caller never sets the sender, the kind or the time. Times increase within a conversation, one at a time under its
 * lock, so that 'read until' means the same messages for everybody. Triggers update the counters.
 */
export async function sendMessage(
  context: SignedIn,
  { conversationId, content, replyToId, mentions, documentIds, clientId }: NewMessage,
): Promise<Message> {
  const { db, actor, now } = context;
  const conversation = await lockConversation(context, conversationId);
  const { lastMessageAt, isArchived, participants } = conversation;
  if (replyToId) await requireInConversation(context, replyToId, conversationId);
  const attachments = await requireOwnAttachments(context, documentIds);
  const createdAt = new Date(Math.max(now.getTime(), (lastMessageAt?.getTime() ?? 0) + 1));
  const rows = await db
    .insert(messages)
    .values({
      conversationId,
      content,
      senderId: actor.userId,
      messageType: attachments.length > 0 ? "file" : "text",
      attachments,
      replyToId,
      ...(conversation.origin !== null && { externalState: "queued" as const }),
      mentions: mentionedIn(participants, mentions),
      clientId,
      createdAt,
      updatedAt: createdAt,
    })
    .onConflictDoNothing()
    .returning(messageFields);
  if (rows.length === 0) return sentBefore(context, conversationId, clientId);
  if (isArchived)
    await db.update(conversations).set({ isArchived: false }).where(eq(conversations.id, conversationId));
  const { rows: contacted } = await db.execute<{ id: string }>(
    sql`select id from touch_contacts(${conversationId}, ${createdAt}::timestamptz) as touched(id)`,
  );
  if (contacted.length > 0) context.announce({ resource: "contacts", ids: contacted.map(({ id }) => id) });
  if (conversation.origin !== null)
    for (const { id } of rows)
      await context.enqueue(postExternalMessage, { userId: actor.userId, messageId: id });
  for (const { id } of rows) await sendAsMail(context, conversation, { id, content, attachments });
  const isPlain = !replyToId && mentions.length === 0 && !conversation.usesEmail && actor.fullName !== "";
  const message = returnedRow(
    isPlain ? rows.map((row) => freshMessage(context, row)) : await asMessages(context, rows),
  );
  context.undoWith({ capability: "messages.delete", input: { id: message.id } });
  await notifyParticipants(context, conversation, message);
  await context.publish(messageSent, { conversationId, messageId: message.id, participants });
  return publishTo(context, message, participants);
}

/** The message that was sent under this client id, which may have been edited or deleted since. */
async function sentBefore(
  context: SignedIn,
  conversationId: string,
  clientId: string | null,
): Promise<Message> {
  const isSame = and(
    eq(messages.conversationId, conversationId),
    eq(messages.senderId, context.actor.userId),
    clientId === null ? sql`false` : eq(messages.clientId, clientId),
  );
  const rows = await context.db.select(messageFields).from(messages).where(isSame);
  return returnedRow(await asMessages(context, rows));
}

/** Mentioned participants, each once: a message can mention only participants. */
const mentionedIn = (participants: readonly string[], mentions: readonly string[]) =>
  participants.filter((userId) => mentions.includes(userId));

async function requireInConversation(context: SignedIn, id: string, conversationId: string): Promise<void> {
  const original = await findMessage(context, id);
  if (original.conversationId !== conversationId) throw notFound(t`Message`);
}

export const MessageChange = z.strictObject({
  id: Id,
  version: z.int(),
  content: MessageText,
  /** The new mentions; unchanged if not given. */
  mentions: z.array(Id).max(MAX_MENTIONS).optional(),
});
type MessageChange = z.output<typeof MessageChange>;

/** Throws a conflict with the current message if `version` is outdated. */
export async function editMessage(
  context: SignedIn,
  { id, content, version, mentions }: MessageChange,
): Promise<Message> {
  const before = await ownMessage(context, id);
  if (before.byEmail)
    throw new AppError("conflict", t`A message sent by email cannot be edited. Please write another message`);
  if (before.externalState)
    throw new AppError("conflict", t`A message in another messenger can only be edited there`);
  const conversation = await lockConversation(context, before.conversationId);
  const { participants } = conversation;
  const named = mentions && { mentions: mentionedIn(participants, mentions) };
  const rows = await context.db
    .update(messages)
    .set({
      content,
      ...named,
      updatedAt: afterSending(context, before),
      version: sql`${messages.version} + 1`,
    })
    .where(and(isOwn(context, id), isNull(messages.deletedAt), eq(messages.version, version)))
    .returning(messageFields);
  const [message] = await asMessages(context, rows);
  if (!message)
    throw new AppError("conflict", t`This message was changed elsewhere in the meantime`, {
      current: z.encode(Message, await findMessage(context, id)),
    });
  const namedBefore = before.mentions.map(({ userId }) => userId);
  context.undoWith({
    capability: "messages.update",
    input: { id, content: before.content, mentions: namedBefore, version: message.version },
  });
  await notifyMentioned(context, conversation, message, namedBefore);
  return publishTo(context, message, participants);
}

/** Deleted for everybody at once; its sender can restore it for 30 days. A mail that was sent cannot be recalled. */
export async function deleteMessage(context: SignedIn, id: string): Promise<void> {
  const before = await ownMessage(context, id);
  const { participants } = await lockConversation(context, before.conversationId);
  await cancelMail(context, before);
  await context.db
    .update(messages)
    .set({ deletedAt: context.now, version: sql`${messages.version} + 1` })
    .where(and(isOwn(context, id), isNull(messages.deletedAt)));
  context.undoWith({ capability: "messages.restore", input: { id } });
  publishTo(context, before, participants);
}

export async function restoreMessage(context: SignedIn, id: string): Promise<Message> {
  const { db } = context;
  const [deleted] = await db
    .select({ conversationId: messages.conversationId })
    .from(messages)
    .where(isOwn(context, id));
  if (!deleted) throw notFound(t`Message`);
  const conversation = await lockConversation(context, deleted.conversationId);
  const { participants } = conversation;
  const back = await db
    .update(messages)
    .set({ deletedAt: null, version: sql`${messages.version} + 1` })
    .where(and(isOwn(context, id), isNotNull(messages.deletedAt)))
    .returning(messageFields);
  for (const words of back) await resendMail(context, conversation, words);
  context.undoWith({ capability: "messages.delete", input: { id } });
  return publishTo(context, await findMessage(context, id), participants);
}

const isOwn = ({ actor }: SignedIn, id: string) =>
  and(eq(messages.id, id), eq(messages.senderId, actor.userId));

/** A message of somebody else can be read but not changed: `not_found`. */
async function ownMessage(context: SignedIn, id: string): Promise<Message> {
  const message = await findMessage(context, id);
  if (message.senderId !== context.actor.userId) throw notFound(t`Message`);
  return message;
}

const afterSending = ({ now }: SignedIn, { createdAt }: Message) =>
  new Date(Math.max(now.getTime(), createdAt.getTime() + 1));

/** Participants reload the message, not the conversation: nothing there has changed. */
export async function publishMessage(context: SignedIn, { id, conversationId }: Message): Promise<void> {
  const [row] = await context.db
    .select({ participants: conversations.participants })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  context.announce({ resource: "messages", ids: [id], audience: row?.participants ?? [] });
}

/** Publishes the message, the one that it answers, and the conversation, whose preview and counters change. */
function publishTo(context: SignedIn, message: Message, audience: string[]): Message {
  const originalIds = message.replyTo ? [message.replyTo.id] : [];
  context.announce({ resource: "messages", ids: [message.id, ...originalIds], audience });
  context.announce({ resource: "conversations", ids: [message.conversationId], audience });
  const attached = message.attachments.map(({ documentId }) => documentId);
  if (attached.length > 0) context.announce({ resource: "documents", ids: attached, audience });
  return message;
}
