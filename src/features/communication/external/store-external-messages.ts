import { and, eq, sql } from "drizzle-orm";
import { remoteCursors, remoteObjects } from "#features/integrations/public/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import {
  listExternalMessages,
  matchUnconfirmedPosts,
  storeExternalMessages,
  updateExternalMessages,
  upsertExternalConversation,
} from "./external-messages.ts";
import {
  type CompleteRange,
  type MessageChanges,
  type MessageService,
  parseRemoteMessageId,
  type RemoteConversation,
  type RemoteMessage,
  remoteMessageId,
} from "./message-service.ts";

type ConversationTarget = {
  row: { id: string; userId: string };
  origin: MessageService["origin"];
  conversation: RemoteConversation;
};
type ChunkPosition = { cursor: string | null; isHistory: boolean };

/**
 * Stores messages, their links and the next cursor in one transaction. Messages already stored are skipped, edited ones
 * updated. Returns how many are new or changed.
 */
export async function storeChunk(
  context: SignedIn,
  { row: { id: sourceId, userId }, origin, conversation }: ConversationTarget,
  chunk: readonly RemoteMessage[],
  { cursor, isHistory }: ChunkPosition,
): Promise<number> {
  const stored =
    chunk.length === 0
      ? 0
      : await storeMessages(context, { sourceId, userId }, origin, conversation, chunk, isHistory);
  if (cursor !== null)
    await context.db
      .insert(remoteCursors)
      .values({ userId, sourceId, resource: conversation.id, cursor })
      .onConflictDoUpdate({
        target: [remoteCursors.sourceId, remoteCursors.resource],
        set: { cursor, updatedAt: new Date() },
      });
  return stored;
}

type Source = { sourceId: string; userId: string };

async function storeMessages(
  context: SignedIn,
  source: Source,
  origin: ConversationTarget["origin"],
  conversation: RemoteConversation,
  chunk: readonly RemoteMessage[],
  isHistory: boolean,
): Promise<number> {
  const conversationId = await conversationOf(context, source, origin, conversation);
  const name = (message: RemoteMessage) => remoteMessageId(conversation.id, message);
  const known = await knownOf(
    context,
    source.sourceId,
    chunk.flatMap((message) => [name(message), ...parentOf(conversation, message)]),
  );
  const records = new Map([...known].map(([remoteId, { recordId }]) => [remoteId, recordId]));
  const fresh = [
    ...new Map(
      chunk.filter((message) => !known.has(name(message))).map((message) => [name(message), message]),
    ).values(),
  ];
  const ids: string[] = [];
  const matchedIds: string[] = [];
  // Thread replies are stored after the messages that started the threads.
  for (const batch of [fresh.filter(isFirst), fresh.filter((message) => !isFirst(message))]) {
    const incoming = batch.map(({ content, author, at, ...message }) => {
      const [parent = ""] = parentOf(conversation, message);
      return { content, author, at, replyTo: records.get(parent) ?? null };
    });
    const matched = await matchUnconfirmedPosts(context, conversationId, incoming);
    const storedIds = await storeExternalMessages(
      context,
      { id: conversationId, title: conversation.title },
      incoming.filter((_, place) => !matched.has(place)),
      isHistory,
    );
    matchedIds.push(...matched.values());
    let next = 0;
    const links = batch.flatMap((message, place) => {
      const recordId = matched.get(place) ?? storedIds[next++];
      return recordId
        ? [{ ...source, kind: "message" as const, remoteId: name(message), recordId, etag: message.version }]
        : [];
    });
    if (links.length > 0) await context.db.insert(remoteObjects).values(links);
    for (const { remoteId, recordId } of links) records.set(remoteId, recordId);
    ids.push(...storedIds);
  }
  const changed = await updateMessages(context, source.sourceId, conversationId, chunk, (message) =>
    known.get(name(message)),
  );
  await publishChanges(context, source.userId, conversationId, [...ids, ...changed, ...matchedIds]);
  return ids.length + changed.length;
}

const isFirst = ({ thread }: Pick<RemoteMessage, "thread">) => thread === null;
const parentOf = (conversation: RemoteConversation, { thread }: Pick<RemoteMessage, "thread">) =>
  thread === null ? [] : [remoteMessageId(conversation.id, { id: thread, thread: null })];

async function conversationOf(
  context: SignedIn,
  { sourceId, userId }: Source,
  origin: ConversationTarget["origin"],
  { id: remoteId, title }: RemoteConversation,
): Promise<string> {
  const { db } = context;
  const [link] = await db
    .select({ recordId: remoteObjects.recordId })
    .from(remoteObjects)
    .where(and(eq(remoteObjects.userId, context.actor.userId), isConversation(sourceId, remoteId)));
  const recordId = await upsertExternalConversation(context, { id: link?.recordId ?? null, origin, title });
  if (link?.recordId !== recordId)
    await db
      .insert(remoteObjects)
      .values({ userId, sourceId, kind: "conversation", remoteId, recordId })
      .onConflictDoUpdate({
        target: [remoteObjects.sourceId, remoteObjects.kind, remoteObjects.remoteId],
        set: { recordId },
      });
  return recordId;
}

