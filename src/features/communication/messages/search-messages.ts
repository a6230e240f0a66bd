import { sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { findConversation, namesOf } from "../conversations/read-conversations.ts";
import type { FoundMessage } from "../model.ts";

export const SearchMessages = z.strictObject({
  /** Words, or the beginnings of words. */
  text: z.string().trim().min(1).max(200),
  /** Only in this conversation. */
  conversationId: Id.nullable().default(null),
  /** Only messages before this instant: the next page begins where the last one ended. */
  before: Instant.nullable().default(null),
  limit: z.int().min(1).max(100).default(30),
});
type SearchMessages = z.output<typeof SearchMessages>;

type Row = Omit<z.output<typeof FoundMessage>, "createdAt" | "conversationName" | "senderName"> & {
  createdAt: string;
  contactName: string | null;
};

/** Newest first, in all conversations that the actor takes part in. */
export async function searchMessages(
  context: SignedIn,
  { text, conversationId, before, limit }: SearchMessages,
): Promise<{ items: z.output<typeof FoundMessage>[]; hasMore: boolean }> {
  const { db, actor } = context;
  const { rows } = await db.execute<Row>(sql`
    select m.id, m.conversation_id as "conversationId", m.sender_id as "senderId", m.created_at as "createdAt",
      found.excerpt, k.contact_name as "contactName"
    from find_messages(${text}, ${conversationId}, ${before?.toISOString() ?? null}::timestamptz, ${limit + 1}) found
    join messages m on m.id = found.id
    left join contacts k on k.id = m.sender_id and k.user_id = ${actor.userId}
    order by m.created_at desc, m.id desc`);
  const visible = rows.slice(0, limit);
  const named = await namesOf(
    context,
    visible.map(({ conversationId: foundConversationId, senderId }) => ({
      conversationId: foundConversationId,
      userId: senderId,
    })),
  );
  const names = new Map<string, string>();
  for (const foundConversationId of new Set(visible.map((row) => row.conversationId)))
    names.set(foundConversationId, (await findConversation(context, foundConversationId)).name);
  const items = visible.map(({ contactName, createdAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    conversationName: names.get(row.conversationId) ?? "",
    senderName: named(row.conversationId, row.senderId)?.fullName ?? contactName ?? "Former member",
  }));
  return { items, hasMore: rows.length > limit };
}
