import { and, eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notify } from "#platform/notify/notify.ts";
import { smartNotifications } from "#platform/notify/tables.ts";
import type { Message } from "../model.ts";
import type { conversations } from "../tables.ts";

/** A message that is read within this time causes no notification. */
const READ_GRACE_MS = 30_000;

type InConversation = Pick<typeof conversations.$inferSelect, "id" | "type" | "title">;

/**
 * Mentioned people are notified at once, also in a muted conversation. The others get one notification for all unread
 * messages, and only if they do not read them soon.
 */
export async function notifyParticipants(context: SignedIn, conversation: InConversation, message: Message) {
  const { db, now } = context;
  await notifyMentioned(context, conversation, message, []);
  const { rows } = await db.execute<{ userId: string }>(
    sql`select user_id as "userId" from listeners_of_conversation(${conversation.id}) as listening(user_id)`,
  );
  const userIds = rows.map(({ userId }) => userId).filter((userId) => !isMentionedIn(message, userId));
  if (userIds.length === 0) return;
  const { id, type, title } = conversation;
  await notify(context, {
    userIds,
    title: () =>
      type === "group" ? t`${message.senderName} in '${title ?? ""}'` : t`Message from ${message.senderName}`,
    message: message.content,
    type: "message",
    contextData: { conversationId: id, messageId: message.id },
    href: hrefOf(message),
    scheduledFor: new Date(now.getTime() + READ_GRACE_MS),
    dedupeKey: keyOf(id),
  });
}

/** Nobody is told twice of the same message, nor of their own. */
export async function notifyMentioned(
  context: SignedIn,
  { title, type }: InConversation,
  message: Message,
  before: readonly string[],
): Promise<void> {
  const userIds = message.mentions
    .map(({ userId }) => userId)
    .filter((userId) => userId !== context.actor.userId && !before.includes(userId));
  if (userIds.length === 0) return;
  await notify(context, {
    userIds,
    title: () =>
      type === "group"
        ? t`${message.senderName} mentioned you in '${title ?? ""}'`
        : t`${message.senderName} mentioned you`,
    message: message.content,
    type: "mention",
    priority: "high",
    contextData: { conversationId: message.conversationId, messageId: message.id },
    href: hrefOf(message),
    dedupeKey: `mention ${message.id}`,
  });
}

/** Removes the notification of a conversation that the actor has read; the next unread message creates a new one. */
export async function clearNotifications(context: SignedIn, conversationId: string): Promise<void> {
  const { db, actor, now } = context;
  const own = eq(smartNotifications.userId, actor.userId);
  const key = eq(smartNotifications.dedupeKey, keyOf(conversationId));
  await db.delete(smartNotifications).where(and(own, key, eq(smartNotifications.isSent, false)));
  const updated = await db
    .update(smartNotifications)
    .set({ isRead: true, readAt: now, dedupeKey: null })
    .where(and(own, key))
    .returning({ id: smartNotifications.id });
  if (updated.length > 0) context.announce({ resource: "notifications", ids: updated.map(({ id }) => id) });
}

const isMentionedIn = ({ mentions }: Message, person: string) =>
  mentions.some(({ userId }) => userId === person);

const keyOf = (conversationId: string) => `conversation ${conversationId}`;

const hrefOf = ({ id, conversationId }: Message) =>
  `/communication?conversation=${conversationId}&message=${id}`;
