import { randomUUID } from "node:crypto";
import { and, eq, gte, isNull, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { notify } from "#platform/notify/notify.ts";
import { MAX_TITLE, type ORIGINS } from "../model.ts";
import { conversationParticipants, conversations, messages } from "../tables.ts";

export type ExternalMessage = {
  content: string;
  /** As they are called there; null for the person's own. */
  author: string | null;
  at: Date;
  /** The message here whose thread it stands in. */
  replyTo: string | null;
};

/** A conversation of another messenger, opened here the first time; its name follows the one there. */
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

/** In their order; answers the ids. History is read already, what is new gives one notice a conversation. */
export async function storeExternalMessages(
  context: SignedIn,
  conversation: { id: string; title: string },
  said: readonly ExternalMessage[],
  isHistory: boolean,
): Promise<string[]> {
  if (said.length === 0) return [];
  const { rows } = await context.db.execute<{ id: string }>(
    sql`select id from store_outside_messages(${conversation.id}, ${JSON.stringify(said)}::jsonb, ${isHistory}) as kept(id)`,
  );
  const last = said.findLast(({ author }) => author !== null);
  if (last && !isHistory)
    await notify(context, {
      userIds: [context.actor.userId],
      title: `${last.author} in ${conversation.title}`,
      message: last.content.slice(0, 500),
      type: "message",
      contextData: { conversationId: conversation.id },
      href: `/communication?conversation=${conversation.id}`,
      dedupeKey: `conversation ${conversation.id}`,
    });
  return rows.map(({ id }) => id);
}

/** Between the clocks of two places, and while a post is on its way. */
const MATCH_WINDOW_MS = 10 * 60_000;

/**
 * Posts whose answer was lost on its way read as not posted: where one comes back in the person's own words it is posted
 * after all. Answers its id for each place in `said`.
 */
export async function matchUnconfirmedPosts(
  { db, actor }: SignedIn,
  conversationId: string,
  said: readonly ExternalMessage[],
): Promise<Map<number, string>> {
  const settled = new Map<number, string>();
  if (!said.some(({ author }) => author === null)) return settled;
  const open = await db
    .select({ id: messages.id, content: messages.content, createdAt: messages.createdAt })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, actor.userId),
        eq(messages.outsideState, "failed"),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(messages.createdAt);
  for (const [place, { author, content, at }] of said.entries()) {
    const found = open.findIndex(
      (message) =>
        author === null &&
        message.content.trim() === content.trim() &&
        Math.abs(message.createdAt.getTime() - at.getTime()) < MATCH_WINDOW_MS,
    );
    const [message] = found === -1 ? [] : open.splice(found, 1);
    if (!message) continue;
    await db.execute(sql`select record_outside_delivery(${message.id}, 'failed', 'sent')`);
    settled.set(place, message.id);
  }
  return settled;
}

/** What was changed there since, or deleted (`content` null); answers the ids of those that are not as they were. */
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

/** What stands here of a conversation since a moment, or of one thread. */
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
