import { and, eq } from "drizzle-orm";
import { ProviderError } from "#features/integrations/public/provider.ts";
import { withConnection } from "#features/integrations/public/provider-api.ts";
import { remoteObjects } from "#features/integrations/public/tables.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { messageServiceOf } from "./import-messages.ts";
import { parseRemoteMessageId, remoteMessageId } from "./message-service.ts";

type Written = { conversationId: string; messageId: string; content: string; replyToId: string | null };

/**
 * Posts the message as the user, in the thread of the message that it answers. Stores its link, so that the next sync
 * recognizes it. Throws ProviderError.
 */
export async function postMessage(
  context: SignedIn,
  { conversationId, messageId, content, replyToId }: Written,
): Promise<void> {
  const [link] = await inOwnTransaction(context, "read", ({ db }) =>
    db
      .select()
      .from(remoteObjects)
      .where(
        and(
          eq(remoteObjects.userId, context.actor.userId),
          eq(remoteObjects.recordId, conversationId),
          eq(remoteObjects.kind, "conversation"),
        ),
      ),
  );
  if (!link) throw new ProviderError("refused", t`This account was disconnected.`);
  const thread = replyToId && (await threadOf(context, link.sourceId, link.remoteId, replyToId));
  const { version, ...posted } = await withConnection(context, link.sourceId, (_api, row, sendRequest) =>
    messageServiceOf(context.config, row, sendRequest).post(link.remoteId, content, thread),
  );
  await inOwnTransaction(context, "write", ({ db, actor }) =>
    db
      .insert(remoteObjects)
      .values({
        ...{ userId: actor.userId, sourceId: link.sourceId, recordId: messageId, etag: version },
        kind: "message",
        remoteId: remoteMessageId(link.remoteId, posted),
      })
      .onConflictDoNothing(),
  );
}

/** The message that started the thread; a reply to a reply belongs to the same thread. */
async function threadOf(
  context: SignedIn,
  sourceId: string,
  remoteConversationId: string,
  repliedToId: string,
) {
  const [link] = await inOwnTransaction(context, "read", ({ db }) =>
    db
      .select({ remoteId: remoteObjects.remoteId })
      .from(remoteObjects)
      .where(
        and(
          eq(remoteObjects.userId, context.actor.userId),
          eq(remoteObjects.sourceId, sourceId),
          eq(remoteObjects.kind, "message"),
          eq(remoteObjects.recordId, repliedToId),
        ),
      ),
  );
  if (!link) return null;
  const { id, thread } = parseRemoteMessageId(remoteConversationId, link.remoteId);
  return thread ?? id;
}