const isConversation = (sourceId: string, remoteId: string) =>
  and(
    eq(remoteObjects.sourceId, sourceId),
    eq(remoteObjects.kind, "conversation"),
    eq(remoteObjects.remoteId, remoteId),
  );

const ofMessages = (sourceId: string) =>
  and(eq(remoteObjects.sourceId, sourceId), eq(remoteObjects.kind, "message"));

type Known = { recordId: string; etag: string | null };

async function knownOf({ actor, db }: SignedIn, sourceId: string, names: readonly string[]) {
  const rows = await db
    .select({ remoteId: remoteObjects.remoteId, recordId: remoteObjects.recordId, etag: remoteObjects.etag })
    .from(remoteObjects)
    .where(
      and(
        eq(remoteObjects.userId, actor.userId),
        ofMessages(sourceId),
        sql`${remoteObjects.remoteId} = any(${sql.param([...new Set(names)])}::text[])`,
      ),
    );
  return new Map<string, Known>(rows.map(({ remoteId, ...known }) => [remoteId, known]));
}

/** Only messages with a new version; only a change of the text is shown as an edit. */
async function updateMessages(
  context: SignedIn,
  sourceId: string,
  conversationId: string,
  chunk: readonly RemoteMessage[],
  known: (message: RemoteMessage) => Known | undefined,
): Promise<string[]> {
  const others = chunk.flatMap((message) => {
    const before = known(message);
    return before && before.etag !== message.version
      ? [{ id: before.recordId, content: message.content, etag: message.version }]
      : [];
  });
  if (others.length === 0) return [];
  await context.db.execute(
    sql`update remote_objects l set etag = seen.etag
          from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as seen (id uuid, etag text)
         where l.user_id = ${context.actor.userId} and l.source_id = ${sourceId} and l.kind = 'message' and l.record_id = seen.id`,
  );
  return updateExternalMessages(
    context,
    conversationId,
    others.map(({ id, content }) => ({ id, content })),
  );
}

/**
 * Deletes messages that the messenger reports as deleted, and known ones missing from a range that was read completely.
 * Links created since the read began belong to messages that were posted meanwhile.
 */
export async function deleteMissing(
  context: SignedIn,
  { row: { id: sourceId, userId }, conversation }: ConversationTarget,
  changes: Pick<MessageChanges, "messages" | "deleted" | "completeRanges">,
  startedAt: Date,
): Promise<number> {
  const deleted = await knownOf(
    context,
    sourceId,
    changes.deleted.map((message) => remoteMessageId(conversation.id, message)),
  );
  const missing = [...deleted.values()].map(({ recordId }) => recordId);
  const [link] = await context.db
    .select({ recordId: remoteObjects.recordId })
    .from(remoteObjects)
    .where(and(eq(remoteObjects.userId, context.actor.userId), isConversation(sourceId, conversation.id)));
  if (!link) return 0;
  const returnedIds = new Set(changes.messages.map((message) => remoteMessageId(conversation.id, message)));
  for (const part of changes.completeRanges) {
    const known = await listLinksInRange(context, sourceId, conversation, link.recordId, part);
    missing.push(
      ...known.flatMap(({ remoteId, recordId, createdAt }) =>
        returnedIds.has(remoteId) || createdAt >= startedAt ? [] : recordId,
      ),
    );
  }
  const removed = await updateExternalMessages(
    context,
    link.recordId,
    missing.map((id) => ({ id, content: null })),
  );
  await publishChanges(context, userId, link.recordId, removed);
  return removed.length;
}

/** Message ids are timestamps of equal length, so their text order is their time order. */
async function listLinksInRange(
  context: SignedIn,
  sourceId: string,
  conversation: RemoteConversation,
  conversationId: string,
  { thread, from, at }: CompleteRange,
) {
  const beginning = thread === null ? null : remoteMessageId(conversation.id, { id: thread, thread: null });
  const parent = beginning && (await knownOf(context, sourceId, [beginning])).get(beginning);
  if (beginning && !parent) return [];
  const since = parent ? { replyTo: parent.recordId } : { at: new Date(at.getTime() - CLOCKS_APART_MS) };
  const records = await listExternalMessages(context, conversationId, since);
  if (records.length === 0) return [];
  const rows = await context.db
    .select({
      remoteId: remoteObjects.remoteId,
      recordId: remoteObjects.recordId,
      createdAt: remoteObjects.createdAt,
    })
    .from(remoteObjects)
    .where(
      and(
        eq(remoteObjects.userId, context.actor.userId),
        ofMessages(sourceId),
        sql`${remoteObjects.recordId} = any(${sql.param(records)}::uuid[])`,
      ),
    );
  return rows.filter(({ remoteId }) => {
    const name = parseRemoteMessageId(conversation.id, remoteId);
    return name.thread === thread && name.id >= from;
  });
}

/** Messages written here have the time of this server's clock. */
const CLOCKS_APART_MS = 60 * 60_000;

async function publishChanges(
  { db }: SignedIn,
  userId: string,
  conversationId: string,
  ids: readonly string[],
) {
  if (ids.length === 0) return;
  const audience = [userId];
  await recordAnnouncements(db, [
    { resource: "conversations", ids: [conversationId], audience },
    { resource: "messages", ids: [...ids], audience },
  ]);
}
