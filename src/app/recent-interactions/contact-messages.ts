import { and, eq, isNull, or } from "drizzle-orm";
import { listMessages } from "#features/communication/messages/read-messages.ts";
import { conversations } from "#features/communication/tables.ts";
import type { Contact } from "#features/contacts/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";

/** The newest messages of the direct conversation with a contact, where there is one. */
export async function listContactMessages(
  context: SignedIn,
  { id, accountId }: Pick<Contact, "accountId" | "id">,
  limit: number,
) {
  const { db, actor } = context;
  const pair = accountId ? [actor.userId, accountId].toSorted().join(":") : "";
  const [conversation] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        or(eq(conversations.pair, pair), eq(conversations.pair, `contact:${id}`)),
        isNull(conversations.deletedAt),
      ),
    )
    .limit(1);
  if (!conversation) return { conversationId: null, messages: [] };
  const { items } = await listMessages(context, { conversationId: conversation.id, limit });
  return {
    conversationId: conversation.id,
    messages: items.map(({ id: messageId, senderName, content, createdAt }) => ({
      id: messageId,
      senderName,
      content: content.slice(0, 200),
      at: createdAt,
    })),
  };
}
