import { randomUUID } from "node:crypto";
import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notify } from "#platform/notify/notify.ts";
import { MAX_TITLE, type ORIGINS } from "../model.ts";
import { conversationParticipants, conversations, messages } from "../tables.ts";

export type ExternalMessage = {
  content: string;
  /** Their name there; null for the connected user's own messages. */
  author: string | null;
  at: Date;
  /** The local message at the start of the thread. */
  replyTo: string | null;
};

/** A conversation of another messenger, created at its first import. Its title follows the other messenger. */
export async function upsertExternalConversation(
  { db, actor, now }: SignedIn,
  { id, origin, title }: { id: string | null; origin: (typeof ORIGINS)[number]; title: string },
): Promise<string> {
  const name = title.slice(0, MAX_TITLE);
  if (id !== null) {
    const [known] = await db
      .select({ title: conversations.title })
      .from(conversations)
      .where(and(eq(conversations.id, id), isNull(conversations.deletedAt)));
    if (known) {
      if (known.title !== name)
        await db.update(conversations).set({ title: name, updatedAt: now }).where(eq(conversations.id, id));
      return id;
    }
  }
  const made = randomUUID();
  const { userId } = actor;
  await db.insert(conversations).values({
    ...{ id: made, title: name, type: "group", origin, createdBy: userId },
    createdAt: now,
    updatedAt: now,
  });
  await db
    .insert(conversationParticipants)
    .values({ conversationId: made, userId, joinedAt: now, activeAt: now });
  return made;
}

/** Stores messages in order; returns their ids. History counts as read; new messages give one notification in all. */
export async function storeExternalMessages(
  context: SignedIn,
  conversation: { id: string; title: string },
  incoming: readonly ExternalMessage[],
  isHistory: boolean,
): Promise<string[]> {
  if (incoming.length === 0) return [];
  const { rows } = await context.db.execute<{ id: string }>(
    sql`select id from store_outside_messages(${conversation.id}, ${JSON.stringify(incoming)}::jsonb, ${isHistory}) as stored(id)`,
  );
  const last = incoming.findLast(({ author }) => author !== null);
  if (last && !isHistory)
    await notify(context, {
      userIds: [context.actor.userId],
      title: () => t`${last.author ?? ""} in ${conversation.title ?? ""}`,
      message: last.content.slice(0, 500),
      type: "message",
      contextData: { conversationId: conversation.id },
      href: `/communication?conversation=${conversation.id}`,
      dedupeKey: `conversation ${conversation.id}`,
    });
  return rows.map(({ id }) => id);
}

/** Allows for clock differences and for the time that a post takes. */
const MATCH_WINDOW_MS = 10 * 60_000;

/**
 * A post whose response was lost is recorded as failed. If it is imported with the same text from the same person, it
 * is marked as sent. Returns its id by index in `incoming`.
 */
export async function matchUnconfirmedPosts(
  { db, actor }: SignedIn,
  conversationId: string,
  incoming: readonly ExternalMessage[],
): Promise<Map<number, string>> {
  const matched = new Map<number, string>();
  if (!incoming.some(({ author }) => author === null)) return matched;
  const open = await db
    .select({ id: messages.id, content: messages.content, createdAt: messages.createdAt })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, actor.userId),
        eq(messages.externalState, "failed"),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(messages.createdAt, messages.id);
  for (const [place, { author, content, at }] of incoming.entries()) {
    const found = open.findIndex(
      (message) =>
        author === null &&
        message.content.trim() === content.trim() &&
        Math.abs(message.createdAt.getTime() - at.getTime()) < MATCH_WINDOW_MS,
    );
    const [message] = found === -1 ? [] : open.splice(found, 1);
    if (!message) continue;
    await db.execute(sql`select record_outside_delivery(${message.id}, 'failed', 'sent')`);
    matched.set(place, message.id);
  }
  return matched;
}

/** Applies edits and deletions (`content` null) from the other messenger. Returns the ids of the changed messages. */
export async function updateExternalMessages(
  { db }: SignedIn,
  conversationId: string,
  changes: readonly { id: string; content: string | null }[],
): Promise<string[]> {
  if (changes.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from change_outside_messages(${conversationId}, ${JSON.stringify(changes)}::jsonb) as changed(id)`,
  );
  return rows.map(({ id }) => id);
}

/** Ids of the stored messages of a conversation since an instant, or of one thread. */
export async function listExternalMessages(
  { db }: SignedIn,
  conversationId: string,
  part: { at: Date } | { replyTo: string },
): Promise<string[]> {
  const rows = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        isNull(messages.deletedAt),
        "at" in part ? gte(messages.createdAt, part.at) : eq(messages.replyToId, part.replyTo),
      ),
    );
  return rows.map(({ id }) => id);
}
