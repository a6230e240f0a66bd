import { and, eq, gte, isNull, lte } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, Instant, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
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

export async function asMessages(context: SignedIn, rows: readonly Row[]): Promise<Message[]> {
  const named = await namesOf(
    context,
    rows.map(({ conversationId, senderId }) => ({ conversationId, userId: senderId })),
  );
  return rows.map(({ updatedAt, attachments, ...row }) => ({
    ...row,
    senderName: named(row.conversationId, row.senderId)?.fullName ?? "Former member",
    // Where the bytes lie is nobody's business.
    attachments: attachments.map(({ name }) => ({ name })),
    isEdited: updatedAt > row.createdAt,
  }));
}
