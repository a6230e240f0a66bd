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
  talk: RemoteConversation;
};
type ChunkPosition = { cursor: string | null; isHistory: boolean };

/**
 * Stores messages, their links and the next cursor in one transaction. Messages already stored are skipped, edited ones
 * updated. Returns how many are new or changed.
 */
export async function storeChunk(
  context: SignedIn,
  { row: { id: sourceId, userId }, origin, talk }: ConversationTarget,
  chunk: readonly RemoteMessage[],
  { cursor, isHistory }: ChunkPosition,
): Promise<number> {
  const stored =
    chunk.length === 0
      ? 0
      : await storeMessages(context, { sourceId, userId }, origin, talk, chunk, isHistory);
  if (cursor !== null)
    await context.db
      .insert(remoteCursors)
      .values({ userId, sourceId, resource: talk.id, cursor })
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
  talk: RemoteConversation,
  chunk: readonly RemoteMessage[],
  isHistory: boolean,
): Promise<number> {
  const conversationId = await conversationOf(context, source, origin, talk);
  const name = (said: RemoteMessage) => remoteMessageId(talk.id, said);
  const known = await knownOf(
    context,
    source.sourceId,
    chunk.flatMap((said) => [name(said), ...parentOf(talk, said)]),
  );
  const records = new Map([...known].map(([remoteId, { recordId }]) => [remoteId, recordId]));
  const fresh = [
    ...new Map(chunk.filter((said) => !known.has(name(said))).map((said) => [name(said), said])).values(),
  ];
  const ids: string[] = [];
  const settled: string[] = [];
  // Thread replies are stored after the messages that started the threads.
  for (const round of [fresh.filter(isFirst), fresh.filter((said) => !isFirst(said))]) {
    const words = round.map(({ content, author, at, ...said }) => {
      const [parent = ""] = parentOf(talk, said);
      return { content, author, at, replyTo: records.get(parent) ?? null };
    });
    const landed = await matchUnconfirmedPosts(context, conversationId, words);
    const kept = await storeExternalMessages(
      context,
      { id: conversationId, title: talk.title },
      words.filter((_, place) => !landed.has(place)),
      isHistory,
    );
    settled.push(...landed.values());
    let next = 0;
    const links = round.flatMap((said, place) => {
      const recordId = landed.get(place) ?? kept[next++];
      return recordId
        ? [{ ...source, kind: "message" as const, remoteId: name(said), recordId, etag: said.version }]
        : [];
    });
    if (links.length > 0) await context.db.insert(remoteObjects).values(links);
    for (const { remoteId, recordId } of links) records.set(remoteId, recordId);
    ids.push(...kept);
  }
  const changed = await updateMessages(context, source.sourceId, conversationId, chunk, (said) =>
    known.get(name(said)),
  );
  await publishChanges(context, source.userId, conversationId, [...ids, ...changed, ...settled]);
  return ids.length + changed.length;
}

const isFirst = ({ thread }: Pick<RemoteMessage, "thread">) => thread === null;
const parentOf = (talk: RemoteConversation, { thread }: Pick<RemoteMessage, "thread">) =>
  thread === null ? [] : [remoteMessageId(talk.id, { id: thread, thread: null })];

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
  known: (said: RemoteMessage) => Known | undefined,
): Promise<string[]> {
  const others = chunk.flatMap((said) => {
    const before = known(said);
    return before && before.etag !== said.version
      ? [{ id: before.recordId, content: said.content, etag: said.version }]
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
  { row: { id: sourceId, userId }, talk }: ConversationTarget,
  heard: Pick<MessageChanges, "said" | "gone" | "whole">,
  began: Date,
): Promise<number> {
  const gone = await knownOf(
    context,
    sourceId,
    heard.gone.map((said) => remoteMessageId(talk.id, said)),
  );
  const missing = [...gone.values()].map(({ recordId }) => recordId);
  const [link] = await context.db
    .select({ recordId: remoteObjects.recordId })
    .from(remoteObjects)
    .where(and(eq(remoteObjects.userId, context.actor.userId), isConversation(sourceId, talk.id)));
  if (!link) return 0;
  const there = new Set(heard.said.map((said) => remoteMessageId(talk.id, said)));
  for (const part of heard.whole) {
    const known = await knownWithin(context, sourceId, talk, link.recordId, part);
    missing.push(
      ...known.flatMap(({ remoteId, recordId, createdAt }) =>
        there.has(remoteId) || createdAt >= began ? [] : recordId,
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
async function knownWithin(
  context: SignedIn,
  sourceId: string,
  talk: RemoteConversation,
  conversationId: string,
  { thread, from, at }: CompleteRange,
) {
  const beginning = thread === null ? null : remoteMessageId(talk.id, { id: thread, thread: null });
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
    const name = parseRemoteMessageId(talk.id, remoteId);
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
