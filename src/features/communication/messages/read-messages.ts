import { and, eq, gte, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, Instant, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { namesOf } from "../conversations/read-conversations.ts";
import type { Message } from "../model.ts";
import { conversationParticipants, conversations, messages } from "../tables.ts";
import { mailStates } from "./send-by-email.ts";

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
  externalState: messages.externalState,
  clientId: messages.clientId,
  isRead: messages.isRead,
  createdAt: messages.createdAt,
  updatedAt: messages.updatedAt,
  deletedAt: messages.deletedAt,
  version: messages.version,
};

/** Newest first (COMM-29: shown ascending), from where the reader's history begins. */
export async function listMessages(context: SignedIn, input: ListMessages) {
  const [participant] = await context.db
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
  if (!participant) throw notFound(t`Conversation`);
  const page = keyset(ORDER, input);
  const { items, nextCursor } = page.of(await selectMessages(context, input, participant.visibleFrom));
  return { items: await asMessages(context, items), nextCursor };
}

const ORDER = [newest(messages.createdAt), newest(messages.id)];

/** The statement for one page, exported so that a test can check its plan. */
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

/** Messages of conversations that the actor takes part in, from where their history begins. */
export const isReadable = ({ actor }: SignedIn) => sql`exists (select from conversation_participants p
  where p.conversation_id = ${messages.conversationId} and p.user_id = ${actor.userId} and p.left_at is null
    and p.visible_from <= ${messages.createdAt})`;

export async function findMessage(context: SignedIn, id: string): Promise<Message> {
  const rows = await context.db
    .select(messageFields)
    .from(messages)
    .where(and(eq(messages.id, id), isNull(messages.deletedAt), isReadable(context)));
  const [message] = await asMessages(context, rows);
  if (!message) throw notFound(t`Message`);
  return message;
}

type Row = Pick<typeof messages.$inferSelect, keyof typeof messageFields>;

/** Adds names and what belongs to the messages, in two statements per page, and a third for messages sent by mail. */
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
      clientId: row.senderId === context.actor.userId ? row.clientId : null,
      senderName: nameOf(row.senderId, extra?.contactName),
      mentions: row.mentions.map((userId) => ({ userId, name: nameOf(userId, null) })),
      replyTo: quote && {
        id: quote.id,
        senderId: quote.senderId,
        senderName: nameOf(quote.senderId, quote.contactName),
        content: quote.content,
        createdAt: new Date(quote.createdAt),
      },
      replyCount: extra?.replyCount ?? 0,
      reactions: extra?.reactions ?? [],
      outcomes: extra?.outcomes ?? [],
      byEmail: extra?.byEmail ? { ...extra.byEmail, ...mails.get(extra.byEmail.emailId) } : null,
      isEdited: updatedAt > row.createdAt,
    };
  });
}

/** A message that the actor has just sent: it has no reactions or replies yet, so no query is needed. */
export function freshMessage({ actor }: SignedIn, { updatedAt: _, replyToId: __, ...row }: Row): Message {
  return {
    ...row,
    senderName: actor.fullName,
    mentions: [],
    replyTo: null,
    replyCount: 0,
    reactions: [],
    outcomes: [],
    byEmail: null,
    isEdited: false,
  };
}

/** Characters of a message in a quote. */
const QUOTE_LENGTH = 200;

type Extra = Pick<Message, "replyCount" | "byEmail" | "outcomes" | "reactions"> & {
  id: string;
  contactName: string | null;
  quote:
    | (Omit<NonNullable<Message["replyTo"]>, "createdAt" | "senderName"> & {
        createdAt: string;
        contactName: string | null;
      })
    | null;
};

async function extrasOf({ db }: SignedIn, ids: readonly string[]): Promise<Map<string, Extra>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<Extra>(
    sql`select * from message_extras(${sql.param([...ids])}::uuid[], ${QUOTE_LENGTH})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
