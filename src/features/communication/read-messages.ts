import { and, eq, gte, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, Instant, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { mailStates } from "./carry-by-mail.ts";
import type { Message } from "./model.ts";
import { namesOf } from "./read-conversations.ts";
import { conversationParticipants, conversations, messages } from "./tables.ts";

export const ListMessages = z.strictObject({
  ...pageInput,
  conversationId: Id,
  /** The page begins with the last message at or before this instant: a way to look at what was said then. */
  until: Instant.optional(),
});
type ListMessages = z.output<typeof ListMessages>;

export const messageFields = {
  id: messages.id,
  conversationId: messages.conversationId,
  senderId: messages.senderId,
  content: messages.content,
  messageType: messages.messageType,
  attachments: messages.attachments,
  replyToId: messages.replyToId,
  mentions: messages.mentions,
  outsideState: messages.outsideState,
  isRead: messages.isRead,
  createdAt: messages.createdAt,
  updatedAt: messages.updatedAt,
  deletedAt: messages.deletedAt,
  version: messages.version,
};

/** Newest first (COMM-29: shown ascending), from where the reader's history begins. */
export async function listMessages(context: SignedIn, input: ListMessages) {
  const [mine] = await context.db
    .select({ visibleFrom: conversationParticipants.visibleFrom })
    .from(conversationParticipants)
    .innerJoin(conversations, eq(conversations.id, conversationParticipants.conversationId))
    .where(
      and(
        eq(conversationParticipants.conversationId, input.conversationId),
        eq(conversationParticipants.userId, context.actor.userId),
        isNull(conversationParticipants.leftAt),
        isNull(conversations.deletedAt),
      ),
    );
  if (!mine) throw notFound("Conversation");
  const page = keyset(ORDER, input);
  const { items, nextCursor } = page.of(await selectMessages(context, input, mine.visibleFrom));
  return { items: await asMessages(context, items), nextCursor };
}

const ORDER = [newest(messages.createdAt), newest(messages.id)];

/** The statement of a page, apart so that its plan can be looked at. */
export function selectMessages({ db }: SignedIn, input: ListMessages, visibleFrom: Date) {
  const page = keyset(ORDER, input);
  return db
    .select({ ...messageFields, ...page.columns })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, input.conversationId),
        isNull(messages.deletedAt),
        gte(messages.createdAt, visibleFrom),
        input.until && lte(messages.createdAt, input.until),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
}

/** Row-level security answers for who may read it. */
export async function findMessage(context: SignedIn, id: string): Promise<Message> {
  const rows = await context.db
    .select(messageFields)
    .from(messages)
    .where(and(eq(messages.id, id), isNull(messages.deletedAt)));
  const [message] = await asMessages(context, rows);
  if (!message) throw notFound("Message");
  return message;
}

type Row = Pick<typeof messages.$inferSelect, keyof typeof messageFields>;

/** Adds names and what hangs on the messages, in two statements for the whole page, and a third where mails left. */
export async function asMessages(context: SignedIn, rows: readonly Row[]): Promise<Message[]> {
  const extras = await extrasOf(
    context,
    rows.map(({ id }) => id),
  );
  const mails = await mailStates(
    context,
    [...extras.values()].flatMap(({ byEmail }) => (byEmail?.direction === "out" ? byEmail.emailId : [])),
  );
  const quoteOf = ({ id }: Row) => extras.get(id)?.quote ?? null;
  const named = await namesOf(
    context,
    rows.flatMap((row) => {
      const quote = quoteOf(row);
      const { conversationId, senderId } = row;
      return [
        { conversationId, userId: senderId },
        ...row.mentions.map((userId) => ({ conversationId, userId })),
        ...(quote ? [{ conversationId, userId: quote.senderId }] : []),
      ];
    }),
  );
  return rows.map(({ updatedAt, replyToId: _, ...row }) => {
    const extra = extras.get(row.id);
    const quote = extra?.quote ?? null;
    const nameOf = (userId: string, contactName: string | null | undefined) =>
      named(row.conversationId, userId)?.fullName ?? contactName ?? "Former member";
    return {
      ...row,
      senderName: nameOf(row.senderId, extra?.contactName),
      mentions: row.mentions.map((userId) => ({ userId, name: nameOf(userId, null) })),
      replyTo: quote && {
        id: quote.id,
        senderId: quote.senderId,
        senderName: nameOf(quote.senderId, quote.contactName),
        content: quote.content,
        createdAt: new Date(quote.createdAt),
      },
      answerCount: extra?.answerCount ?? 0,
      reactions: extra?.reactions ?? [],
      outcomes: extra?.outcomes ?? [],
      byEmail: extra?.byEmail ? { ...extra.byEmail, ...mails.get(extra.byEmail.emailId) } : null,
      isEdited: updatedAt > row.createdAt,
    };
  });
}

/** What a quotation shows of a message. */
const QUOTE_LENGTH = 200;

type Extra = Pick<Message, "answerCount" | "byEmail" | "outcomes" | "reactions"> & {
  id: string;
  contactName: string | null;
  quote:
    | (Omit<NonNullable<Message["replyTo"]>, "createdAt" | "senderName"> & {
        createdAt: string;
        contactName: string | null;
      })
    | null;
};

/** Each as row-level security lets the reader see it: what hangs on a message of others as they do, the rest is their own. */
async function extrasOf({ db, actor }: SignedIn, ids: readonly string[]): Promise<Map<string, Extra>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Extra>(sql`
    select m.id, coalesce(m.outside_author, k.contact_name) as "contactName",
      (select count(*)::int from messages a where a.reply_to_id = m.id and a.deleted_at is null) as "answerCount",
      (select json_agg(json_build_object('emoji', r.emoji, 'userIds', r.people) order by r.first, r.emoji)
        from (select emoji, array_agg(user_id order by created_at, user_id) as people, min(created_at) as first
          from message_reactions where message_id = m.id group by emoji) r) as reactions,
      (select json_agg(json_build_object('kind', o.kind, 'recordId', o.record_id) order by o.created_at, o.record_id)
        from message_outcomes o where o.message_id = m.id and o.user_id = ${actor.userId}) as outcomes,
      (select json_build_object('emailId', l.email_id, 'direction', l.direction, 'state', null, 'reason', null)
        from message_mails l where l.message_id = m.id and l.user_id = ${actor.userId}) as "byEmail",
      (select json_build_object('id', q.id, 'senderId', q.sender_id, 'createdAt', q.created_at,
          'content', case when q.deleted_at is null then left(q.content, ${QUOTE_LENGTH}) end, 'contactName', coalesce(q.outside_author, qk.contact_name))
        from messages q left join contacts qk on qk.id = q.sender_id and qk.user_id = ${actor.userId}
        where q.id = m.reply_to_id) as quote
    from messages m left join contacts k on k.id = m.sender_id and k.user_id = ${actor.userId}
    where m.id = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
