import { and, desc, eq, inArray, like, sql } from "drizzle-orm";
import { emails } from "#features/email/emails.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notify } from "#platform/notify/notify.ts";
import { MAX_MESSAGE } from "../model.ts";
import { stripQuotedText } from "../public/strip-quoted-text.ts";
import { conversations, messageMails, messages } from "../tables.ts";

const ELLIPSIS = " …";

/**
 * Turns a mail that answers a conversation with a contact into a message. In-Reply-To and References identify the
 * conversation. The database function `receive_message_by_mail` checks again that the mail is from that contact, and
 * writes the message in the contact's name. Returns whether it did.
 */
export async function receiveEmailReply(context: SignedIn, emailId: string): Promise<boolean> {
  const { db, actor } = context;
  const { referencedIds } = await emails.references(context, { id: emailId });
  const conversation = await conversationOf(context, referencedIds);
  if (!conversation) return false;
  const { body, attachments, sender } = await emails.get(context, { id: emailId });
  const words = shortened(stripQuotedText(body) || attachments.map(({ filename }) => filename).join("\n"));
  const { rows } = await db.execute<{ id: string | null; name: string | null }>(sql`
    select id, name from receive_message_by_mail(${conversation}, ${emailId}, ${words || "(no text)"})`);
  const [received] = rows;
  if (!received?.id) return false;
  context.announce({ resource: "messages", ids: [received.id] });
  context.announce({ resource: "conversations", ids: [conversation] });
  await notify(context, {
    userIds: [actor.userId],
    title: () => t`Message from ${received.name ?? sender}`,
    message: words,
    type: "message",
    contextData: { conversationId: conversation, messageId: received.id },
    href: `/communication?conversation=${conversation}&message=${received.id}`,
    dedupeKey: `conversation ${conversation}`,
  });
  return true;
}

/** If the mail refers to several conversations, the most recently active one. */
async function conversationOf(
  { db, actor }: SignedIn,
  answeredIds: readonly string[],
): Promise<string | null> {
  if (answeredIds.length === 0) return null;
  const [found] = await db
    .select({ id: conversations.id })
    .from(messageMails)
    .innerJoin(messages, eq(messages.id, messageMails.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(messageMails.userId, actor.userId),
        inArray(messageMails.emailId, [...answeredIds]),
        eq(conversations.createdBy, actor.userId),
        like(conversations.pair, "contact:%"),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(1);
  return found?.id ?? null;
}

const shortened = (words: string) =>
  words.length <= MAX_MESSAGE ? words : words.slice(0, MAX_MESSAGE - ELLIPSIS.length) + ELLIPSIS;
